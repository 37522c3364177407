import type { ServerContext } from "@modelcontextprotocol/server";
import type { InputRequired, Progress } from "@plimsoll/core";
import type { Connection } from "./connection.ts";
import type { RequestScope } from "./request-scope.ts";

/** How a request ended: with a result, or with a question to the user that comes before one. */
export type Turn<Result> = { readonly type: "done"; readonly result: Result } | InputRequired;

/** How a request is watched and called off. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly progress: (update: Progress) => void;
  /** Of the request that is being served. */
  readonly scope: RequestScope;
}

/** A request that may need the user before it can be answered. */
export interface Exchange<Result> {
  readonly connection: Connection;
  readonly context: ServerContext;
  /** What it asks for; a client that comes back with answers asks for the same. */
  readonly subject: unknown;
  /** Does it. May be called again, with answers. */
  run(watch: Watch): Promise<Turn<Result>>;
  /** What the client is told where the user could not be asked. */
  fail(reason: string): Result;
}

/** A question to a client of the newer era, in place of a result. */
export interface InputRequiredAnswer {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly requestState: string;
  readonly [key: string]: unknown;
}
