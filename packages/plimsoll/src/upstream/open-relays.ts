import { decline } from "./decline.ts";
import type { PausableTimer } from "./pausable-timer.ts";
import type { RelayOptions, RelayRequest } from "./upstream.ts";

// Only these may make a server ask something of its client.
const MAY_ASK: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

/** A request that a server is at work on. */
export interface OpenRelay extends Pick<RelayOptions, "ask" | "log"> {
  readonly method: string;
  readonly timer: PausableTimer;
}

/**
 * The requests that a server is at work on. What a server of the older era asks or logs meanwhile does not say which
 * of them it belongs to: it goes to the only one there is, and to nobody where there are several, since the wrong
 * person might be asked, or told. A server that asked into such a crowd is given its requests one at a time from then on.
 */
export class OpenRelays {
  readonly #open = new Set<OpenRelay>();
  #asksInCrowds = false;

  /** Whether only one request at a time should be open. */
  get takesTurns(): boolean {
    return this.#asksInCrowds;
  }

  add(relay: OpenRelay): () => void {
    if (!MAY_ASK.has(relay.method)) return () => undefined;
    this.#open.add(relay);
    return () => this.#open.delete(relay);
  }

  /** Has the one who waits answer what a server asks; the time that takes is not the server's. */
  async ask(request: RelayRequest): Promise<unknown> {
    if (this.#open.size > 1 && request.method !== "roots/list") this.#asksInCrowds = true;
    const { ask, timer } = this.#only() ?? {};
    if (ask === undefined) return decline(request);
    timer?.pause();
    try {
      return await ask(request);
    } finally {
      timer?.resume();
    }
  }

  log(message: Readonly<Record<string, unknown>>): void {
    this.#only()?.log?.(message);
  }

  #only(): OpenRelay | undefined {
    const [only] = this.#open;
    return this.#open.size === 1 ? only : undefined;
  }
}
