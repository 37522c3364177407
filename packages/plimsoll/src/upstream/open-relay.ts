import { processRedactor } from "../secrets/redactor.ts";
import type { AwayQuestions } from "./away-questions.ts";
import type { ConnectionRequestOptions, ProgressUpdate } from "./connection.ts";
import { addHop } from "./hops.ts";
import { PausableTimer } from "./pausable-timer.ts";
import type { RelayOptions, RelayRequest } from "./upstream.ts";

type Progress = NonNullable<RelayOptions["progress"]>;

/** What a relay is made with, beside what goes with its request. */
export interface OpenRelayLimits {
  /** The id of the gateway. */
  readonly gateway: string;
  /** How long the server may take, from the start and from each progress; and how long in all. */
  readonly timeoutMs: number;
  readonly longestMs: number;
  /** How many messages had come from the server before. */
  readonly heard: number;
}

/** A request that a server is at work on: how it is called off, which time it has, and who can be asked meanwhile. */
export class OpenRelay implements ConnectionRequestOptions {
  readonly method: string;
  readonly heardBefore: number;
  readonly progress: ConnectionRequestOptions["progress"];
  readonly capabilities: ConnectionRequestOptions["capabilities"];
  readonly hops: readonly string[];
  /** Whether a question is what its client is answered, and goes away with. */
  readonly #isAwayWhenAsked: boolean;
  readonly #options: RelayOptions;
  readonly #stop = new AbortController();
  readonly #timer: PausableTimer;
  #isLate = false;

  constructor({ method }: RelayRequest, options: RelayOptions, limits: OpenRelayLimits) {
    this.method = method;
    this.heardBefore = limits.heard;
    this.capabilities = options.capabilities;
    this.hops = addHop({ meta: options.meta }, limits.gateway);
    this.#isAwayWhenAsked = options.era === "modern";
    this.#options = options;
    this.progress = options.progress === undefined ? undefined : this.#hear(options.progress);
    this.#timer = new PausableTimer(limits.timeoutMs, limits.longestMs, () => {
      this.#isLate = true;
      this.#stop.abort();
    });
    options.signal?.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Aborted when it is called off, or late. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  get canBeAsked(): boolean {
    return this.#options.ask !== undefined;
  }

  /** Has whoever waits answer what the server asks; the time that takes is not the server's. */
  async ask(request: RelayRequest, questions: AwayQuestions): Promise<unknown> {
    this.#timer.pause();
    try {
      const answer = this.#options.ask?.(request);
      return await (answer !== undefined && this.#isAwayWhenAsked ? questions.wait(answer) : answer);
    } finally {
      this.#timer.resume();
    }
  }

  log(message: Readonly<Record<string, unknown>>): void {
    this.#options.log?.(message);
  }

  /** Nobody waits for it any longer. */
  end(): void {
    this.#timer.stop();
    this.#options.signal?.removeEventListener("abort", this.#cancel);
  }

  readonly #cancel = (): void => this.#stop.abort(this.#options.signal?.reason);

  /** Who reports progress is at work. */
  #hear(progress: Progress): (update: ProgressUpdate) => void {
    return ({ progress: done, total, message }) => {
      this.#timer.restart();
      progress({
        progress: done,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message: processRedactor.redact(message) }),
      });
    };
  }
}
