import type { StoreKey } from "@plimsoll/core";
import type { Database } from "lmdb";

const KEPT_MS = 3_600_000;
const TRIM_EVERY = 64;

interface Change extends StoreKey {
  readonly at: number;
}

/** The keys that were written lately, in order, for subscribers in any process. */
export class ChangeLog {
  readonly #entries: Database<string, number>;

  constructor(entries: Database<string, number>) {
    this.#entries = entries;
  }

  /** The number of the last change. */
  get last(): number {
    const [last = 0] = this.#entries.getKeys({ reverse: true, limit: 1 });
    return last;
  }

  /** Adds a change, inside a transaction of the caller's. */
  append({ space, owner, id }: StoreKey, now: number): void {
    const number = this.last + 1;
    const change: Change = { space, owner, id, at: now };
    void this.#entries.put(number, JSON.stringify(change));
    if (number % TRIM_EVERY === 0) this.#trim(now - KEPT_MS);
  }

  /** The changes after one; nothing where some of them have been forgotten. */
  since(number: number): readonly StoreKey[] | undefined {
    const range = [...this.#entries.getRange({ start: number + 1 })];
    const [first] = range;
    if (first !== undefined && first.key !== number + 1) return undefined;
    return range.map(({ value }) => {
      const { space, owner, id } = JSON.parse(value) as Change;
      return { space, owner, id };
    });
  }

  #trim(before: number): void {
    for (const { key, value } of this.#entries.getRange({})) {
      if ((JSON.parse(value) as Change).at >= before) return;
      void this.#entries.remove(key);
    }
  }
}
