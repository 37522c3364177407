import { isRecord } from "../../internal/is-record.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { plainWire } from "./plain-wire.ts";
import type { SdkPart } from "./sdk-types.ts";
import { say, type Wire, wordsOf } from "./wire.ts";

/** OpenAI's Responses, by a provider that can send tools inside the history. */
export const openaiWire: Wire = {
  ...plainWire,
  provider: { name: "OpenAI", strategies: ["transcript", "native", "bridge", "all", "append"] },
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
    const additionalTools = added.map(toFunction);
    const content = results.content.map((part, index, parts) =>
      index === parts.length - 1 ? withOptions(part, { additionalTools }) : part,
    );
    return [...sent.slice(0, at), { ...results, content }, ...sent.slice(at + 1), ...gone];
  },
  toResult: (part, reveals = [], { loader }) => {
    if (loader === undefined || part.toolName !== loader) return { part };
    const tools = reveals.map((definition) => ({ ...toFunction(definition), defer_loading: true }));
    return { part: { ...part, output: { type: "json", value: { tools } } }, beside: wordsOf(part) };
  },
  toCall: (part, { loader }) =>
    loader === undefined || part.toolName !== loader
      ? part
      : { ...part, input: { arguments: part.input, call_id: part.toolCallId } },
  fromCall: (part, { loader }) =>
    part.type === "tool-call" && loader !== undefined && part.toolName === loader
      ? { ...part, input: toArguments(part.input) }
      : part,
};

function withOptions(part: SdkPart, options: object): SdkPart {
  const { openai, ...others } = (part.providerOptions ?? {}) as { readonly openai?: object };
  return { ...part, providerOptions: { ...others, openai: { ...openai, ...options } } };
}

function toSearch({ name, description, inputSchema }: ToolDefinition): {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly args: object;
} {
  const args = { execution: "client", description, parameters: inputSchema };
  return { type: "provider", id: "openai.tool_search", name, args };
}

function toFunction({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", name, description, parameters: inputSchema, strict: false };
}

/** A search comes with its arguments inside. */
function toArguments(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    const read: unknown = JSON.parse(input);
    return isRecord(read) && "arguments" in read ? JSON.stringify(read["arguments"] ?? {}) : input;
  } catch {
    return input;
  }
}
