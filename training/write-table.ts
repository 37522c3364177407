import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("../packages/semantic/", import.meta.url));

/** Puts a table into the package, with its id in the code and the record of how it was made beside it. */
export function writeTable(bytes: Uint8Array, id: string, dimensions: number, record: object): void {
  mkdirSync(`${PACKAGE}data`, { recursive: true });
  replace(`${PACKAGE}data/table.bin`, bytes);
  replace(`${PACKAGE}data/table.json`, `${JSON.stringify(record, undefined, 2)}\n`);
  replace(
    `${PACKAGE}src/table-id.ts`,
    `/** The id of the table in \`data/\`, written with it by the training: known before the table is loaded. */
export const TABLE_ID = "${id}";

/** The numbers in one of its vectors. */
export const TABLE_DIMENSIONS = ${dimensions};
`,
  );
}

/** Whoever reads meanwhile has the old file or the new one, whole. */
function replace(path: string, contents: string | Uint8Array): void {
  writeFileSync(`${path}.new`, contents);
  renameSync(`${path}.new`, path);
}
