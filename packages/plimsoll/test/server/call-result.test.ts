import { type CallAnswer, createRuntime, defineTool } from "@plimsoll/core";
import { expect, it } from "vitest";
import { toCallResult } from "../../src/server/call-result.ts";

it("passes a result through whole", () => {
  const result = {
    content: [{ type: "text", text: "x", annotations: { priority: 1 }, _meta: { a: 1 } }],
    structuredContent: { x: [1] },
    isError: true,
    _meta: { "example.com/b": 2 },
  } as const;
  expect(toCallResult({ outcome: { type: "ok", result }, result })).toEqual(result);
});

it("adds nothing that was not there", () => {
  const result = { content: [] };
  expect(Object.keys(toCallResult({ outcome: { type: "ok", result }, result }))).toEqual(["content"]);
});

it("says of a tool that its host runs that it cannot be run here", async () => {
  const ask = defineTool({ name: "ask", description: "Asks the user." });
  const answer: CallAnswer = await createRuntime({ tools: [ask] }).call({ name: "ask", arguments: {} });
  expect(toCallResult(answer)).toEqual({
    content: [{ type: "text", text: "ask is run by its host, and cannot be run here." }],
    isError: true,
  });
});
