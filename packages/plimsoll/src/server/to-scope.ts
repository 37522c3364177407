import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { Connection } from "./connection.ts";
import type { RequestScope } from "./request-scope.ts";

/** The scope of a request that nobody is asked anything in. */
export function toScope(connection: Connection, context: ServerContext): RequestScope {
  const { principal, workspace, profile, session, era } = connection;
  const { progressToken: _own, ...meta } = { ...context.mcpReq._meta };
  const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
  const capabilities = era === "modern" ? envelope[CLIENT_CAPABILITIES_META_KEY] : session?.capabilities();
  const logLevel = era === "modern" ? envelope[LOG_LEVEL_META_KEY] : session?.logLevel();
  return {
    principal,
    workspace,
    session: session?.id,
    profile,
    era,
    capabilities: isRecord(capabilities) ? capabilities : {},
    meta,
    ...(typeof logLevel === "string" ? { logLevel } : {}),
  };
}
