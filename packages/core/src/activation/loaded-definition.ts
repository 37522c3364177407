import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { LoadedDefinition } from "./record.ts";

/** What a record keeps of a tool that is loaded as it stands today, for an array that it is appended to. */
export function toLoadedDefinition({ name, schemaHash, definition }: CatalogEntry): LoadedDefinition {
  return { name, schemaHash, definition };
}
