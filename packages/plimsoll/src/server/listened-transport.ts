import type { JSONRPCMessage, MessageExtraInfo, Transport } from "@modelcontextprotocol/server";

/** A transport that lets somebody else hear what comes in, before whoever serves it, and what went out. */
export class ListenedTransport implements Transport {
  readonly #inner: Transport;
  readonly #listener: (message: JSONRPCMessage) => void;
  readonly #sentListener: ((message: JSONRPCMessage) => void) | undefined;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  constructor(
    inner: Transport,
    listener: (message: JSONRPCMessage) => void,
    sentListener?: (message: JSONRPCMessage) => void,
  ) {
    this.#inner = inner;
    this.#listener = listener;
    this.#sentListener = sentListener;
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => {
      this.#listener(message);
      this.onmessage?.(message, extra);
    };
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    return this.#inner.start();
  }

  async send(...sent: Parameters<Transport["send"]>): Promise<void> {
    await this.#inner.send(...sent);
    this.#sentListener?.(sent[0]);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
