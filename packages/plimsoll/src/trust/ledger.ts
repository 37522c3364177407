import type { Store, StoreKey } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import { updateValue } from "../server/update-value.ts";
import { readStamp, renewStamp } from "./decision-stamp.ts";
import { type Definition, keyOf } from "./definition.ts";

const PREFIX = "definitions/";
const MOST_DECISIONS = 32;
const MOST_ITEMS = 10_000;

/** What is known of the definitions of one server: which were accepted or approved, and what they said. */
export interface Ledger {
  /** When anything of the server was first accepted. */
  readonly since: number;
  readonly items: Readonly<Record<string, LedgerItem>>;
}

/** What is known of one thing that a server offers, through all its definitions. */
export interface LedgerItem {
  readonly firstSeen: number;
  /** By the hash of a definition. */
  readonly decisions: Readonly<Record<string, Decision>>;
  /** The definition that was trusted last, for comparing. */
  readonly item: unknown;
  /** When a change of it was last accepted without anybody's word. */
  readonly changedAt?: number;
}

/** What was decided on a definition. */
export interface Decision {
  readonly type:
    | "accepted" // on first use, or as a harmless change
    | "approved" // by an operator
    | "rejected"; // by an operator
  readonly at: number;
}

/** The ledger of a server of which nothing is known. */
export const EMPTY_LEDGER: Ledger = { since: Number.POSITIVE_INFINITY, items: {} };

/** The ledgers of all servers, in the store, for every gateway of the deployment. */
export class LedgerBook {
  readonly #store: Store;
  readonly #seen = new Map<string, Ledger>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Where the store is away, what this process has seen is still there. */
  async read(server: string): Promise<Ledger> {
    const kept = await this.#store.read(toKey(server)).then(
      (found) => toLedger(found?.value),
      () => this.#seen.get(server) ?? EMPTY_LEDGER,
    );
    this.#seen.set(server, kept);
    return kept;
  }

  /** Writes decisions down, whoever else writes meanwhile; answers the ledger as it stands then. */
  async decide(
    server: string,
    type: Decision["type"],
    definitions: readonly Definition[],
    at: number = Date.now(),
  ): Promise<Ledger> {
    const change = (before: unknown): Ledger => addDecisions(toLedger(before), type, definitions, at);
    const written = await this.#update(server, change).catch(() => {
      if (type !== "accepted") throw new Error("The decision could not be written down: the store is away.");
      return change(this.#seen.get(server));
    });
    const ledger = toLedger(written);
    this.#seen.set(server, ledger);
    return ledger;
  }

  /** Another one than before, if anything was decided since. */
  stamp(): Promise<string> {
    return readStamp(this.#store);
  }

  /** The stamp is another before and after: whoever ends in between leaves nobody with what is out of date. */
  async #update(server: string, change: (before: unknown) => Ledger): Promise<unknown> {
    await renewStamp(this.#store);
    const written = await updateValue<unknown>(this.#store, toKey(server), change);
    await renewStamp(this.#store);
    return written;
  }

  /** Calls a listener with the name of a server on whose definitions somebody decided, in whichever process. */
  async subscribe(listener: (server: string) => void): Promise<() => Promise<void>> {
    return this.#store
      .subscribe("trust", ({ owner, id }) => {
        if (owner === "shared" && id.startsWith(PREFIX)) listener(id.slice(PREFIX.length));
      })
      .catch(() => async () => undefined);
  }
}

/** A ledger with more decisions in it. */
export function addDecisions(
  ledger: Ledger,
  type: Decision["type"],
  definitions: readonly Definition[],
  at: number,
): Ledger {
  const items = { ...ledger.items };
  for (const definition of definitions) {
    const key = keyOf(definition);
    const known = items[key];
    items[key] = {
      firstSeen: known?.firstSeen ?? at,
      decisions: lastOf({ ...known?.decisions, [definition.hash]: { type, at } }),
      item: type === "rejected" ? known?.item : definition.item,
      ...(type === "accepted" && known !== undefined ? { changedAt: at } : toChangedAt(known)),
    };
  }
  return { since: Math.min(ledger.since, at), items: within(items, new Set(definitions.map(keyOf))) };
}

/** An operator's word outlasts what was accepted by itself. */
function lastOf(decisions: Readonly<Record<string, Decision>>): Readonly<Record<string, Decision>> {
  const all = Object.entries(decisions);
  if (all.length <= MOST_DECISIONS) return decisions;
  const isOperators = ([, { type }]: [string, Decision]): boolean => type !== "accepted";
  const others = all.filter((one) => !isOperators(one)).sort(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries([...all.filter(isOperators), ...others].slice(0, MOST_DECISIONS));
}

/** A server that offers other things each time does not fill the store: what it no longer offers goes first. */
function within(items: Record<string, LedgerItem>, current: ReadonlySet<string>): Record<string, LedgerItem> {
  const all = Object.entries(items);
  if (all.length <= MOST_ITEMS) return items;
  const isKept = ([key, { decisions }]: [string, LedgerItem]): boolean =>
    current.has(key) || Object.values(decisions).some(({ type }) => type !== "accepted");
  return Object.fromEntries(all.filter(isKept));
}

function toChangedAt(known: LedgerItem | undefined): Pick<LedgerItem, "changedAt"> {
  return known?.changedAt === undefined ? {} : { changedAt: known.changedAt };
}

function toKey(server: string): StoreKey {
  return { space: "trust", owner: "shared", id: `${PREFIX}${server}` };
}

/** What another version of Plimsoll wrote may be anything. */
function toLedger(value: unknown): Ledger {
  if (!isRecord(value) || !isRecord(value["items"])) return EMPTY_LEDGER;
  const items = Object.entries(value["items"]).filter((entry): entry is [string, LedgerItem] =>
    isItem(entry[1]),
  );
  return {
    since: typeof value["since"] === "number" ? value["since"] : Number.POSITIVE_INFINITY,
    items: Object.fromEntries(items),
  };
}

function isItem(value: unknown): value is LedgerItem {
  return isRecord(value) && typeof value["firstSeen"] === "number" && isRecord(value["decisions"]);
}
