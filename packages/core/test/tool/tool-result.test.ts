import { describe, expect, test } from "vitest";
import { toToolResult } from "../../src/tool/tool-result.ts";

describe("what a handler returns", () => {
  test.each([
    ["a text", "done", { content: [{ type: "text", text: "done" }] }],
    ["nothing", undefined, { content: [] }],
    ["data", { id: 7 }, { content: [{ type: "text", text: '{"id":7}' }], structuredContent: { id: 7 } }],
    ["a list", [1, 2], { content: [{ type: "text", text: "[1,2]" }], structuredContent: [1, 2] }],
    [
      "data with a field named content that is not blocks",
      { content: "hello" },
      { content: [{ type: "text", text: '{"content":"hello"}' }], structuredContent: { content: "hello" } },
    ],
  ])("%s becomes a result", (_what, value, result) => {
    expect(toToolResult(value)).toEqual(result);
  });

  test("a result stands as it is, with fields that nobody here knows", () => {
    const result = {
      content: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
      _meta: { a: 1 },
      later: true,
    };
    expect(toToolResult(result)).toBe(result);
  });
});
