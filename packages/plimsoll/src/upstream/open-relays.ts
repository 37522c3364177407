import { GIVEN_UP } from "./away-questions.ts";
import { decline } from "./decline.ts";
import { mayAsk } from "./may-ask.ts";
import type { OpenRelay } from "./open-relay.ts";
import type { Turns } from "./turns.ts";
import type { RelayRequest } from "./upstream.ts";

/**
 * The requests that are under way on one connection. What a server of the older era asks or logs meanwhile does not say
 * which of them it belongs to: it goes to the only one there is, and to nobody where there are several, or where the
 * server may be at work on one that nobody waits for any longer, since the wrong person might be asked, or told. A
 * server that asked into a crowd is given its requests one at a time from then on.
 */
export class OpenRelays {
  readonly #turns: Turns;
  readonly #hasGhosts: () => boolean;
  readonly #askable = new Set<OpenRelay>();
  #running = 0;
  #whenDone: (() => void) | undefined;

  constructor(turns: Turns, hasGhosts: () => boolean) {
    this.#turns = turns;
    this.#hasGhosts = hasGhosts;
  }

  /** How many there are. */
  get running(): number {
    return this.#running;
  }

  begin(relay: OpenRelay): void {
    this.#running += 1;
    if (mayAsk(relay.method)) this.#askable.add(relay);
  }

  end(relay: OpenRelay): void {
    relay.end();
    this.#askable.delete(relay);
    this.#running -= 1;
    if (this.#running === 0) this.#whenDone?.();
  }

  /** Does something once nothing is under way: at once, or after the last. */
  whenDone(act: () => void): void {
    this.#whenDone = act;
    if (this.#running === 0) act();
  }

  async ask(request: RelayRequest): Promise<unknown> {
    if (this.#askable.size > 1 && request.method !== "roots/list") this.#turns.goOneByOne();
    const relay = this.#only();
    if (relay?.canBeAsked !== true) return decline(request);
    const answer = await relay.ask(request, this.#turns.questions);
    return answer === GIVEN_UP ? decline(request) : answer;
  }

  log(message: Readonly<Record<string, unknown>>): void {
    this.#only()?.log(message);
  }

  #only(): OpenRelay | undefined {
    const [only] = this.#askable;
    return this.#askable.size === 1 && !this.#hasGhosts() ? only : undefined;
  }
}
