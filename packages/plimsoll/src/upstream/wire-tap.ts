import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** An error as it came over the wire. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Reads along on a transport, for what the SDK rewrites: it gives some errors another code, and drops parts of their
 * data, but a relayed error has to arrive as it was sent.
 */
export class WireTap {
  readonly #awaited = new Map<string | number, WireError | undefined>();
  #sent: string | number | undefined;

  constructor(transport: Transport) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ("method" in message && "id" in message) this.#sent = message.id;
      return send(message, options);
    };
    // Whoever connects the transport later keeps what is set here, and calls it first.
    transport.onmessage = (message: JSONRPCMessage) => {
      if (!("error" in message) || message.id === undefined || !this.#awaited.has(message.id)) return;
      this.#awaited.set(message.id, message.error);
    };
  }

  /** Runs something that sends one request at once; where it rejects with the server's error, with that very one. */
  async follow<T>(send: () => Promise<T>, toError: (wire: WireError) => Error): Promise<T> {
    this.#sent = undefined;
    const answer = send();
    const id = this.#sent;
    if (id === undefined) return answer;
    this.#awaited.set(id, undefined);
    try {
      return await answer;
    } catch (cause) {
      const wire = this.#awaited.get(id);
      throw wire === undefined ? cause : toError(wire);
    } finally {
      this.#awaited.delete(id);
    }
  }
}
