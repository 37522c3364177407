import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import { ToolLoopAgent } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { ToolLoopAgent as ToolLoopAgent6 } from "ai-6";
import { MockLanguageModelV3 as MockModel6 } from "ai-6/test";
import { expect, test } from "vitest";
import { z } from "zod";
import { toRun } from "./generate.ts";
import { answerWith } from "./scripted.ts";

const SCRIPT = [
  [{ name: "tool_load", input: { names: ["edit"] } }],
  [{ name: "edit", input: { path: "a" } }],
  "Done.",
];

function surfaceOf() {
  const inputSchema = z.object({ path: z.string() });
  const execute = ({ path }: { path: string }) => `did ${path}`;
  return withPlimsoll({
    tools: {
      read: { description: "Read", inputSchema, execute },
      edit: { description: "Edit", inputSchema, execute },
    },
    manifest: { version: "1", provides: { tools: [{ name: "edit", lazy: true }] } },
    strategy: "append",
  });
}

test("an agent of version 7 leads several conversations at once, each with its own array", async () => {
  const model = new MockLanguageModelV4(answerWith([...SCRIPT, "Nothing to do."]));
  const agent = new ToolLoopAgent({ ...surfaceOf().for({ model }), instructions: "Be brief." });
  const first = await agent.generate({ prompt: "Edit it" });
  const { asked, messages } = toRun(first.responseMessages, model.doGenerateCalls);
  expect(first.text).toBe("Done.");
  expect(asked.map(({ tools }) => tools?.at(-1)?.name)).toEqual(["tool_unload", "edit", "edit"]);
  await agent.generate({ prompt: "Another conversation" });
  expect(model.doGenerateCalls.at(-1)?.tools?.map(({ name }) => name)).not.toContain("edit");

  const later = new MockLanguageModelV4(
    answerWith([[{ name: "edit", input: { path: "b" } }], "Done again."]),
  );
  const other = new ToolLoopAgent({ ...surfaceOf().for({ model: later }), instructions: "Be brief." });
  const history = [{ role: "user" as const, content: "Edit it" }, ...first.responseMessages];
  const result = await other.stream({ messages: [...history, { role: "user", content: "Again" }] });
  expect(await result.text).toBe("Done again.");
  expect(later.doStreamCalls[0]?.tools).toEqual(asked[2]?.tools);
  expect(later.doStreamCalls[0]?.prompt.slice(0, asked[2]?.prompt.length)).toEqual(asked[2]?.prompt);
  expect(messages.length).toBeGreaterThan(0);
});

test("an agent of version 6 does too", async () => {
  const model = new MockModel6(answerWith([...SCRIPT, "Nothing to do."]));
  const agent = new ToolLoopAgent6({ ...surfaceOf().for({ model }), instructions: "Be brief." });
  const first = await agent.generate({ prompt: "Edit it" });
  const { asked } = toRun(first.response.messages, model.doGenerateCalls);
  expect(asked.map(({ tools }) => tools?.at(-1)?.name)).toEqual(["tool_unload", "edit", "edit"]);
  expect(JSON.stringify(asked[0]?.prompt[0])).toContain("Be brief.");
  await agent.generate({ prompt: "Another conversation" });
  expect(model.doGenerateCalls.at(-1)?.tools?.map(({ name }) => name)).not.toContain("edit");
});
