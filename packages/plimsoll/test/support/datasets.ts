import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the labelled data and real catalogs are; tests that need them are skipped where they are not. */
export const DATA =
  process.env["PLIMSOLL_DATA"] ?? fileURLToPath(new URL("../../../../../shared/datasets", import.meta.url));

/** A file of a folder of the data, packed or not. */
export function dataFile(folder: string, name: "tools" | "queries"): string | undefined {
  const plain = join(DATA, folder, `${name}.jsonl`);
  return [plain, `${plain}.gz`].find((file) => existsSync(file));
}

/** The folders that have a file. */
export function foldersWith(name: "tools" | "queries"): string[] {
  const folders = existsSync(DATA) ? readdirSync(DATA) : [];
  return folders.filter((folder) => dataFile(folder, name) !== undefined);
}
