import { freemem } from "node:os";
import { describe, expect, test } from "vitest";
import { readResult } from "../../src/tool/tool-result.ts";

const TOO_LARGE = "Its result is larger than 100 characters of JSON. Return less, or a plain text.";
const few = { maxCharacters: 100 };

describe("a result of any size", () => {
  test("a text is kept up to the limit, and the answer says where it was cut", () => {
    expect(readResult("x".repeat(100), few)).toEqual({
      type: "ok",
      result: { content: [{ type: "text", text: "x".repeat(100) }] },
    });
    expect(readResult("x".repeat(101), few)).toEqual({
      type: "ok",
      result: { content: [{ type: "text", text: "x".repeat(100) }] },
      cutAt: 100,
    });
  });

  test("no character is halved", () => {
    expect(readResult(`${"x".repeat(99)}😀`, few)).toEqual({
      type: "ok",
      result: { content: [{ type: "text", text: "x".repeat(99) }] },
      cutAt: 99,
    });
  });

  test("a lone half of a character stays as it was", () => {
    const answer = readResult(`\uD83D${"x".repeat(200)}`, few);
    expect(answer).toMatchObject({ result: { content: [{ text: `\uD83D${"x".repeat(99)}` }] } });
  });

  test("the texts of blocks are cut together; other blocks, and what a block carries, stay", () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const content = [
      { type: "text", text: "x".repeat(600), _meta: { a: 1 } },
      image,
      {
        type: "resource",
        resource: { uri: "file:///a", text: "y".repeat(600) },
        annotations: { priority: 1 },
      },
      { type: "text", text: "gone" },
      image,
    ];
    expect(readResult({ content, isError: true }, { maxCharacters: 1000 })).toEqual({
      type: "ok",
      result: {
        content: [
          content[0],
          image,
          {
            type: "resource",
            resource: { uri: "file:///a", text: "y".repeat(400) },
            annotations: { priority: 1 },
          },
          image,
        ],
        isError: true,
      },
      cutAt: 1000,
    });
  });

  test.each<[string, unknown]>([
    ["data", { rows: Array.from({ length: 100 }, (_, id) => ({ id })) }],
    ["a list of nothing", new Array(4e9)],
    ["a list that has become too long only by its digits", Array.from({ length: 40 }, () => 1_000_000)],
    ["a text that has become too long only as JSON", { a: "\n".repeat(60) }],
    ["data with a long key", { ["k".repeat(200)]: 1 }],
    ["a picture", { content: [{ type: "image", data: "x".repeat(200), mimeType: "image/png" }] }],
    ["structured content", { content: [], structuredContent: { text: "x".repeat(200) } }],
    ["a result whose content has room for billions", { content: new Array(4e9) }],
  ])("%s beyond the limit is unusable", (_what, value) => {
    expect(readResult(value, few)).toEqual({ type: "unusable", reason: TOO_LARGE });
  });

  test("data of exactly the limit is kept", () => {
    const value = { text: "x".repeat(100 - '{"text":""}'.length) };
    expect(readResult(value, few)).toMatchObject({ type: "ok", result: { structuredContent: value } });
  });

  test("what would be written billions of times is refused without being written", () => {
    let value: unknown = { name: "one" };
    for (let level = 0; level < 40; level++) value = [value, value];
    expect(readResult(value)).toMatchObject({
      type: "unusable",
      reason: expect.stringContaining("larger than 16,777,216 characters"),
    });
  });

  test.skipIf(freemem() < 2e9)("three hundred million characters: text is cut, data refused", () => {
    const text = "x".repeat(3e8);
    const answer = readResult(text);
    expect(answer).toMatchObject({ type: "ok", cutAt: 16_777_216 });
    const [block] = answer.type === "ok" ? answer.result.content : [];
    expect(block?.type === "text" && block.text.length).toBe(16_777_216);
    expect(readResult({ rows: [text] }).type).toBe("unusable");
  });
});
