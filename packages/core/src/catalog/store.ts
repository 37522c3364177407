/** What a gateway keeps beyond one request, by kind. */
export type StoreSpace =
  | "session" // legacy MCP sessions
  | "load" // what a principal has loaded
  | "trust" // decisions on quarantined definitions
  | "catalog" // what a server listed, with its era verdict and schema hashes
  | "result"; // results too long for one page

/** Names one value. The owner is part of the key, so that nobody reads another's state by guessing an id. */
export interface StoreKey {
  readonly space: StoreSpace;
  /** A principal, or `shared` for what belongs to the deployment. */
  readonly owner: string;
  readonly id: string;
}

/** A value with the version to name when replacing it. */
export interface StoreValue {
  readonly value: unknown;
  readonly version: string;
}

/** How a write ended. */
export type StoreWrite =
  | { readonly type: "written"; readonly version: string }
  | { readonly type: "conflict"; readonly current: StoreValue | undefined };

/** Conditions of a write. */
export interface StoreWriteOptions {
  /** Write only over this version; `null`: only where nothing is. Absent: write in any case. */
  readonly over?: string | null;
  /** The value is gone after this long without another write. */
  readonly ttlMs?: number;
}

/**
 * The state that replicas share.
 *
 * Contract:
 * - Values are JSON; what comes back equals what went in, and is the reader's own copy.
 * - A key of one owner never yields another's value, also where ids or owners contain separators or globs.
 * - A write is seen by every later read of the same store, and is whole or absent after a crash.
 * - Of two writes over the same version, exactly one is `written`.
 * - `list` yields the keys of one space and owner, each once, in order of id; what is written meanwhile may be missed.
 * - `subscribe` calls its listener at least once after each write or removal by anyone, the subscriber included.
 * - Methods reject on an outage of the store itself, and on nothing else.
 */
export interface Store {
  read(key: StoreKey): Promise<StoreValue | undefined>;
  write(key: StoreKey, value: unknown, options?: StoreWriteOptions): Promise<StoreWrite>;
  remove(key: StoreKey): Promise<void>;
  list(space: StoreSpace, owner: string): AsyncIterable<StoreKey>;
  subscribe(space: StoreSpace, listener: (key: StoreKey) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
