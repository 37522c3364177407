import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { isSafeName, toHashedName } from "../../tool/wire-name.ts";
import { TOOL_SEARCH } from "./tool-search.ts";

/**
 * A tool of an MCP server is called `mcp__server__tool`; tools of code keep their names, but for one that is called
 * like the meta-tool.
 *
 *     github/list_issues        -> mcp__github__list_issues
 *     create_issue              -> create_issue
 *     a name over 64 characters -> 52 of them, beginning with `mcp__`, `_`, 10 of base32
 */
export function toMcpWireName({ name, wireName, source }: CatalogEntry): string {
  if (source.kind !== "mcp") return wireName === TOOL_SEARCH.name ? toHashedName(wireName, name) : wireName;
  const prefixed = `mcp__${wireName}`;
  return isSafeName(prefixed) ? prefixed : toHashedName(prefixed, name);
}
