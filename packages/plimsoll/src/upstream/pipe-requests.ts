import { type JSONRPCMessage, SdkError, SdkErrorCode, type Transport } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { ConnectionRequestOptions, ProgressUpdate } from "./connection.ts";
import type { Ghosts } from "./ghosts.ts";
import type { RelayRequest } from "./upstream.ts";

// The SDK's client counts its own requests from 0 on the same connection.
const FIRST_ID = 1_000_000_000;
const NEXT_TURN = Promise.resolve();

interface Waiting {
  readonly progress: ConnectionRequestOptions["progress"];
  settle(answer: JSONRPCMessage | Error): void;
}

/**
 * Requests to a server of the older era over a pipe, beside the SDK's client, which connects and is asked. What is
 * only relayed it would check by several schemas on its way there and back, and that is most of what a relay costs.
 */
export class PipeRequests {
  readonly #transport: Transport;
  readonly #ghosts: Ghosts;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = FIRST_ID;
  #heard = 0;

  /** Takes over its own part of what comes from a transport that is connected; the rest goes on to the SDK's client. */
  constructor(transport: Transport, ghosts: Ghosts) {
    this.#transport = transport;
    this.#ghosts = ghosts;
    const { onmessage, onclose } = transport;
    transport.onmessage = (message, extra) => {
      if (!this.#hear(message)) onmessage?.(message, extra);
    };
    transport.onclose = () => {
      onclose?.();
      const closed = new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed");
      for (const { settle } of [...this.#waiting.values()]) settle(closed);
    };
  }

  /** How many messages have come for it. */
  get heard(): number {
    return this.#heard;
  }

  /** Sends a request. Where it leaves a ghost, the server may be at work on it after it was called off. */
  request(
    { method, params = {} }: RelayRequest,
    { signal, progress }: Pick<ConnectionRequestOptions, "signal" | "progress">,
    leavesGhost: boolean,
  ): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const end = (): void => {
        signal.removeEventListener("abort", cancel);
        this.#waiting.delete(id);
      };
      const cancel = (): void => {
        end();
        if (leavesGhost) this.#ghosts.add(id);
        const reason = String(signal.reason);
        this.#send({ method: "notifications/cancelled", params: { requestId: id, reason } }).catch(
          () => undefined,
        );
        reject(signal.reason);
      };
      signal.addEventListener("abort", cancel, { once: true });
      this.#waiting.set(id, {
        progress,
        settle: (answer) => {
          end();
          if (answer instanceof Error) reject(answer);
          else if ("result" in answer) resolve(toPlainResult(answer.result));
          else if ("error" in answer) reject(toError(answer.error));
        },
      });
      this.#send({ id, method, params: progress === undefined ? params : withToken(params, id) }).catch(
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
  }

  #send(message: object): Promise<void> {
    return this.#transport.send({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
  }

  /** Takes an answer or a progress of its own; answers whether it was that. */
  #hear(message: JSONRPCMessage): boolean {
    if ("method" in message) {
      if (message.method !== "notifications/progress") return false;
      const { progressToken, ...update } = message.params ?? {};
      if (typeof progressToken !== "number" || progressToken <= FIRST_ID) return false;
      this.#heard += 1;
      this.#waiting.get(progressToken)?.progress?.(update as unknown as ProgressUpdate);
      return true;
    }
    const { id } = message;
    if (typeof id !== "number" || id <= FIRST_ID) return false;
    this.#heard += 1;
    const waiting = this.#waiting.get(id);
    // What the server logged before it answered is read by the SDK's client, a moment later than it came.
    if (waiting === undefined) this.#ghosts.answered(id);
    else void NEXT_TURN.then(() => waiting.settle(message));
    return true;
  }
}

function withToken(params: Readonly<Record<string, unknown>>, progressToken: number): object {
  const { _meta: meta } = params;
  return { ...params, _meta: { ...(isRecord(meta) ? meta : {}), progressToken } };
}

/** Only in the newer era a result says of which kind it is. */
function toPlainResult(result: Readonly<Record<string, unknown>>): unknown {
  if (result["resultType"] === undefined) return result;
  const { resultType: _type, ...rest } = result;
  return rest;
}

function toError({ code, message, data }: { code: number; message: string; data?: unknown }): ProtocolError {
  return new ProtocolError(code, message, data);
}
