import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/server";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import type { Ghosts } from "./ghosts.ts";
import { statusOf } from "./upstream-failure.ts";

/** An error as it came over the wire. */
interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

type Answer = WireError | "result" | undefined;

/**
 * Reads along on a transport, for what the SDK rewrites or passes over: it gives some errors another code, drops parts
 * of their data, and takes no notice of an answer that nobody waits for any longer.
 */
export class WireTap {
  readonly #awaited = new Map<string | number, Answer>();
  readonly #ghosts: Ghosts;
  #sent: string | number | undefined;
  #heard = 0;

  constructor(transport: Transport, ghosts: Ghosts) {
    this.#ghosts = ghosts;
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ("method" in message && "id" in message) this.#sent = message.id;
      return send(message, options);
    };
    // Whoever connects the transport later keeps what is set here, and calls it first.
    transport.onmessage = (message: JSONRPCMessage) => this.#hear(message);
  }

  /** How many messages have come. */
  get heard(): number {
    return this.#heard;
  }

  /**
   * Runs something that sends one request at once; where it rejects with the server's error, with that very one. A
   * request that may make a server ask, and ends without an answer, leaves a ghost.
   */
  async follow<T>(send: () => Promise<T>, leavesGhost: boolean): Promise<T> {
    this.#sent = undefined;
    const answer = send();
    const id = this.#sent;
    if (id === undefined) return answer;
    this.#awaited.set(id, undefined);
    try {
      return await answer;
    } catch (cause) {
      const heard = this.#awaited.get(id);
      if (typeof heard === "object") throw new ProtocolError(heard.code, heard.message, heard.data);
      if (heard === undefined && leavesGhost && statusOf(cause) === undefined) this.#ghosts.add(id);
      throw readErrorBody(cause, id) ?? cause;
    } finally {
      this.#awaited.delete(id);
    }
  }

  #hear(message: JSONRPCMessage): void {
    this.#heard += 1;
    if ("method" in message || message.id === undefined) return;
    if (this.#awaited.has(message.id)) {
      this.#awaited.set(message.id, "error" in message ? message.error : "result");
    } else this.#ghosts.answered(message.id);
  }
}

/** Over HTTP some servers put their answer into the body of a refusal, under the id of the request. */
function readErrorBody(cause: unknown, id: string | number): ProtocolError | undefined {
  const { text }: { readonly text?: unknown } = Object(Object(cause)["data"]);
  if (typeof text !== "string") return undefined;
  try {
    const body: unknown = JSON.parse(text);
    const { code, message, data }: Record<string, unknown> =
      isRecord(body) && body["id"] === id ? Object(body["error"]) : {};
    if (typeof code !== "number") return undefined;
    return Object.assign(new ProtocolError(code, asText(message), data), { cause });
  } catch {
    return undefined;
  }
}
