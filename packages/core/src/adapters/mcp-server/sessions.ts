import { type McpContext, sessionOf } from "../mcp/mcp-server.ts";
import type { Session } from "./decide-call.ts";

/** What the clients of a server have loaded. */
export interface Sessions {
  of(context: McpContext): Session | undefined;
  latest(): Session | undefined;
}

/** A server of the SDK has one connection at a time, so it has one session: another id is another one. */
export function createSessions(): Sessions {
  let session: Session | undefined;
  return {
    of(context) {
      const id = sessionOf(context);
      if (id === undefined) return undefined;
      if (session?.id !== id) session = { id, loads: [] };
      return session;
    },
    latest: () => session,
  };
}
