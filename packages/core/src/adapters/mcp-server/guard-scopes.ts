import { readRequest } from "../../dialects/read-request.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { foldName } from "../../tool/tool-name.ts";
import type { McpRequest, McpToolServer } from "../mcp/mcp-server.ts";
import { decideCall } from "./decide-call.ts";

interface ScopeContext {
  readonly request: McpRequest;
}

/**
 * A tool that needs more scopes than its caller has needs them behind `tool_call` too, and by any other name that it
 * answers to: the server is asked about the tool that would run.
 */
export function guardScopes(server: McpToolServer, runtime: Runtime, refresh: () => Promise<void>): void {
  const resolve = server.resolveScopeChallenge as ((context: ScopeContext) => unknown) | undefined;
  if (resolve === undefined) return;
  const guarded = async (context: ScopeContext): Promise<unknown> => {
    await refresh();
    const { request } = context;
    const inner = await callToMake(runtime, request);
    if (inner === undefined) return resolve.call(server, context);
    const params = { ...request.params, ...inner };
    return resolve.call(server, { ...context, request: { ...request, params } });
  };
  server.resolveScopeChallenge = guarded as NonNullable<McpToolServer["resolveScopeChallenge"]>;
}

/** The call that the server would be given for a request, if it would be given one. */
async function callToMake(
  runtime: Runtime,
  { method, params }: McpRequest,
): Promise<{ readonly name: string; readonly arguments: unknown } | undefined> {
  if (method !== "tools/call" || typeof params?.name !== "string") return undefined;
  const { name, arguments: sent } = params;
  const folded = foldName(name);
  const tool = runtime.dialect.tools.find(({ definition }) => foldName(definition.name) === folded);
  // Searching and reading run nothing of the server's.
  const read = tool === undefined ? undefined : readRequest(tool, sent);
  if (read !== undefined && read.operation !== "call") return undefined;
  const signal = new AbortController().signal;
  const decision = await decideCall(runtime, { name, arguments: sent }, { session: undefined, signal });
  if (decision.type === "answer") return undefined;
  return { name: decision.name, arguments: read === undefined ? sent : read.arguments };
}
