import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { McpTool } from "@plimsoll/core/mcp";

/** Where the labelled data and real catalogs are: they are read in place and are no part of this repository. */
const DATA = process.env["PLIMSOLL_DATA"] ?? fileURLToPath(new URL("../../shared/datasets", import.meta.url));

/** A row of a catalog file. */
export type CatalogRow = McpTool & { readonly id: string; readonly server: string };

/** A row of a labelled set: not every set has servers or schemas. */
export type LabelledRow = Omit<McpTool, "inputSchema"> &
  Partial<Pick<McpTool, "inputSchema">> & { readonly id: string; readonly server?: string };

/** A request and the ids of the tools that answer it. */
export interface LabelledQuery {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  /** How the query came about, where a set has several kinds. */
  readonly kind?: string;
  /** The one tool that has to be first, where a set says so. */
  readonly strict?: string;
}

/** Tools with requests whose answers are known. */
export interface LabelledSet {
  readonly name: string;
  readonly tools: readonly LabelledRow[];
  readonly queries: readonly LabelledQuery[];
}

/** The development sets: those that have queries. */
const LABELLED_SETS = [
  "go-ent",
  "mcpproxy-golden",
  "azure-mcp",
  "metatool",
  "bfcl",
  "stabletoolbench",
  "apibank-toolsearch",
  "seal-tools",
] as const;

/** A catalog of real servers, or nothing where the data is absent. */
export function readCatalog(name: string): readonly CatalogRow[] | undefined {
  return readRows<CatalogRow>(name, "tools");
}

/** The labelled sets that are on this machine. */
export function readLabelledSets(): readonly LabelledSet[] {
  return LABELLED_SETS.flatMap((name) => readLabelledSet(name) ?? []);
}

/** One labelled set, or nothing where the data is absent. */
export function readLabelledSet(name: string): LabelledSet | undefined {
  const tools = readRows<LabelledRow>(name, "tools");
  const queries = readRows<LabelledQuery>(name, "queries");
  return tools === undefined || queries === undefined ? undefined : { name, tools, queries };
}

function readRows<Row>(set: string, file: string): readonly Row[] | undefined {
  const plain = `${DATA}/${set}/${file}.jsonl`;
  const packed = `${plain}.gz`;
  if (!existsSync(plain) && !existsSync(packed)) return undefined;
  const bytes = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(packed));
  const lines = bytes.toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): Row => JSON.parse(line));
}
