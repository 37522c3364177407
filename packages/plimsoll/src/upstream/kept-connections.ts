import type { Connection } from "./connection.ts";
import type { OpenRelays } from "./open-relays.ts";

/** A connection, and what is under way on it. */
export interface KeptConnection {
  readonly connection: Connection;
  readonly relays: OpenRelays;
}

/**
 * The connection of a server that is used, the attempt to make one, and those that were let go of and have not ended.
 * Ends happen behind the back of whoever comes next, and are waited for in the end.
 */
export class KeptConnections {
  readonly #open: (signal: AbortSignal) => Promise<KeptConnection>;
  readonly #replaced = new Set<Connection>();
  readonly #ending = new Set<Promise<void>>();
  #current: KeptConnection | undefined;
  #attempt: Promise<KeptConnection> | undefined;
  #giveUp: AbortController | undefined;

  /** `open` makes a connection, and has it used by `use` once it is made. */
  constructor(open: (signal: AbortSignal) => Promise<KeptConnection>) {
    this.#open = open;
  }

  /** The one that is used. */
  get current(): KeptConnection | undefined {
    return this.#current;
  }

  /** Whether there is none, and none is being made. */
  get isEmpty(): boolean {
    return this.#current === undefined && this.#attempt === undefined;
  }

  /** Makes sure of a connection; callers that come meanwhile share the attempt. */
  get(): Promise<KeptConnection> {
    if (this.#current !== undefined) return Promise.resolve(this.#current);
    this.#attempt ??= this.#start();
    return this.#attempt;
  }

  use(kept: KeptConnection): void {
    this.#current = kept;
  }

  /** Lets go of the connection there is, or is being made, and ends it. */
  drop(): void {
    this.#giveUp?.abort();
    this.#giveUp = undefined;
    const { attempt, current } = { attempt: this.#attempt, current: this.#current };
    this.#attempt = undefined;
    this.#current = undefined;
    if (attempt !== undefined) this.await(attempt.then(() => undefined));
    if (current !== undefined) this.end(current.connection);
  }

  /** Has the next request make another connection; this one ends when what is under way on it has ended. */
  replace(kept: KeptConnection): void {
    if (this.#current !== kept) return;
    this.#current = undefined;
    this.#replaced.add(kept.connection);
    kept.relays.whenDone(() => this.end(kept.connection));
  }

  /** Ends all of them, and waits for that. */
  async endAll(): Promise<void> {
    this.drop();
    for (const connection of this.#replaced) this.end(connection);
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }

  end(connection: Connection): void {
    this.#replaced.delete(connection);
    this.await(connection.close());
  }

  /** Takes down an end that `endAll` has to wait for. */
  await(end: Promise<void>): void {
    const settled = end.catch(() => undefined).finally(() => this.#ending.delete(settled));
    this.#ending.add(settled);
  }

  #start(): Promise<KeptConnection> {
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    const attempt = this.#open(giveUp.signal).finally(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    });
    return attempt;
  }
}
