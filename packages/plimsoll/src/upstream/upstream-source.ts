import { type Handler, type Source, type SourceListing, type Tool, toSourceId } from "@plimsoll/core";
import { fromMcpTool, type McpTool } from "@plimsoll/core/mcp";
import type { CallLimits } from "../server/limits/call-limits.ts";
import { relayToolCall } from "../server/relay-tool-call.ts";
import type { RequestScope } from "../server/request-scope.ts";
import { VERSION } from "../version.ts";
import { createRetry } from "./retry.ts";
import type { StoredListing } from "./stored-listing.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/** How a configured server is followed. */
export interface UpstreamSourceOptions {
  /** How long after a failed listing the next one is tried; twice as long each time. */
  readonly retryDelayMs: number;
  /** How often its tools may be called, and how much they may answer. */
  readonly callLimits: CallLimits;
  /** Gives a tool the risk it counts as; its server's own hints if absent. */
  readonly classify?: (tool: Tool) => Tool;
  /** Hears why a listing failed. */
  readonly hearFailure?: (cause: unknown) => void;
}

/**
 * The tools of a configured server, as a source: listed from what is kept, and called through the pool. A server that
 * could not be listed is tried again, so that one that was slow or away is not lost for good.
 */
export function upstreamSource(
  pool: UpstreamPool,
  name: string,
  { retryDelayMs, callLimits, classify = (tool) => tool, hearFailure }: UpstreamSourceOptions,
): Source {
  const listeners = new Set<() => void>();
  const announce = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const retry = createRetry(announce, retryDelayMs);
  const unsubscribe = pool.subscribe((server, event) => {
    if (server === name && event.type === "changed" && event.what === "tools") announce();
  });
  const handlerOf = createHandlers(pool, name, callLimits);
  return {
    id: toSourceId(name),
    title: name,
    kind: "mcp",
    async list() {
      try {
        const listing = await pool.listing(name);
        retry.worked();
        const toTool = (tool: McpTool): Tool =>
          classify(fromMcpTool(tool, { type: "run", run: handlerOf(tool?.name) }));
        return toSourceListing(listing, toTool);
      } catch (cause) {
        retry.failed();
        hearFailure?.(cause);
        throw cause;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      retry.stop();
      unsubscribe();
    },
  };
}

function toSourceListing(
  { tools, instructions, by, schemaHashes }: StoredListing,
  toTool: (tool: McpTool) => Tool,
): SourceListing {
  return {
    tools: tools.map(toTool),
    // Another version may have had other rules of what can be used.
    ...(by === VERSION ? { known: new Map(Object.entries(schemaHashes)) } : {}),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** One handler a name, however often it is listed: the catalog then sees that a tool is the one it knows. */
function createHandlers(
  pool: UpstreamPool,
  server: string,
  callLimits: CallLimits,
): (tool: string) => Handler {
  const handlers = new Map<string, Handler>();
  return (tool) => {
    const known = handlers.get(tool) ?? createHandler(pool, { server, tool, callLimits });
    handlers.set(tool, known);
    return known;
  };
}

function createHandler(
  pool: UpstreamPool,
  {
    server,
    tool,
    callLimits,
  }: { readonly server: string; readonly tool: string; readonly callLimits: CallLimits },
): Handler {
  return (input, { signal, progress, answers, host }) => {
    const scope = host as RequestScope | undefined;
    const call = { name: tool, arguments: input as Record<string, unknown> };
    callLimits.begin(scope, server, tool);
    const watch = { signal, onprogress: progress, answers, scope };
    return relayToolCall(pool.of(server, scope), call, { ...watch, callLimits });
  };
}
