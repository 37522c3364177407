import type { Store, StoreKey, Trust } from "@plimsoll/core";
import { digestOf } from "../internal/digest.ts";
import { isRecord } from "../internal/is-record.ts";
import { VERSION } from "../version.ts";
import { readStamp } from "./decision-stamp.ts";
import type { RiskClasses } from "./risk-classes.ts";

/**
 * That nothing was held of what the servers of a config listed: then the next start need not look at all of it again.
 * It holds for these very listings, and until anything is decided.
 */
export interface Clearance {
  /** The stamp of the decisions that it was given by. */
  readonly stamp: string;
  /** The levels of trust under which nothing is held. */
  readonly levels: readonly Trust[];
  /** The marks of the listings, by server. */
  readonly marks: Readonly<Record<string, string>>;
}

/** What a clearance is for, beside the listings. */
export interface ClearanceTerms {
  readonly configFile: string;
  readonly classes: RiskClasses;
}

/** The clearance that was kept, if it holds still. */
export async function readClearance(store: Store, terms: ClearanceTerms): Promise<Clearance | undefined> {
  try {
    const [held, stamp] = await Promise.all([store.read(toKey(terms)), readStamp(store)]);
    const kept = held?.value;
    if (!isRecord(kept) || kept["terms"] !== toTerms(terms) || kept["stamp"] !== stamp) return undefined;
    const { levels, marks } = kept;
    return Array.isArray(levels) && isRecord(marks)
      ? { stamp, levels, marks: marks as Clearance["marks"] }
      : undefined;
  } catch {
    return undefined; // Where the store is away, everything is looked at.
  }
}

/** Keeps a clearance for the next start. */
export async function writeClearance(
  store: Store,
  terms: ClearanceTerms,
  clearance: Clearance,
): Promise<void> {
  await store.write(toKey(terms), { terms: toTerms(terms), ...clearance }).catch(() => undefined);
}

/** Another version may find something in what this one lets pass. */
function toTerms({ classes }: ClearanceTerms): string {
  return digestOf([VERSION, classes]);
}

function toKey({ configFile }: ClearanceTerms): StoreKey {
  return { space: "trust", owner: "shared", id: `clearance/${digestOf(configFile)}` };
}
