import { execFile } from "node:child_process";
import { copyFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";

// Reads every page and writes one, in a process of its own: a damaged page can end the process that touches it.
const CHECK = `
const { open } = require(process.argv[1]);
const root = open({ path: process.argv[2], encoding: "binary", noSubdir: true, maxDbs: 4 });
let sum = 0;
for (const { key } of root.getRange({})) {
  const part = root.openDB({ name: key, encoding: "binary" });
  for (const { value } of part.getRange({})) for (let at = 0; at < value.length; at += 512) sum += value[at];
  part.putSync("check", Buffer.alloc(8192));
}
process.exit(Number.isFinite(sum) ? 0 : 1);
`;
const PATIENCE_MS = 30_000;

/** What is wrong inside a database file that nobody has open; nothing where all of it can be read and written. */
export async function findInnerDamage(file: string): Promise<string | undefined> {
  const copy = `${file}.check`;
  try {
    await copyFile(file, copy);
    const lmdb = createRequire(import.meta.url).resolve("lmdb");
    await promisify(execFile)(process.execPath, ["-e", CHECK, lmdb, copy], { timeout: PATIENCE_MS });
    return undefined;
  } catch (cause) {
    const { code, signal }: { readonly code?: unknown; readonly signal?: unknown } = Object(cause);
    if (code === "ENOENT") return undefined; // It is not there at all.
    return `reading it ended with ${String(signal ?? code ?? cause)}`;
  } finally {
    await rm(copy, { force: true });
    await rm(`${copy}-lock`, { force: true });
  }
}
