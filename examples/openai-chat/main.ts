import assert from "node:assert/strict";
import { createRuntime, defineTool } from "@plimsoll/core";
import { openaiChatSurface } from "@plimsoll/core/openai";
import type OpenAI from "openai";
import { z } from "zod";
import { client, requests } from "./scripted-client.ts"; // new OpenAI({ baseURL, apiKey }), in a program of your own

const createIssue = defineTool({
  name: "create_issue",
  description: "Open an issue in a repository",
  input: z.object({ repo: z.string(), title: z.string() }),
  lazy: true,
  run: ({ repo, title }) => `Opened "${title}" in ${repo}`,
});

const runtime = createRuntime({ tools: [createIssue] });
const model = "deepseek-v4";
const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [
  { role: "system", content: "You look after our repositories." },
  { role: "user", content: "File a bug about the login page" },
];

const surface = openaiChatSurface(runtime, { records: {} }); // one surface, one conversation
for (;;) {
  const response = await client.chat.completions.create(surface.request({ model, messages }));
  messages.push(...(await surface.accept(response)));
  if (response.choices[0]?.finish_reason !== "tool_calls") break;
}

assert.equal(surface.step?.strategy, "bridge");
assert.equal(requests.length, 3);
for (const [at, request] of requests.entries()) {
  const before = requests[at - 1] ?? request;
  assert.equal(JSON.stringify(request.tools), JSON.stringify(before.tools));
  assert.deepEqual(request.messages.slice(0, before.messages.length), before.messages);
}
assert.match(JSON.stringify(messages), /Opened \\"Login fails\\" in web/);
