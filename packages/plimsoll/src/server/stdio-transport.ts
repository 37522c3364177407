import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, MessageExtraInfo, Transport } from "@modelcontextprotocol/server";
import { MessageReader, type ReadLine } from "../wire/message-reader.ts";

/** Where MCP is spoken over a pair of streams. */
export interface StdioTransportOptions {
  /** In place of this process's standard input. */
  readonly input?: Readable;
  /** In place of this process's standard output. */
  readonly output?: Writable;
  /** What the connection still waits for when its input has ended. */
  readonly untilDone?: () => Promise<void>;
}

/** MCP over standard input and output, or over streams in their place: with the same bounds wherever it is spoken. */
export class StdioTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #untilDone: (() => Promise<void>) | undefined;
  readonly #reader = new MessageReader();
  #isClosed = false;

  constructor({ input = process.stdin, output = process.stdout, untilDone }: StdioTransportOptions = {}) {
    this.#input = input;
    this.#output = output;
    this.#untilDone = untilDone;
  }

  async start(): Promise<void> {
    const input = this.#input;
    input.on("data", this.#read);
    input.on("error", this.#fail);
    input.once("end", this.#end);
    input.once("close", this.#end);
    if (input.readableEnded || input.destroyed) setImmediate(this.#end);
    // Stays for good: what was written last may fail after everything else has ended.
    this.#output.on("error", (error) => {
      if (this.#isClosed) return;
      this.#fail(error);
      void this.close();
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("The connection is closed."));
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return WRITTEN;
    return this.#untilDrained();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const input = this.#input;
    input.off("data", this.#read);
    input.off("error", this.#fail);
    if (input.listenerCount("data") === 0) input.pause();
    this.onclose?.();
  }

  readonly #read = (piece: Buffer): void => {
    try {
      this.#reader.read(piece, this.#hear);
    } catch (error) {
      this.#fail(error);
      void this.close();
    }
  };

  readonly #hear = (line: ReadLine): void => {
    if (line === undefined) this.#fail(new Error("The client sent a line that is no message."));
    else if ("refusal" in line) this.send(line.refusal).catch(this.#fail);
    else if (!this.#isClosed) this.onmessage?.(line);
  };

  readonly #fail = (error: unknown): void => {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  };

  readonly #end = (): void => {
    this.#input.off("end", this.#end);
    this.#input.off("close", this.#end);
    const close = (): Promise<void> => this.close();
    void (this.#untilDone?.() ?? WRITTEN).then(close, close);
  };

  #untilDrained(): Promise<void> {
    const output = this.#output;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error | null): void => {
        output.off("drain", settle);
        output.off("error", settle);
        output.off("close", settle);
        if (error instanceof Error) reject(error);
        else resolve();
      };
      output.once("drain", settle);
      output.once("error", settle);
      output.once("close", settle);
    });
  }
}

const WRITTEN = Promise.resolve();
