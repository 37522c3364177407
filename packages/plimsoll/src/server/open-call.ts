import { randomUUID } from "node:crypto";
import type { Progress } from "@plimsoll/core";
import type { RelayRequest } from "../upstream/upstream.ts";

/** A request of the client that a call is being answered to. */
export interface Attachment {
  readonly signal: AbortSignal;
  readonly progress: (update: Progress) => void;
  readonly log?: ((message: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** How far a call has come: to its end, or to questions for the client. */
export type CallTurn<Result> =
  | { readonly type: "ended"; readonly result: Result }
  | { readonly type: "asked"; readonly requests: Readonly<Record<string, RelayRequest>> };

interface Question {
  readonly request: RelayRequest;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A call that can outlive the request it came by: when a server of the older era asks something in the middle of it,
 * a client of the newer era is answered the question, and the call goes on when the client comes back with the answer.
 */
export class OpenCall<Result> {
  readonly #own = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #ended: Promise<CallTurn<Result>>;
  #attachment: Attachment;
  #id: string | undefined;
  #asked = 0;
  #wake: () => void = () => {};

  constructor(attachment: Attachment, run: (call: OpenCall<Result>) => Promise<Result>) {
    this.#attachment = attachment;
    this.#ended = run(this).then((result) => ({ type: "ended", result }));
    // It is waited for by turns, and by nobody between two of them.
    this.#ended.catch(() => undefined);
  }

  /** Nobody can guess it. */
  get id(): string {
    this.#id ??= randomUUID();
    return this.#id;
  }

  /** Aborted when the client gives up. */
  get signal(): AbortSignal {
    return this.#own.signal;
  }

  progress(update: Progress): void {
    this.#attachment.progress(update);
  }

  log(message: Readonly<Record<string, unknown>>): void {
    this.#attachment.log?.(message);
  }

  /** Asks the client, by way of whatever request it is here with. */
  ask(request: RelayRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#questions.set(`ask-${++this.#asked}`, { request, resolve, reject });
      this.#wake();
    });
  }

  /** Waits for the end of the call, or for questions that have no answer yet. */
  async turn(): Promise<CallTurn<Result>> {
    const { signal } = this.#attachment;
    const cancel = (): void => this.cancel(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const asked = new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#questions.size > 0) resolve();
      });
      const ended = await Promise.race([this.#ended, asked]);
      if (ended !== undefined) return ended;
      const requests = [...this.#questions].map(([key, { request }]) => [key, request] as const);
      return { type: "asked", requests: Object.fromEntries(requests) };
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /** Goes on with answers, on behalf of the request that brought them. */
  resume(answers: Readonly<Record<string, unknown>>, attachment: Attachment): void {
    this.#attachment = attachment;
    for (const [key, answer] of Object.entries(answers)) {
      this.#questions.get(key)?.resolve(answer);
      this.#questions.delete(key);
    }
  }

  /** Calls it off. */
  cancel(reason: unknown): void {
    this.#own.abort(reason);
    for (const { reject } of this.#questions.values()) reject(reason);
    this.#questions.clear();
  }
}
