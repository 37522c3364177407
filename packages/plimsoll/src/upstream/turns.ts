import type { ServerConfig } from "../config/config.ts";
import { AwayQuestions } from "./away-questions.ts";
import { TurnQueue } from "./turn-queue.ts";
import { toUpstreamFailure } from "./upstream-failure.ts";

/** Whose turn it is to use a server, of all who want to. */
export class Turns {
  /** The questions of those whose turn it is, which others may have to wait behind. */
  readonly questions: AwayQuestions;
  readonly #server: ServerConfig;
  readonly #queue: TurnQueue;
  #isOneByOne = false;

  constructor(server: ServerConfig) {
    const { concurrency, timeoutSeconds } = server.limits;
    this.#server = server;
    this.#queue = new TurnQueue(() => (this.#isOneByOne ? 1 : concurrency));
    this.questions = new AwayQuestions(timeoutSeconds * 1000, () => this.#queue.waiting > 0);
  }

  /** How many have a turn, and how many wait for one. */
  get load(): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.#queue;
    return { running, waiting };
  }

  /** From now on only one at a time has a turn. */
  goOneByOne(): void {
    this.#isOneByOne = true;
  }

  /** A turn, where nobody is waited for. */
  takeNow(signal: AbortSignal | undefined): (() => void) | undefined {
    return this.#queue.takeNow(signal);
  }

  /** Whoever is ahead may wait for a user who has gone: nobody waits behind that for longer than a call may take. */
  async take(signal: AbortSignal | undefined): Promise<() => void> {
    const { timeoutSeconds } = this.#server.limits;
    const turn = this.#queue.take(signal, timeoutSeconds * 1000);
    this.questions.hurry();
    try {
      return await turn;
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = `it was busy with other requests for ${timeoutSeconds} seconds. Try again later.`;
      throw toUpstreamFailure(this.#server, reason, "", cause);
    }
  }
}
