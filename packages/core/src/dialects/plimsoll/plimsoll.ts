import type { StrategyName } from "../../activation/record.ts";
import type {
  CallThroughRequest,
  DescribeRequest,
  FindRequest,
  LoadRequest,
} from "../../meta/meta-request.ts";
import type { Dialect, DialectIssue, DialectTool } from "../dialect.ts";
import { DEFINITIONS } from "./definitions.ts";
import { renderDescribe } from "./render-describe.ts";
import { renderFind } from "./render-find.ts";
import { renderLoad } from "./render-load.ts";
import { renderNews } from "./render-news.ts";
import { renderPreview } from "./render-preview.ts";

const DEFAULT_LIMIT = 5;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };
const OFFERED = { strategies: ["bridge", "append"], gates: ["open", "strict"], to: "everyone" } as const;

const TOOLS: readonly DialectTool[] = [
  { definition: DEFINITIONS.tool_find, annotations: READ_ONLY, offered: OFFERED, toRequest: readFind },
  {
    definition: DEFINITIONS.tool_describe,
    annotations: READ_ONLY,
    offered: OFFERED,
    toRequest: ({ names }): DescribeRequest => ({ operation: "describe", names: toStrings(names) }),
  },
  {
    definition: DEFINITIONS.tool_load,
    annotations: READ_ONLY,
    offered: { ...OFFERED, strategies: ["append"] },
    toRequest: ({ names }): LoadRequest => ({ operation: "load", names: toStrings(names) }),
  },
  {
    definition: DEFINITIONS.tool_read,
    annotations: { readOnlyHint: true, openWorldHint: true },
    offered: { ...OFFERED, to: "gateway" },
    toRequest: (input) => readCall(input, { readOnly: true }),
  },
  {
    definition: DEFINITIONS.tool_call,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    offered: OFFERED,
    toRequest: (input) => readCall(input, { readOnly: false }),
  },
];

/** Plimsoll's own names and shapes. */
export const plimsoll: Dialect = {
  name: "plimsoll",
  strategies: ["bridge", "append"],
  gate: "open",
  tools: TOOLS,
  render: { find: renderFind, describe: renderDescribe, load: renderLoad },
  renderNews,
  renderPreview,
  renderPrompt: (strategy) => (strategy === "all" ? "" : PROMPT),
  nextCalls: (strategy: StrategyName) => ({
    find: strategy === "all" ? undefined : "tool_find",
    load: strategy === "append" ? (wireName) => `tool_load({"names":["${wireName}"]})` : undefined,
    call: (wireName) =>
      strategy === "bridge" ? `tool_call({"name":"${wireName}","arguments":{…}})` : wireName,
  }),
};

const PROMPT = [
  "More tools exist than are listed. When none of the listed tools fits, do not give up and do not work around it:",
  "search with tool_find, read a schema with tool_describe where the signature is not enough, then call the tool with tool_call.",
].join("\n");

function readFind({
  query,
  queries,
  domain,
  limit,
  include_loaded,
}: Readonly<Record<string, unknown>>): FindRequest | DialectIssue {
  const asked = [...(typeof query === "string" ? [query] : []), ...toStrings(queries)].filter(
    (text) => text.trim() !== "",
  );
  if (asked.length === 0) {
    const message = 'Say what to search for: {"query":"open an issue"}.';
    return { operation: "invalid", issues: [{ path: "/query", message }] };
  }
  return {
    operation: "find",
    queries: asked,
    ...(typeof domain === "string" && domain !== "" ? { domain } : {}),
    limit: typeof limit === "number" ? limit : DEFAULT_LIMIT,
    includeLoaded: include_loaded !== false,
    load: false,
  };
}

function readCall(
  input: Readonly<Record<string, unknown>>,
  { readOnly }: { readOnly: boolean },
): CallThroughRequest {
  return { operation: "call", name: String(input["name"]), arguments: input["arguments"], readOnly };
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
