import type { NextCalls } from "../../call/next-calls.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { canonicalJson } from "../../internal/canonical-json.ts";
import { takeWithin } from "../../internal/take-within.ts";
import type { ActiveAnswer } from "../../meta/meta-answer.ts";
import { exposureOf, type MetaContext } from "../../meta/meta-context.ts";
import { toSummary } from "../../tool/summary.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { DEFINITIONS as PLIMSOLL } from "../plimsoll/definitions.ts";
import { DEFINITIONS } from "./definitions.ts";

/** About 1,500 tokens. */
const MAX_CHARACTERS = 6_000;

/** An active tool, and what it costs in every step. */
interface ActiveTool {
  readonly name: string;
  readonly description: string;
  readonly tokens: number;
}

/**
 * What can be called as it is: the four, what else the array began with, and what was loaded since. The list is a
 * block of its own, as in a search's answer, and the total the second.
 */
export function renderActive({ loaded }: ActiveAnswer, _next: NextCalls, context: MetaContext): ToolResult {
  const active = [
    ...openedWith(context),
    // One whose schema has changed since has to be loaded again.
    ...loaded
      .filter(({ entry }) => exposureOf(entry, context) === "loaded")
      .map(({ entry, tokens }) => toActive(entry, tokens)),
  ];
  const tokens = active.reduce((sum, tool) => sum + tool.tokens, 0);
  const tools = active.map(({ name, description }) => ({ name, description }));
  const { taken, left } = takeWithin(tools, MAX_CHARACTERS, (tool) => JSON.stringify(tool).length);
  const more = left.length === 0 ? "" : `, ${left.length} of them left out above for length`;
  return {
    content: [
      { type: "text", text: JSON.stringify(taken) },
      { type: "text", text: `Total active: ${tools.length} tools (~${tokens} tokens)${more}` },
    ],
    structuredContent: { tools: taken, total: { count: tools.length, tokens } },
  };
}

/** With no record of a first step, as in a gateway: what is offered under the bridge. */
const UNRECORDED: readonly ToolDefinition[] = [...Object.values(DEFINITIONS), PLIMSOLL.tool_call];

/** The array of the first step, without what has been forbidden since. */
function openedWith({ activation, view, countTokens }: MetaContext): ActiveTool[] {
  const { tools } = activation.opening ?? { tools: UNRECORDED };
  const isOwn = (name: string): boolean => UNRECORDED.some((definition) => definition.name === name);
  const isPermitted = (name: string): boolean =>
    view.snapshot.resolve(name, (entry) => view.ask(entry).find).type === "found";
  return tools
    .filter(({ name }) => isOwn(name) || isPermitted(name))
    .map((definition) => ({
      name: definition.name,
      description: toSummary(definition.description),
      tokens: countTokens(canonicalJson(definition)),
    }));
}

function toActive({ wireName, summary }: CatalogEntry, tokens: number): ActiveTool {
  return { name: wireName, description: summary, tokens };
}
