import type { Store, StoreKey } from "@plimsoll/core";

const KEPT_MS = 600_000;

/** Where something is waited for: a session, and what of it. */
export interface MailAddress {
  readonly owner: string;
  readonly session: string;
  /** For example `answer:ID`. */
  readonly topic: string;
}

/**
 * Carries what a client of the older era posts about a request that runs (an answer, a cancellation) to whoever waits
 * for it: over the store, where that is another replica.
 */
export class SessionMail {
  readonly #store: Store;
  readonly #waiting = new Map<string, (value: unknown) => void>();
  #subscription: Promise<() => Promise<void>> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Hears of what other replicas send, from here on. */
  async listen(): Promise<void> {
    this.#subscription ??= this.#store.subscribe("session", (key) => void this.#collect(key));
    await this.#subscription;
  }

  /** Waits for what is sent to an address; the answer ends that. Whoever waits is called at most once. */
  expect(address: MailAddress, arrived: (value: unknown) => void): () => void {
    const text = toText(toKey(address));
    this.#waiting.set(text, arrived);
    return () => void this.#waiting.delete(text);
  }

  /** Sends something to an address, wherever it is waited for; if nowhere, it is dropped after a while. */
  async send(address: MailAddress, value: unknown): Promise<void> {
    const key = toKey(address);
    if (!this.#deliver(key, value)) await this.#store.write(key, { value }, { ttlMs: KEPT_MS });
  }

  async close(): Promise<void> {
    this.#waiting.clear();
    await (await this.#subscription)?.();
  }

  async #collect(key: StoreKey): Promise<void> {
    if (!this.#waiting.has(toText(key))) return;
    const held = await this.#store.read(key).catch(() => undefined);
    if (held === undefined) return;
    this.#deliver(key, (held.value as { readonly value: unknown }).value);
    await this.#store.remove(key).catch(() => undefined);
  }

  #deliver(key: StoreKey, value: unknown): boolean {
    const text = toText(key);
    const arrived = this.#waiting.get(text);
    this.#waiting.delete(text);
    arrived?.(value);
    return arrived !== undefined;
  }
}

function toKey({ owner, session, topic }: MailAddress): StoreKey {
  return { space: "session", owner, id: `mail:${session}:${topic}` };
}

function toText({ owner, id }: StoreKey): string {
  return JSON.stringify([owner, id]);
}
