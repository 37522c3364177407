import { randomBytes } from "node:crypto";
import type { Store, StoreKey } from "@plimsoll/core";
import { updateValue } from "./update-value.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SESSION = "session:";

/** What is kept of a session of the older era, for whichever replica serves its next request. */
export interface SessionRecord {
  /** What the client can do, as it said when the session began. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly logLevel?: string;
  /** The resources that the client wants to hear of. */
  readonly subscriptions: readonly string[];
  /** When it was last seen, about: a session ends a day after that. */
  readonly seenAt: number;
}

/** The sessions of clients of the older era over HTTP. Knowing an id is no proof of anything: they are their owner's. */
export class Sessions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Begins a session; the answer is its id, which nobody can guess. */
  async begin(owner: string, capabilities: SessionRecord["capabilities"]): Promise<string> {
    const id = randomBytes(24).toString("base64url");
    const record: SessionRecord = { capabilities, subscriptions: [], seenAt: Date.now() };
    await this.#store.write(toKey(owner, id), record, { ttlMs: DAY_MS });
    return id;
  }

  /** How many an owner has, as far as it matters whether these are so many. */
  async count(owner: string, most: number): Promise<number> {
    let count = 0;
    for await (const { id } of this.#store.list("session", owner)) {
      if (id.startsWith(SESSION)) count++;
      if (count >= most) break;
    }
    return count;
  }

  /** Looks a session up, which keeps it alive. */
  async find(owner: string, id: string): Promise<SessionRecord | undefined> {
    const held = await this.#store.read(toKey(owner, id));
    const record = held?.value as SessionRecord | undefined;
    if (record === undefined) return undefined;
    // A write an hour, not one a request.
    if (Date.now() - record.seenAt > HOUR_MS) await this.update(owner, id, (seen) => ({ ...seen }));
    return record;
  }

  /** Changes what is kept of a session, unless it has ended. */
  async update(owner: string, id: string, change: (record: SessionRecord) => SessionRecord): Promise<void> {
    const seenAt = Date.now();
    await updateValue<SessionRecord>(
      this.#store,
      toKey(owner, id),
      (record) => (record === undefined ? undefined : { ...change(record), seenAt }),
      { ttlMs: DAY_MS },
    );
  }

  async end(owner: string, id: string): Promise<void> {
    await this.#store.remove(toKey(owner, id));
    await this.#store.remove({ space: "load", owner, id: `session:${id}` });
  }

  /** Calls a listener after each change of a session, by whatever replica; the answer ends that. */
  subscribe(owner: string, id: string, listener: () => void): Promise<() => Promise<void>> {
    const key = toKey(owner, id);
    return this.#store.subscribe("session", (changed) => {
      if (changed.owner === owner && changed.id === key.id) listener();
    });
  }
}

function toKey(owner: string, id: string): StoreKey {
  return { space: "session", owner, id: `${SESSION}${id}` };
}
