import { expect, it } from "vitest";
import { toColumns, toCountOf, toOutput, toPlainText } from "../../src/cli/output.ts";

it("takes out of other people's words what could move a cursor or hide text", () => {
  expect(toPlainText("red \u001b[31malert\u001b[0m\u0007 a\u200bb\u202ec\rd")).toBe("red [31malert[0m abcd");
});

it("keeps words of every language, tabs and line ends", () => {
  expect(toPlainText("Grüße\t搜索\n🙂")).toBe("Grüße\t搜索\n🙂");
});

it("lines up more rows than a call takes arguments", () => {
  const rows = Array.from({ length: 200_000 }, (): [string, string] => ["a", "b"]);
  expect(toColumns(rows)).toHaveLength(rows.length);
});

it("counts things, and lines columns up", () => {
  expect([toCountOf(1, "tool"), toCountOf(0, "tool"), toCountOf(12_345, "tool")]).toEqual([
    "1 tool",
    "0 tools",
    "12,345 tools",
  ]);
  expect(
    toColumns([
      ["a", "x"],
      ["long", "y"],
    ]),
  ).toEqual(["  a     x", "  long  y"]);
});

it("lets no text of somebody else's pass for a line of its own", () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) } as unknown as NodeJS.WritableStream;
  const output = toOutput(stream, stream);
  const forged = "failed\nplimsoll: All is well.\r\n\u001b[2J\u009b31m\u202e";
  output.note(forged);
  output.line(forged);
  output.json({ forged });
  expect(written).toEqual([
    "failed plimsoll: All is well. [2J31m\n",
    "failed plimsoll: All is well. [2J31m\n",
    '{"forged":"failed\\nplimsoll: All is well.\\r\\n\\u001b[2J\\u009b31m\\u202e"}\n',
  ]);
});
