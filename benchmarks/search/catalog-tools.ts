import { type CatalogRow, readCatalog } from "../datasets.ts";
import { syntheticTools } from "../synthetic-tools.ts";
import { type SearchTool, toSearchTool } from "./search-tool.ts";
import { shuffle } from "./shuffle.ts";

const CATALOGS = ["catalog-toucan", "catalog-apisguru"];
const SOURCE = "synthetic";

/** Rows of two real catalogs in one fixed, mixed order, so that fewer rows are a part of more; made-up ones where the data is absent. */
export function readCatalogRows(count: number): readonly CatalogRow[] {
  const rows = CATALOGS.flatMap((name) => {
    // Ids of different files may meet: these carry their file's name.
    return (readCatalog(name) ?? []).map((row) => ({ ...row, id: `${name}:${row.id}` }));
  });
  if (rows.length > 0) return shuffle(rows).slice(0, count);
  return syntheticTools(count).map(({ name, description, inputSchema }) => ({
    id: name,
    name,
    description,
    inputSchema,
    server: SOURCE,
  }));
}

/** The same as tools. */
export function readCatalogTools(count: number): readonly SearchTool[] {
  return readCatalogRows(count).map((row) => toSearchTool(row, SOURCE));
}
