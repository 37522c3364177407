import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { cut } from "../internal/cut.ts";
import { takeWithin } from "../internal/take-within.ts";

const MAX_HINT = 200;
/** About 1,500 tokens. */
const MAX_CHARACTERS = 6_000;

/** One line a tool: that it is there now, and what not to do instead. */
export function renderReminder(entries: readonly CatalogEntry[]): string {
  const lines = entries
    .map(({ wireName, tool }) => `${wireName} is callable now; ${cut(tool.antiFallback ?? "", MAX_HINT)}`)
    .map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`));
  const { taken, left } = takeWithin(lines, MAX_CHARACTERS, (line) => line.length);
  return [...taken, ...(left.length === 0 ? [] : [`${left.length} more are callable now.`])].join("\n");
}
