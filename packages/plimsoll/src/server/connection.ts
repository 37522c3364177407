import type { ServerContext } from "@modelcontextprotocol/server";
import type { Principal } from "@plimsoll/core";
import type { Era, RelayRequest } from "../upstream/upstream.ts";

/** Where a client stands: who it is, what part of the gateway it is connected to, and how it can be reached. */
export interface Connection {
  readonly era: Era;
  readonly principal: Principal | undefined;
  readonly workspace: string | undefined;
  /** The name of its profile. */
  readonly profile: string | undefined;
  /** Of a client of the older era. */
  readonly session: ClientSession | undefined;
  /** Asks the client, while a request of it runs. */
  readonly ask?: (request: RelayRequest, context: ServerContext) => Promise<unknown>;
  /** Hears of a client that calls a request off by another one, until the request has ended. */
  readonly cancelled?: (context: ServerContext) => { readonly signal: AbortSignal; forget(): void };
}

/** What a client of the older era has said in its session. */
export interface ClientSession {
  readonly id: string;
  capabilities(): Readonly<Record<string, unknown>> | undefined;
  logLevel(): string | undefined;
  setLogLevel(level: string): Promise<void>;
  /** From here on the client hears of a resource. */
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
}
