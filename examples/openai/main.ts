import assert from "node:assert/strict";
import { createRuntime, defineTool } from "@plimsoll/core";
import { openaiSurface } from "@plimsoll/core/openai";
import type OpenAI from "openai";
import { z } from "zod";
import { client, requests } from "./scripted-client.ts"; // new OpenAI(), in a program of your own

const createIssue = defineTool({
  name: "create_issue",
  description: "Open an issue in a repository",
  input: z.object({ repo: z.string(), title: z.string() }),
  lazy: true,
  run: ({ repo, title }) => `Opened "${title}" in ${repo}`,
});
const hundredsMore = Array.from({ length: 300 }, (_, at) =>
  defineTool({
    name: `report_${at}`,
    description: `Write report number ${at}`,
    lazy: true,
    run: () => "written",
  }),
);

const runtime = createRuntime({ tools: [createIssue, ...hundredsMore], strategy: "native" });
const model = "gpt-6";
const records = {}; // kept beside the items: what surface.records was when you left off
const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "File a bug about the login page" }];

const surface = openaiSurface(runtime, { records }); // one surface, one conversation
for (;;) {
  const response = await client.responses.create(surface.request({ model, input }));
  input.push(...(await surface.accept(response)));
  if (surface.isDone) break;
}

const [first, ...later] = requests.map(({ tools }) => JSON.stringify(tools));
assert.equal(requests.length, 3);
assert(
  later.every((tools) => tools === first),
  "the array never changes",
);
assert.match(JSON.stringify(input), /Opened \\"Login fails\\" in web/);

// Another process, from what was stored: the same conversation, to the byte.
const stored = JSON.parse(JSON.stringify({ input, records: surface.records }));
const again = openaiSurface(runtime, { records: stored.records });
assert.deepEqual(again.request({ model, input: stored.input }), surface.request({ model, input }));
