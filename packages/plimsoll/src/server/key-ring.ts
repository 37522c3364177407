import { createHmac, randomBytes } from "node:crypto";
import type { Store, StoreKey } from "@plimsoll/core";
import { updateValue } from "./update-value.ts";

const KEY: StoreKey = { space: "session", owner: "shared", id: "key-ring" };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long something may be good for that was sealed with a key of the ring. */
export const LONGEST_SEAL_MS: number = DAY_MS;

/** How long a key seals; after that another one does. */
const SEALS_MS = DAY_MS;
// Replicas' clocks may differ, and one may have looked at the ring a moment ago.
const GRACE_MS = HOUR_MS;

/** A key to seal with. */
export interface RingKey {
  /** Four bytes, as hexadecimal digits. */
  readonly id: string;
  /** The key for one purpose: what was sealed for another is not opened by it. */
  for(purpose: string): Buffer;
}

interface KeptKey {
  readonly id: string;
  readonly secret: string;
  readonly createdAt: number;
}

/**
 * The keys that all replicas seal with: one of today, and those of before for as long as anything they sealed may be
 * good. The first replica that comes by chooses each.
 */
export class KeyRing {
  readonly #store: Store;
  readonly #now: () => number;
  #kept: readonly KeptKey[] = [];

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** The key to seal with. */
  async current(): Promise<RingKey> {
    const newest = this.#kept.at(-1);
    if (newest !== undefined && this.#isSealing(newest)) return toRingKey(newest);
    this.#kept = (await updateValue<readonly KeptKey[]>(this.#store, KEY, (kept = []) => this.#rotate(kept), {
      ttlMs: SEALS_MS + LONGEST_SEAL_MS + GRACE_MS,
    })) as readonly KeptKey[];
    return toRingKey(this.#kept.at(-1) as KeptKey);
  }

  /** The key of an id, where what it sealed may still be good. */
  async find(id: string): Promise<RingKey | undefined> {
    const isIt = (key: KeptKey): boolean => key.id === id && this.#isOpening(key);
    const known = this.#kept.find(isIt);
    if (known !== undefined) return toRingKey(known);
    // Another replica may have chosen it.
    const held = await this.#store.read(KEY);
    this.#kept = (held?.value as readonly KeptKey[] | undefined) ?? [];
    const found = this.#kept.find(isIt);
    return found === undefined ? undefined : toRingKey(found);
  }

  #rotate(kept: readonly KeptKey[]): readonly KeptKey[] {
    const newest = kept.at(-1);
    if (newest !== undefined && this.#isSealing(newest)) return kept;
    const id = randomBytes(4).toString("hex");
    const secret = randomBytes(32).toString("base64");
    return [...kept.filter((key) => this.#isOpening(key)), { id, secret, createdAt: this.#now() }];
  }

  #isSealing({ createdAt }: KeptKey): boolean {
    return this.#now() - createdAt < SEALS_MS;
  }

  #isOpening({ createdAt }: KeptKey): boolean {
    return this.#now() - createdAt < SEALS_MS + LONGEST_SEAL_MS + GRACE_MS;
  }
}

function toRingKey({ id, secret }: KeptKey): RingKey {
  return {
    id,
    for: (purpose) => createHmac("sha256", Buffer.from(secret, "base64")).update(purpose).digest(),
  };
}
