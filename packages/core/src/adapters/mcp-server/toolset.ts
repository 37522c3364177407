import type { Dialect, DialectTool } from "../../dialects/dialect.ts";
import { dialectNamed } from "../../dialects/dialect-named.ts";
import { createRuntime } from "../../runtime/create-runtime.ts";
import type { Runtime, RuntimeOptions } from "../../runtime/runtime.ts";
import type { Tool } from "../../tool/tool.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { McpTool } from "../mcp/mcp-client.ts";
import type { McpContext, McpHandler } from "../mcp/mcp-server.ts";
import { fromMcpTool } from "../mcp/mcp-tool.ts";
import { loadedNames, MODEL, type Session } from "./decide-call.ts";
import { sessionlessNames, toServedDialect } from "./served-dialect.ts";

/** The tools of one server, as Plimsoll keeps them and as a client is listed them. */
export interface Toolset {
  readonly runtime: Runtime;
  /** Says that the server's own list changed. */
  changed(): void;
  /** Brings the catalog up to date with the server's own list, which the handler answers. */
  refresh(own: McpHandler, context: McpContext): Promise<void>;
  /** What a client is listed, of what the server listed when it was last refreshed. */
  listFor(
    session: Session | undefined,
  ): Readonly<Record<string, unknown>> & { readonly tools: readonly McpTool[] };
}

/** What the server's own SDK answers to `tools/list`. */
type OwnList = Readonly<Record<string, unknown>> & { readonly tools: readonly McpTool[] };

// Some clients defer every MCP tool; these few are what everything else is reached through.
const META = { "anthropic/alwaysLoad": true };

/** Makes the runtime behind a server. Every tool that is not pinned waits, and the meta-tools are always there. */
export function createToolset(options: RuntimeOptions): Toolset {
  const { dialect: chosen = "plimsoll" } = options;
  const dialect = typeof chosen === "string" ? dialectNamed(chosen) : chosen;
  // Where a model can search, it needs no list of what there is.
  const canSearch = dialect.render.find !== undefined;
  const runtime = createRuntime({
    ...options,
    dialect: toServedDialect(dialect),
    strategy: "bridge",
    budget: { headTokens: Number.MAX_SAFE_INTEGER, ...(canSearch ? { previewTokens: 0 } : {}) },
  });
  const withoutSession = sessionlessNames(dialect);
  let listed: OwnList = { tools: [] };
  let fresh: Promise<void> | undefined;
  const read = async (own: McpHandler, context: McpContext): Promise<void> => {
    listed = (await own({ method: "tools/list" }, context)) as OwnList;
    runtime.catalog.replace({ id: "code", kind: "code" }, { tools: listed.tools.map(toDeferred) });
  };
  return {
    runtime,
    changed() {
      fresh = undefined;
    },
    refresh(own, context) {
      fresh ??= read(own, context).catch((cause: unknown) => {
        fresh = undefined;
        throw cause;
      });
      return fresh;
    },
    listFor(session) {
      const { tools, prompt } = runtime.step({ history: session?.loads ?? [], model: MODEL });
      const metaTools = toMetaTools(runtime.dialect, tools, canSearch ? "" : prompt);
      const names = new Set([
        ...tools.map(({ name }) => name),
        ...(session ? loadedNames(runtime, session) : []),
      ]);
      // A tool that was registered past `deferTools` under a meta-tool's name cannot be told from it.
      const isMeta = new Set(dialect.tools.map(({ definition }) => definition.name));
      const own = new Map(listed.tools.map((tool) => [isMeta.has(tool.name) ? "" : tool.name, tool]));
      return {
        ...listed,
        tools: [
          ...metaTools.filter(({ name }) => session !== undefined || withoutSession.has(name)),
          ...[...names].flatMap((name) => own.get(name) ?? []),
        ],
      };
    },
  };
}

const USUAL_DRAFT = "https://json-schema.org/draft/2020-12/schema";

/** The server runs its tools itself, and fills in its own defaults. */
function toDeferred(listed: McpTool): Tool {
  const { $schema: draft, ...inputSchema } = listed.inputSchema;
  // A schema that names no draft is of this one, so a model need not pay for the name.
  const tool = fromMcpTool(draft === USUAL_DRAFT ? { ...listed, inputSchema } : listed, { type: "host" });
  return { ...tool, lazy: tool.lazy ?? true, parseInput: (value) => ({ type: "ok", value }) };
}

/** The meta-tools in the order of the dialect; behind the first, what the prompt section would say. */
function toMetaTools(dialect: Dialect, tools: readonly ToolDefinition[], prompt: string): McpTool[] {
  const definitions = new Map(tools.map((definition) => [definition.name, definition]));
  return dialect.tools
    .flatMap((tool) => {
      const definition = definitions.get(tool.definition.name);
      return definition === undefined ? [] : [toMetaTool(tool, definition)];
    })
    .map((tool, at) =>
      at > 0 || prompt === "" ? tool : { ...tool, description: `${tool.description}\n${prompt}` },
    );
}

function toMetaTool(
  { annotations }: DialectTool,
  { name, description, inputSchema }: ToolDefinition,
): McpTool {
  return { name, description, inputSchema: { ...inputSchema, type: "object" }, annotations, _meta: META };
}
