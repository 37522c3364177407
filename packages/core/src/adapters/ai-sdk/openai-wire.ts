import { isRecord } from "../../internal/is-record.ts";
import { readJson } from "../../internal/read-json.ts";
import { STRATEGY_NAMES } from "../../surface/strategy.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { plainWire } from "./plain-wire.ts";
import type { SdkOptions, SdkPart } from "./sdk-types.ts";
import { say, type Wire, type WireTool, wordsOf } from "./wire.ts";

/** OpenAI's Responses, by a provider that can send tools inside the history. */
export const openaiWire: Wire = {
  ...plainWire,
  provider: { name: "OpenAI", strategies: STRATEGY_NAMES },
  toTools: ({ tools, opening: { loader } }, toTool) =>
    tools.map((definition) => (definition.name === loader ? toSearch(definition) : toTool(definition))),
  toChange: (sent, { added, removed }) => {
    const gone = removed.length === 0 ? [] : [say(`No longer available: ${removed.join(", ")}.`)];
    if (added.length === 0) return [...sent, ...gone];
    const at = sent.findLastIndex(({ role }) => role === "assistant") + 1;
    const results = sent[at];
    if (results?.role !== "tool" || typeof results.content === "string") {
      return [...sent, say(`Also available, through tool_call: ${JSON.stringify(added)}`), ...gone];
    }
    const content = results.content.map((part, index, parts) =>
      index === parts.length - 1 ? withTools(part, added.map(toItem)) : part,
    );
    return [...sent.with(at, { ...results, content }), ...gone];
  },
  toResult: (part, reveals = [], { loader }) => {
    if (part.toolName !== loader) return { part };
    const tools = reveals.map((definition) => ({ ...toItem(definition), defer_loading: true }));
    return { part: { ...part, output: { type: "json", value: { tools } } }, beside: wordsOf(part) };
  },
  toCall: (part, { loader }) =>
    part.toolName === loader ? { ...part, input: { arguments: part.input, call_id: part.toolCallId } } : part,
  fromCall: (part, { loader }) =>
    part.type === "tool-call" && part.toolName === loader
      ? { ...part, input: toArguments(part.input) }
      : part,
};

function withTools(part: SdkPart, additionalTools: readonly object[]): SdkPart {
  const { providerOptions } = part as { readonly providerOptions?: SdkOptions };
  const openai = { ...providerOptions?.["openai"], additionalTools };
  return { ...part, providerOptions: { ...providerOptions, openai } };
}

function toSearch({ name, description, inputSchema }: ToolDefinition): WireTool {
  const args = { execution: "client", description, parameters: inputSchema };
  return { type: "provider", name, ...{ id: "openai.tool_search", args } };
}

function toItem({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", name, description, parameters: inputSchema, strict: false };
}

/** A search comes with its arguments inside. */
function toArguments(input: unknown): unknown {
  const read = readJson(String(input));
  return isRecord(read) && "arguments" in read ? JSON.stringify(read["arguments"] ?? {}) : input;
}
