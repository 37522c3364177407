import { describe, expect, it } from "vitest";
import { readLine } from "../../src/chat/read-line.ts";

const isName = (word: string): boolean => ["tool_active", "files/read"].includes(word);

describe("a line of a chat", () => {
  it.each([
    ["", { type: "nothing" }],
    ["  > hello there ", { type: "user", text: "hello there" }],
    ["/deny files/* github/*", { type: "command", name: "deny", rest: "files/* github/*" }],
    ["I think I am done.", { type: "words", text: "I think I am done." }],
    ["hello", { type: "words", text: "hello" }],
    ["tool_active", { type: "call", call: { name: "tool_active", arguments: {} }, isMore: false }],
    ["tool_active()", { type: "call", call: { name: "tool_active", arguments: {} }, isMore: false }],
    [
      'tool_find({"query":"a (b)"})',
      { type: "call", call: { name: "tool_find", arguments: { query: "a (b)" } }, isMore: false },
    ],
    [
      'files/read {"path":"x"} &',
      { type: "call", call: { name: "files/read", arguments: { path: "x" } }, isMore: true },
    ],
    ["tool_find({oops)", { type: "call", call: { name: "tool_find", arguments: "{oops" }, isMore: false }],
  ])("%j", (line, read) => {
    expect(readLine(line, isName)).toEqual(read);
  });
});
