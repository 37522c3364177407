import { chmodSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PlimsollError } from "@plimsoll/core";
import { expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { temporaryFolder } from "../support/servers.ts";
import { toLines, write } from "./files.ts";

const FORMS =
  "Name a file of JSON Lines with one tool a line, a tools/list result, an array of tools, or a manifest.";

// Deterministic, and as hard to pack as noise, so that a part of the packed bytes is a part of the rows.
const ROWS = Array.from({ length: 50_000 }, (_, at) => ({
  name: `tool_${(at * 2_654_435_761) % 4_294_967_296}`,
}));
const PACKED = gzipSync(toLines(ROWS));

async function failureOf(file: string): Promise<PlimsollError<"CATALOG_FILE_UNREADABLE">> {
  const error: unknown = await loadCatalogFiles([file]).catch((cause: unknown) => cause);
  if (PlimsollError.is(error, "CATALOG_FILE_UNREADABLE")) return error;
  throw new Error(`${file} was read, or failed in another way`, { cause: error });
}

it.each([
  ["an empty file", "", 1, `It is empty. ${FORMS}`],
  ["a file of blank lines", "\uFEFF\n \r\n\n", 1, `It is empty. ${FORMS}`],
  ["an empty file, packed", gzipSync(""), 1, `It is empty. ${FORMS}`],
  [
    "prose",
    "# Tools\n\nThere are many.\n",
    1,
    `None of its lines is a JSON object: of line 1, it is not JSON. ${FORMS}`,
  ],
  [
    "binary garbage",
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0xff, 0x0a]),
    1,
    `None of its lines is a JSON object: of line 1, it is not UTF-8. ${FORMS}`,
  ],
  ["numbers", "1\n2\n", 1, `None of its lines is a JSON object: of line 1, it is not an object. ${FORMS}`],
  ["UTF-16", Buffer.from('\uFEFF{"name":"x"}', "utf16le"), 1, "It is UTF-16. Save it as UTF-8."],
  [
    "a broken document",
    '{\n  "tools": [\n    { "name": "x" }\n    { "name": "y" }\n  ]\n}\n',
    4,
    "It is not JSON: comma expected. Correct it there.",
  ],
  ["a document cut off", '{\n  "tools": [', 2, "It is not JSON: close bracket expected. Correct it there."],
  ["a document broken at once", "{\n  tools: []\n}", 2, "It is not JSON: invalid symbol. Correct it there."],
  ["another document", '{\n  "name": "my-package"\n}\n', 1, `It is JSON, but not a catalog. ${FORMS}`],
])("says where %s fails, and what to name instead", async (_what, content, line, says) => {
  const file = write("mine.json", content);
  const { message, data } = await failureOf(file);
  expect(message).toBe(`${file}:${line}: ${says}`);
  expect(data).toMatchObject({ file, line });
});

it("says where packed data ends too early, or is damaged", async () => {
  const cut = await failureOf(write("cut.gz", PACKED.subarray(0, PACKED.length / 2)));
  expect(cut.message).toMatch(/cut\.gz:\d+: Its gzip data ends too early\. Fetch or pack the file again\.$/);
  const header = await failureOf(write("header.gz", PACKED.subarray(0, 5)));
  expect(header.message).toMatch(/header\.gz:1: Its gzip data ends too early\./);
  const damaged = Uint8Array.from(PACKED);
  damaged.fill(0xaa, PACKED.length / 2, PACKED.length / 2 + 64);
  expect((await failureOf(write("damaged.gz", damaged))).message).toContain("Its gzip data is damaged.");
});

it("says that a file is missing or a folder, before anything is read", async () => {
  const folder = temporaryFolder();
  const missing = join(folder, "none.jsonl");
  expect((await failureOf(missing)).message).toBe(`${missing}: There is no such file. Name an existing one.`);
  expect((await failureOf(folder)).message).toBe(
    `${folder}: It is a folder. Name a file in it, such as ${join(folder, "tools.jsonl")}.`,
  );
});

it.skipIf(process.getuid?.() === 0)("says that a file may not be read (root may read all)", async () => {
  const file = write("mine.jsonl", toLines([{ name: "x" }]));
  chmodSync(file, 0);
  expect((await failureOf(file)).message).toBe(`${file}: It cannot be read (EACCES). Name a readable file.`);
});
