import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageReader, type ReadLine } from "../../src/wire/message-reader.ts";
import { isTextTooDeep, isValueTooDeep, MAX_NESTING, readOutline } from "../../src/wire/nesting.ts";

const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("the levels of a message", () => {
  it("are counted alike in its text and in its value, at the bound and beside it", () => {
    for (const levels of [MAX_NESTING - 1, MAX_NESTING, MAX_NESTING + 1, 10 * MAX_NESTING]) {
      const text = lists(levels);
      expect(isTextTooDeep(text)).toBe(levels > MAX_NESTING);
      expect(isValueTooDeep(JSON.parse(text))).toBe(levels > MAX_NESTING);
    }
  });

  it("are not what stands in its texts, nor how many lists and objects stand side by side", () => {
    const text = JSON.stringify(["[{".repeat(MAX_NESTING), '\\"[', ...Array(2 * MAX_NESTING).fill([])]);
    expect(isTextTooDeep(text)).toBe(false);
  });

  it("leave an outline of who sent what", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
        (message) => {
          const outline = Object.entries(message).map(([key, value]) => [
            key,
            typeof value === "object" ? null : value,
          ]);
          expect(JSON.stringify(readOutline(JSON.stringify(message)))).toBe(
            JSON.stringify(Object.fromEntries(outline)),
          );
        },
      ),
    );
  });
});

describe("a message that is nested too deeply", () => {
  const read = (line: string): ReadLine[] => {
    const heard: ReadLine[] = [];
    new MessageReader().read(Buffer.from(`${line}\n`), (one) => heard.push(one));
    return heard;
  };
  const deep = lists(100_000);
  const why = `nested deeper than ${MAX_NESTING} levels.`;

  it("is refused where it is a request", () => {
    const error = { code: -32600, message: `The request is ${why}` };
    expect(read(`{"jsonrpc":"2.0","params":${deep},"id":1,"method":"a"}`)).toEqual([
      { refusal: { jsonrpc: "2.0", id: 1, error } },
    ]);
  });

  it("is an error for whoever waits for it where it is an answer", () => {
    const error = { code: -32603, message: `The server sent an answer that is ${why}` };
    for (const answer of ["result", "error"]) {
      const line = `{"jsonrpc":"2.0","id":"a","${answer}":${deep}}`;
      expect(read(line)).toEqual([{ jsonrpc: "2.0", id: "a", error }]);
    }
  });

  it("is no message where nobody waits for it", () => {
    for (const line of [deep, `{"jsonrpc":"2.0","method":"a","params":${deep}}`, `{"id":${deep}}`]) {
      expect(read(line)).toEqual([undefined]);
    }
  });
});
