import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { OpeningRecord } from "./record.ts";

type Declaring = Pick<OpeningRecord, "strategy" | "deferred">;

/** Whether a tool can be revealed as it stands: where a provider must have every definition, it has this one. */
export function isRevealable({ name, schemaHash }: CatalogEntry, { deferred }: Declaring): boolean {
  return deferred === undefined || hashesOf(deferred).get(name) === schemaHash;
}

/** Whether what was revealed before an opening record is revealed under it: the provider must have the definition. */
export function isStillRevealed(name: string | undefined, { strategy, deferred }: Declaring): boolean {
  return (
    strategy === "native" && deferred !== undefined && name !== undefined && hashesOf(deferred).has(name)
  );
}

const HASHES = new WeakMap<object, ReadonlyMap<string, string>>();

// A record never changes, and may declare thousands.
function hashesOf(deferred: NonNullable<OpeningRecord["deferred"]>): ReadonlyMap<string, string> {
  let hashes = HASHES.get(deferred);
  if (hashes === undefined) {
    hashes = new Map(deferred.map(({ name, schemaHash }) => [name, schemaHash]));
    HASHES.set(deferred, hashes);
  }
  return hashes;
}
