import type { ServerContext } from "@modelcontextprotocol/server";
import type { Connection } from "./connection.ts";
import { severityOf } from "./log-level.ts";
import type { Attachment } from "./open-call.ts";
import { createProgressRelay } from "./progress-relay.ts";
import type { RequestScope } from "./request-scope.ts";

/** Where the progress and the logs of a call go: to the client, as far as the client asked for them. */
export function createSinks(
  connection: Connection,
  context: ServerContext,
  { logLevel }: RequestScope,
): { readonly attachment: Attachment; settled(): Promise<void> } {
  const relay = createProgressRelay(context);
  const cancelled = connection.cancelled?.(context);
  const signal =
    cancelled === undefined
      ? context.mcpReq.signal
      : AbortSignal.any([context.mcpReq.signal, cancelled.signal]);
  let logging: Promise<void> | undefined;
  const log = (message: Readonly<Record<string, unknown>>): void => {
    if (severityOf(message["level"]) < severityOf(logLevel)) return;
    const notification = { method: "notifications/message" as const, params: { ...message } };
    logging = (logging ?? Promise.resolve())
      .then(() => context.mcpReq.notify(notification as never))
      .catch(() => undefined);
  };
  return {
    attachment: { signal, progress: relay.report, ...(logLevel === undefined ? {} : { log }) },
    settled: async () => {
      cancelled?.forget();
      await relay.settled();
      await logging;
    },
  };
}
