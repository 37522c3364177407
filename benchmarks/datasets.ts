import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { McpTool } from "@plimsoll/core/mcp";

/** Where the labelled data and real catalogs are: they are read in place and are no part of this repository. */
const DATA = process.env["PLIMSOLL_DATA"] ?? fileURLToPath(new URL("../../shared/datasets", import.meta.url));

/** A row of a catalog file. */
export type CatalogRow = McpTool & { readonly server: string };

/** A catalog of real servers, or nothing where the data is absent. */
export function readCatalog(name: string): readonly CatalogRow[] | undefined {
  const plain = `${DATA}/${name}/tools.jsonl`;
  const packed = `${plain}.gz`;
  if (!existsSync(plain) && !existsSync(packed)) return undefined;
  const bytes = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(packed));
  const lines = bytes.toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): CatalogRow => JSON.parse(line));
}
