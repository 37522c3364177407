import type { JSONRPCMessage, MessageExtraInfo, Transport } from "@modelcontextprotocol/server";

/** A transport that lets somebody else hear what comes in, before whoever serves it. */
export class ListenedTransport implements Transport {
  readonly #inner: Transport;
  readonly #listener: (message: JSONRPCMessage) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  constructor(inner: Transport, listener: (message: JSONRPCMessage) => void) {
    this.#inner = inner;
    this.#listener = listener;
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

  send(...sent: Parameters<Transport["send"]>): Promise<void> {
    return this.#inner.send(...sent);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
