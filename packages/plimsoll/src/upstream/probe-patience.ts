import type { ProcessTransport } from "./process-transport.ts";

const LONGEST_PROBE_MS = 5_000;
const PROBE = "server/discover";
const METHOD_NOT_FOUND = -32_601;

/**
 * How long a server that is being started may leave the first question, which era it speaks, without an answer. Some
 * of the older era say nothing to what they do not know, and must not use up the time they have to start. But one that
 * has written nothing at all may still be starting: its time counts from its first output, and is over early enough
 * for it to be asked the older way. Then the question is answered in its place, as if it knew no such method.
 */
export class ProbePatience {
  readonly #transport: ProcessTransport;
  readonly #deadline: number;
  readonly #probeMs: number;
  #asked: string | number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSpeaking = false;
  #wasLeftUnanswered = false;

  constructor(transport: ProcessTransport, startMs: number) {
    this.#transport = transport;
    this.#deadline = performance.now() + (startMs * 2) / 3;
    this.#probeMs = Math.min(startMs / 3, LONGEST_PROBE_MS);
    transport.onfirstoutput = () => this.#speak();
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      // Whatever else is sent is sent because the question is settled.
      this.#asked =
        "method" in message && message.method === PROBE && "id" in message ? message.id : undefined;
      this.#wait();
      return send(message, options);
    };
  }

  /** Whether the server has said nothing to the question, in all the time it had. */
  get wasLeftUnanswered(): boolean {
    return this.#wasLeftUnanswered;
  }

  /** The server was reached, or given up. */
  stop(): void {
    this.#asked = undefined;
    this.#wait();
  }

  #speak(): void {
    if (this.#isSpeaking) return;
    this.#isSpeaking = true;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#asked === undefined) return;
    const leftMs = this.#deadline - performance.now();
    const waitMs = this.#isSpeaking ? Math.min(this.#probeMs, leftMs) : leftMs;
    this.#timer = setTimeout(() => this.#answer(), Math.max(waitMs, 0));
  }

  #answer(): void {
    if (this.#asked === undefined) return;
    this.#wasLeftUnanswered = true;
    const error = { code: METHOD_NOT_FOUND, message: "The server said nothing." };
    this.#transport.onmessage?.({ jsonrpc: "2.0", id: this.#asked, error });
  }
}
