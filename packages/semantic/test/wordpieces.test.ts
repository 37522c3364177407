import { describe, expect, test } from "vitest";
import { createWordpieces } from "../src/wordpieces.ts";

const PIECES = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789",
  ...[..."abcdefghijklmnopqrstuvwxyz0123456789"].map((sign) => `##${sign}`),
  "validate",
  "valid",
  "##ate",
  "##ation",
  "file",
  "youtube",
  "mp3",
  "url",
  "urls",
  "parser",
  "sha",
  "256",
  "sum",
  "cafe",
];

function piecesOf(text: string): string {
  const found: (string | undefined)[] = [];
  createWordpieces(PIECES).read(text, (row) => found.push(PIECES[row]));
  return found.join(" ");
}

describe("reading a text as wordpieces", () => {
  test.each([
    ["validate", "validate"],
    ["validation", "valid ##ation"],
    ["Validate THE file", "validate t ##h ##e file"],
    ["café", "cafe"],
    ["cafe\u0301s", "cafe ##s"],
    ["", ""],
    ["?! — 漢字 😀", ""],
    ["用file", "file"],
  ])("%j gives %j", (text, pieces) => {
    expect(piecesOf(text)).toBe(pieces);
  });

  test.each([
    "validateFile",
    "ValidateFile",
    "validate_file",
    "validate-file",
    "validate.file",
    "VALIDATE_FILE",
  ])("the identifier %s is two words", (name) => {
    expect(piecesOf(name)).toBe("validate file");
  });

  test.each([
    ["URLParser", "url parser"],
    ["URLs", "urls"],
    ["parserURLsFile", "parser urls file"],
    ["sha256Sum", "sha 256 sum"],
    ["mp3File", "m ##p 3 file"],
  ])("the identifier %s gives %j", (name, pieces) => {
    expect(piecesOf(name)).toBe(pieces);
  });

  test("a run that is a piece as it stands stays whole", () => {
    expect(piecesOf("YouTube mp3")).toBe("youtube mp3");
  });

  test("the rest of a word is passed over where no piece continues it", () => {
    const found: number[] = [];
    createWordpieces(["ab", "##c"]).read("abxc xab", (row) => found.push(row));
    expect(found).toEqual([0, 1]);
  });

  test("a vocabulary with signs and empty pieces is read without them", () => {
    const found: number[] = [];
    createWordpieces(["", "##", "a-b", "a"]).read("a-b", (row) => found.push(row));
    expect(found).toEqual([3]);
  });
});
