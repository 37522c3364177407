import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";

const MAX_HINT = 200;

/** One line a tool: that it is there now, and what not to do instead. */
export function renderReminder(entries: readonly CatalogEntry[]): string {
  return entries
    .map(({ wireName, tool }) => `${wireName} is callable now; ${cut(tool.antiFallback ?? "", MAX_HINT)}`)
    .map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`))
    .join("\n");
}
