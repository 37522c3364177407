import type { Duplex, Readable, Writable } from "node:stream";
import { isTextTooDeep } from "../wire/nesting.ts";
import { LineSplitter } from "./line-splitter.ts";
import { OpenExchanges } from "./open-exchanges.ts";

/** How long answers are waited for once a client's input has ended; many a client kills what goes on for longer. */
export const LAST_ANSWERS_MS = 10_000;

/** The client's side of a relay: standard input and output. */
export interface RelayClient {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Carries MCP between a client that speaks over stdio and a gateway that speaks the same over a stream, line by line
 * and byte for byte. When the gateway ends, another one takes over: what the client waited for is answered with an
 * error, what it said of itself is said again, and the client need not be started anew. Settles when the client's
 * input has ended and what it asked before is answered, but does not wait for that for long; rejects when no other
 * gateway can be had.
 */
export function relay(client: RelayClient, first: Duplex, next: () => Promise<Duplex>): Promise<void> {
  return new Promise((resolve, reject) => new Relay(client, next, { resolve, reject }).start(first));
}

interface Settle {
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

class Relay {
  readonly #client: RelayClient;
  readonly #next: () => Promise<Duplex>;
  readonly #settle: Settle;
  readonly #exchanges = new OpenExchanges();
  readonly #waiting: Buffer[] = [];
  #far: Duplex | undefined;
  #isEnding = false;
  #hasEnded = false;

  constructor(client: RelayClient, next: () => Promise<Duplex>, settle: Settle) {
    this.#client = client;
    this.#next = next;
    this.#settle = settle;
  }

  start(first: Duplex): void {
    const { input, output } = this.#client;
    const lines = new LineSplitter();
    input.on("data", (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#fromClient(line);
    });
    for (const event of ["end", "close", "error"]) input.once(event, () => this.#endSoon());
    output.on("drain", () => this.#far?.resume());
    this.#take(first);
  }

  #take(far: Duplex): void {
    const lines = new LineSplitter();
    far.on("data", (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#fromGateway(line);
    });
    far.on("drain", () => this.#client.input.resume());
    far.on("error", () => far.destroy());
    far.once("close", () => void this.#replace());
    this.#far = far;
    if (this.#exchanges.isIntroducing) return;
    this.#catchUp();
  }

  #fromClient(line: Buffer): void {
    if (!this.#exchanges.fromClient(parse(line))) return;
    if (this.#far === undefined || this.#exchanges.isIntroducing) {
      this.#waiting.push(line);
      this.#client.input.pause();
    } else if (!this.#far.write(line)) this.#client.input.pause();
  }

  #fromGateway(line: Buffer): void {
    const isPassedOn = this.#exchanges.fromGateway(parse(line));
    if (isPassedOn && !this.#client.output.write(line)) this.#far?.pause();
    if (!isPassedOn && !this.#exchanges.isIntroducing) this.#catchUp();
    if (this.#isEnding && !this.#exchanges.isWaiting) this.#end();
  }

  #catchUp(): void {
    for (const line of this.#waiting.splice(0)) this.#far?.write(line);
    this.#client.input.resume();
  }

  async #replace(): Promise<void> {
    this.#far = undefined;
    if (this.#hasEnded) return;
    // What was held back for a gateway that is gone already is asked again with the rest, or refused.
    this.#waiting.length = 0;
    const { toClient, introduction, again } = this.#exchanges.recover();
    this.#waiting.push(...again.map((message) => Buffer.from(toLine(message))));
    for (const message of toClient) this.#client.output.write(toLine(message));
    try {
      const far = await this.#next();
      if (this.#hasEnded) return void far.destroy();
      for (const message of introduction) far.write(toLine(message));
      this.#take(far);
    } catch (cause) {
      this.#settle.reject(cause);
    }
  }

  /** Nothing more will be asked; a file of requests, piped in, ends before the first is answered. */
  #endSoon(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#exchanges.isWaiting) setTimeout(() => this.#end(), LAST_ANSWERS_MS).unref();
    else this.#end();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#far?.end();
    this.#settle.resolve();
  }
}

/** What cannot be read is passed on as it is: the gateway says what is wrong with it. */
function parse(line: Buffer): unknown {
  const text = line.toString("utf8");
  if (isTextTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toLine(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
