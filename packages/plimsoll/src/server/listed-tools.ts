import type { Tool } from "@modelcontextprotocol/server";
import type { Dialect, DialectTool, Gate, JsonSchema, Offer, ToolDefinition } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import type { Era } from "../upstream/upstream.ts";

// Some clients defer every MCP tool; these few are what everything else is reached through.
const META = { "anthropic/alwaysLoad": true };
const CALL_TOOLS = ["tool_call", "tool_read"];
const LOAD_TOKEN: JsonSchema = { type: "string", description: "From the answer that loaded the tool" };

/** What meta-tools are offered by. */
export interface OfferOptions {
  /** The dialect's own if absent. */
  readonly gate?: Gate | undefined;
  /** In the older era the load tools are there too: what is loaded joins the list. */
  readonly era?: Era;
  /** Descriptions in place of the dialect's own, by name: some end with a preview of the catalog. */
  readonly descriptions?: ReadonlyMap<string, string>;
}

/** The meta-tools as `tools/list` answers them, in the dialect's order, the same at every moment of every process. */
export function toListedTools(dialect: Dialect, options: OfferOptions = {}): Tool[] {
  return offeredTools(dialect, options).map(({ definition, annotations }) => ({
    name: definition.name,
    description: options.descriptions?.get(definition.name) ?? definition.description,
    inputSchema: { ...toInputSchema(definition, options.gate ?? dialect.gate, options.era), type: "object" },
    annotations: { ...annotations },
    _meta: META,
  }));
}

/** Whether a load travels in a load token: where nothing may be called without one, and no session keeps it. */
export function isLoadTokened(gate: Gate, era: Era): boolean {
  return gate === "strict" && era === "modern";
}

function toInputSchema({ name, inputSchema }: ToolDefinition, gate: Gate, era: Era = "modern"): JsonSchema {
  const properties = inputSchema["properties"];
  if (!isLoadTokened(gate, era) || !CALL_TOOLS.includes(name) || !isRecord(properties)) return inputSchema;
  return { ...inputSchema, properties: { ...properties, load_token: LOAD_TOKEN } };
}

const offered = new WeakMap<Dialect, Map<string, readonly DialectTool[]>>();

/** The meta-tools that a client of a gateway is offered. Worked out once: it is asked for with every call. */
export function offeredTools(
  dialect: Dialect,
  { gate = dialect.gate, era = "modern" }: OfferOptions = {},
): readonly DialectTool[] {
  const known = offered.get(dialect) ?? new Map<string, readonly DialectTool[]>();
  offered.set(dialect, known);
  const key = `${gate} ${era}`;
  const tools = known.get(key) ?? toOffered(dialect, gate, era);
  known.set(key, tools);
  return tools;
}

function toOffered(dialect: Dialect, gate: Gate, era: Era): readonly DialectTool[] {
  const offers = era === "modern" ? [toOffer(gate)] : [toOffer(gate), toGrowingOffer(gate)];
  const names = new Set<string>();
  return dialect.tools.filter((tool) => {
    const { name } = tool.definition;
    if (names.has(name) || !offers.some((offer) => tool.isOffered(offer))) return false;
    names.add(name);
    return true;
  });
}

/**
 * Under what a meta-tool is called. Only what the bridge has no use for is called as where the list grows: clients that
 * do not look at a list twice are told what works for all of them.
 */
export function offerOf(
  dialect: Dialect,
  name: string,
  { gate = dialect.gate, era = "modern" }: OfferOptions = {},
): Offer {
  const bridge = toOffer(gate);
  if (era === "modern") return bridge;
  const named = dialect.tools.filter(({ definition }) => definition.name === name);
  const growing = toGrowingOffer(gate);
  const isOnlyGrowing =
    named.some((tool) => tool.isOffered(growing)) && !named.some((tool) => tool.isOffered(bridge));
  return isOnlyGrowing ? growing : bridge;
}

/** How the list of a client of the newer era is offered: everything that is not in it goes through `tool_call`. */
export function toOffer(gate: Gate): Offer {
  return { strategy: "bridge", gate };
}

function toGrowingOffer(gate: Gate): Offer {
  return { strategy: "append", gate };
}
