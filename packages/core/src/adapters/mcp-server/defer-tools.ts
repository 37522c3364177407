import type { Gate } from "../../activation/record.ts";
import { PlimsollError } from "../../errors.ts";
import type { Runtime, RuntimeOptions } from "../../runtime/runtime.ts";
import { type McpContext, type McpHandler, type McpToolServer, wrapHandlers } from "../mcp/mcp-server.ts";
import { answerRequest } from "./answer-request.ts";
import { guardScopes } from "./guard-scopes.ts";
import { createSessions } from "./sessions.ts";
import { createToolset } from "./toolset.ts";
import { watchList } from "./watch-list.ts";

/** What a server's toolset can be told; everything as in a runtime's options, by the names the server registers. */
export type DeferToolsOptions = Pick<
  RuntimeOptions,
  | "pins"
  | "policy"
  | "dialect"
  | "manifest"
  | "lifecycle"
  | "version"
  | "embedder"
  | "index"
  | "countTokens"
  | "telemetry"
> & {
  /** Holds where a client has a session that remembers what was loaded; elsewhere the gate is open. */
  readonly gate?: Gate;
};

/** Where tools are registered that clients are to find and not to be listed: with the server's own signature. */
export type DeferredTools<Server extends McpToolServer> = Pick<Server, "registerTool">;

/**
 * Defers the tools of an MCP server: every client is listed the pins and the meta-tools, finds the others with those,
 * and calls them through `tool_call` as if it had called them by name. Call it before the first tool is registered.
 */
export function deferTools<Server extends McpToolServer>(
  server: Server,
  options: DeferToolsOptions = {},
): DeferredTools<Server> {
  checkUnused(server);
  const toolset = createToolset(options);
  const { runtime } = toolset;
  const sessions = createSessions();
  let ownList: McpHandler | undefined;
  const refresh = async (context: McpContext): Promise<void> => {
    if (ownList !== undefined) await toolset.refresh(ownList, context);
  };
  const watch = watchList(
    server,
    () => toolset.changed(),
    async () => {
      await refresh({});
      return toolset.listFor(sessions.latest());
    },
  );
  guardScopes(server, runtime, () => refresh({}));
  wrapHandlers(server, {
    "tools/list": (own) => {
      ownList = own;
      return async (_request, context) => {
        await refresh(context);
        return watch.shown(toolset.listFor(sessions.of(context)));
      };
    },
    "tools/call": (own) => async (request, context) => {
      await refresh(context);
      return answerRequest(request, context, { server, runtime, own, session: sessions.of(context) });
    },
  });
  const registerTool = (...tool: never[]): unknown => {
    checkName(tool[0], runtime);
    return server.registerTool(...tool);
  };
  return { registerTool: registerTool as Server["registerTool"] };
}

function checkUnused({ server }: McpToolServer): void {
  try {
    server.assertCanSetRequestHandler(...(["tools/list"] as never[]));
  } catch (cause) {
    const message =
      "The server has tools already, and they would stay listed. Call deferTools before the first is registered.";
    throw new PlimsollError("OPTION_INVALID", message, { option: "server", value: undefined }, { cause });
  }
}

function checkName(name: unknown, { dialect }: Runtime): void {
  const isMeta = dialect.tools.some(({ definition }) => definition.name === name);
  const reason = isMeta
    ? "a meta-tool has that name"
    : String(name).includes("/")
      ? "a name of a deferred tool has no “/”"
      : undefined;
  if (reason === undefined) return;
  const tool = String(name);
  throw new PlimsollError("TOOL_INVALID", `Tool "${tool}": ${reason}. Rename it.`, { tool, reason });
}
