import type { InputAnswers, Principal } from "@plimsoll/core";
import type { ObservedCall } from "../observe/observed-call.ts";
import type { Era, RelayRequest } from "../upstream/upstream.ts";

/**
 * Who a request comes from, and what can be said to them while it runs. It is handed from function to function: to have
 * it follow a request by itself would cost every promise of the process on the older versions of Node.
 */
export interface RequestScope {
  readonly principal: Principal | undefined;
  /** From the path `/mcp/w/NAME`, or the client's directory over stdio. */
  readonly workspace: string | undefined;
  /** Of a client of the older era. */
  readonly session: string | undefined;
  /** From the path `/mcp/p/NAME`. */
  readonly profile: string | undefined;
  readonly era: Era;
  /** What the client can do, as it says. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Of its request: where it belongs in a trace, and the like. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Asks the client, where its era and connection allow that while a request runs. */
  readonly ask?: (request: RelayRequest) => Promise<unknown>;
  /** Hands on what a server logs, where the client asked for it. */
  readonly log?: (message: Readonly<Record<string, unknown>>) => void;
  /** The least important of what the client wants to hear of logs. */
  readonly logLevel?: string;
  /** What the client answered to an earlier question of this very request. */
  readonly answers?: InputAnswers;
  /** Of a call that somebody watches: where those who serve it say what they know. */
  readonly observed?: ObservedCall;
}
