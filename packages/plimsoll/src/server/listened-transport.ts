import type {
  JSONRPCMessage,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";

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

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sent = this.#inner.send(message, options);
    const listener = this.#sentListener;
    return listener === undefined ? sent : sent.then(() => listener(message));
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
