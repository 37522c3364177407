import { randomUUID } from "node:crypto";
import {
  isJSONRPCNotification,
  isJSONRPCResponse,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Store } from "@plimsoll/core";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import type { RelayRequest } from "../upstream/upstream.ts";
import { SessionMail } from "./session-mail.ts";

const ASK_TIMEOUT_MS = 600_000;

/** A session, and whose it is. */
export interface SessionPlace {
  readonly owner: string;
  readonly session: string;
}

/**
 * What is said about requests of the older era that run: the gateway asks on the stream of such a request, the client
 * answers it, or calls it off, by a request of its own, which may come to another replica.
 */
export class SessionAsks {
  readonly #mail: SessionMail;

  constructor(store: Store) {
    this.#mail = new SessionMail(store);
  }

  /** Has to be waited for before a request is served that may have to ask. */
  listen(): Promise<void> {
    return this.#mail.listen();
  }

  /** Hands on an answer or a cancellation. Answers whether a message was one of them. */
  async deliver(message: unknown, place: SessionPlace): Promise<boolean> {
    if (isJSONRPCResponse(message)) {
      await this.#mail.send({ ...place, topic: answerTo(message.id) }, message);
      return true;
    }
    if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return false;
    await this.#mail.send({ ...place, topic: cancelOf(message.params?.["requestId"]) }, null);
    return true;
  }

  /** Asks the client on the stream of the request that runs. */
  ask(
    { method, params }: RelayRequest,
    { mcpReq }: ServerContext,
    place: SessionPlace,
    server: Server,
  ): Promise<unknown> {
    // The SDK counts from 0 in every request, and a session may run several: this id is nobody else's.
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const end = (error?: unknown): void => {
        forget();
        clearTimeout(timer);
        mcpReq.signal.removeEventListener("abort", giveUp);
        if (error !== undefined) reject(error);
      };
      const giveUp = (): void => end(new Error("The client did not answer."));
      const forget = this.#mail.expect({ ...place, topic: answerTo(id) }, (message) => {
        const read = readAnswer(message);
        end("error" in read ? read.error : undefined);
        if ("result" in read) resolve(read.result);
      });
      const timer = setTimeout(giveUp, ASK_TIMEOUT_MS);
      timer.unref();
      mcpReq.signal.addEventListener("abort", giveUp, { once: true });
      const message = { jsonrpc: "2.0" as const, id, method, params: { ...params } };
      server.transport?.send(message, { relatedRequestId: mcpReq.id }).catch(end);
    });
  }

  /** Aborted when the client calls the request off. */
  cancelled(
    { mcpReq }: ServerContext,
    place: SessionPlace,
  ): { readonly signal: AbortSignal; forget(): void } {
    const controller = new AbortController();
    const forget = this.#mail.expect({ ...place, topic: cancelOf(mcpReq.id) }, () =>
      controller.abort(new Error("The client called it off.")),
    );
    return { signal: controller.signal, forget };
  }

  close(): Promise<void> {
    return this.#mail.close();
  }
}

function answerTo(id: unknown): string {
  return `answer:${JSON.stringify(id)}`;
}

function cancelOf(id: unknown): string {
  return `cancel:${JSON.stringify(id)}`;
}

function readAnswer(message: unknown): { readonly result: unknown } | { readonly error: Error } {
  if (!isRecord(message) || !isRecord(message["error"])) {
    return { result: isRecord(message) ? message["result"] : undefined };
  }
  const { code, message: text, data } = message["error"];
  return { error: Object.assign(new Error(asText(text)), { code, data }) };
}
