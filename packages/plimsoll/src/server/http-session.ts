import type { ClientSession } from "./connection.ts";
import type { SessionRecord, Sessions } from "./sessions.ts";

/** The session of a client of the older era over HTTP, for one request of it: what it changes is kept in the store. */
export class HttpSession implements ClientSession {
  readonly id: string;
  readonly #owner: string;
  readonly #record: SessionRecord;
  readonly #sessions: Sessions;
  /** Refuses a resource that nobody can tell of. */
  readonly #check: (uri: string) => Promise<void>;

  constructor(
    { id, owner, record }: { readonly id: string; readonly owner: string; readonly record: SessionRecord },
    sessions: Sessions,
    check: (uri: string) => Promise<void>,
  ) {
    this.id = id;
    this.#owner = owner;
    this.#record = record;
    this.#sessions = sessions;
    this.#check = check;
  }

  capabilities(): Readonly<Record<string, unknown>> {
    return this.#record.capabilities;
  }

  logLevel(): string | undefined {
    return this.#record.logLevel;
  }

  setLogLevel(logLevel: string): Promise<void> {
    return this.#update((record) => ({ ...record, logLevel }));
  }

  /** Whichever replica holds the session's stream has the server tell of it. */
  async subscribe(uri: string): Promise<void> {
    await this.#check(uri);
    await this.#update((record) => ({
      ...record,
      subscriptions: [...new Set([...record.subscriptions, uri])],
    }));
  }

  unsubscribe(uri: string): Promise<void> {
    return this.#update((record) => ({
      ...record,
      subscriptions: record.subscriptions.filter((one) => one !== uri),
    }));
  }

  #update(change: (record: SessionRecord) => SessionRecord): Promise<void> {
    return this.#sessions.update(this.#owner, this.id, change);
  }
}
