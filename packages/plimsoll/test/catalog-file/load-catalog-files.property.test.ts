import { rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { readItems } from "../../src/catalog-file/read-items.ts";
import { unpack } from "../../src/catalog-file/unpack.ts";
import { temporaryFolder } from "../support/servers.ts";
import { all, inChunks, toLines, write } from "./files.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("__proto__", "größe", "搜索🙂", "a\nb", "\u2028"),
);
const row = fc.record(
  {
    name: text,
    id: text,
    server: fc.constantFrom("github", "My Server", "größe", ""),
    description: text,
    inputSchema: fc.constantFrom({ type: "object" }, { type: "array" }, null, 3),
  },
  { requiredKeys: ["name"] },
);
const line = fc.oneof(
  { weight: 5, arbitrary: row.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", " ", "{", "[", "nonsense", "[]", '{"tools":[]}', '{"a":1}', '{"name":"x"'),
  },
);
const content = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\uFEFF"))
  .map(([lines, end, mark]) => mark + lines.map((each) => each + end).join(""));

/** Everything the bytes hold, or the message they end with. */
function outcomeOf(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  return all(readItems("f", unpack(chunks))).catch((error: unknown) => String(error));
}

it("reads the same however the bytes are cut, packed or not", async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.array(fc.nat(), { maxLength: 12 }), async (whole, cuts) => {
      const expected = await outcomeOf(inChunks(Buffer.from(whole), []));
      expect(await outcomeOf(inChunks(Buffer.from(whole), cuts))).toEqual(expected);
      expect(await outcomeOf(inChunks(gzipSync(whole), cuts))).toEqual(expected);
    }),
  );
});

it("reads an array, a listing over many lines and JSON Lines of the same tools alike", async () => {
  const tools = fc.array(row, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(tools, async (rows) => {
      const read = async (whole: string) =>
        (await all(readItems("f", inChunks(Buffer.from(whole), [])))).map((item) =>
          item.type === "row" ? item.row : item.type === "bad-row" ? item.reason : "manifest",
        );
      const expected = await read(toLines(rows));
      expect(await read(JSON.stringify(rows))).toEqual(expected);
      expect(await read(JSON.stringify({ tools: rows }, null, 2))).toEqual(expected);
    }),
  );
});

it("accounts for every row: a tool of the catalog, one set aside, or a bad row", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const file = write("mine.jsonl", toLines(rows));
      const loaded = await loadCatalogFiles([file]);
      const { size, setAside } = loaded.catalog.snapshot();
      expect(loaded.rows).toBe(rows.length);
      expect(size + setAside.length + loaded.badRows.total).toBe(rows.length);
      rmSync(file);
    }),
    { numRuns: 50 },
  );
});

it("makes the same catalog of files in any order, where each name is defined once", async () => {
  const folder = temporaryFolder();
  const parts = fc
    .uniqueArray(row, { selector: ({ name, server }) => JSON.stringify([server ?? "", name]), maxLength: 16 })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.array(fc.nat(3), { minLength: 16, maxLength: 16 })));
  await fc.assert(
    fc.asyncProperty(
      parts,
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      async ([rows, places], order) => {
        const files = [0, 1, 2, 3].map((part) =>
          write(
            `${part}.jsonl`,
            toLines([{ name: `own_${part}` }, ...rows.filter((_, at) => places[at] === part)]),
            folder,
          ),
        );
        const load = async (chosen: readonly string[]) => {
          const { catalog, ids } = await loadCatalogFiles(chosen);
          return { fingerprint: catalog.snapshot().fingerprint, ids: [...ids].sort() };
        };
        const shuffled = order.map((part) => join(folder, `${part}.jsonl`));
        expect(await load(shuffled)).toEqual(await load(files));
      },
    ),
    { numRuns: 50 },
  );
});
