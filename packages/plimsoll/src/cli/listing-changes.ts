import { isDeepStrictEqual } from "node:util";
import { asText } from "../internal/as-text.ts";
import { compareText } from "../internal/compare.ts";
import { isRecord } from "../internal/is-record.ts";

/** What a server listed, as far as it is compared. */
export interface ComparedListing {
  readonly tools: readonly unknown[];
  /** Has the names at the server of the tools that are usable. */
  readonly schemaHashes: Readonly<Record<string, string>>;
}

/** How two lists of tools differ, by the names at the server. */
export interface ListingChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** There before and after, with another schema. */
  readonly changed: readonly string[];
  /** There before and after with the same schema, and something else about them is another. */
  readonly reworded: readonly string[];
}

/** Compares what a server listed before with what it lists now. */
export function compareListings(before: ComparedListing, after: ComparedListing): ListingChanges {
  const [old, now] = [toTools(before), toTools(after)];
  const kept = [...now.keys()].filter((name) => old.has(name));
  const differs = (name: string, part: (tool: Tool) => unknown): boolean =>
    !isDeepStrictEqual(part(old.get(name) ?? {}), part(now.get(name) ?? {}));
  const isChanged = (name: string): boolean =>
    differs(name, (tool) => [tool["inputSchema"], tool["outputSchema"]]);
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: kept.filter(isChanged),
    reworded: kept.filter((name) => !isChanged(name) && differs(name, (tool) => tool)),
  };
}

type Tool = Readonly<Record<string, unknown>>;

function toTools({ tools, schemaHashes }: ComparedListing): Map<string, Tool> {
  const named = tools.filter(isRecord).map((tool): [string, Tool] => [asText(tool["name"]), tool]);
  const usable = named.filter(([name]) => Object.hasOwn(schemaHashes, name));
  return new Map(usable.sort(([a], [b]) => compareText(a, b)));
}
