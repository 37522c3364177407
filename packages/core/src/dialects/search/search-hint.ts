import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";

const MAX_CHARACTERS = 120;

/**
 * What a deferred tool is listed with: its own hint, or one made from its server's name and its description.
 *
 * A hint that was made is not indexed: its words are in the index already, as the source's and the description's, and
 * counted twice they make some requests better and others worse.
 */
export function toSearchHint({ tool, source, summary }: CatalogEntry): string {
  const server = source.kind === "mcp" ? (source.title ?? source.id) : "";
  const made = [server, tool.card ?? summary].filter((part) => part !== "").join(": ");
  return cut((tool.searchHint ?? made).replace(/\s+/g, " ").trim(), MAX_CHARACTERS);
}
