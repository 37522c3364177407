import { protectedToolNames } from "../../dialects/dialect-named.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { Runtime, Step } from "../../runtime/runtime.ts";
import type { Provider } from "../../surface/provider.ts";
import type { Adapter } from "../adapter.ts";
import { blocksOf } from "./blocks-of.ts";
import { checkRequest, MOST_TOOLS } from "./check-request.ts";
import type { AnthropicMessage } from "./messages.ts";
import { placeToolChanges } from "./place-tool-changes.ts";
import { readMessages, searchKeyOf } from "./read-messages.ts";
import { readAside, readResponse } from "./read-response.ts";
import type { AnthropicResponse, WireParams } from "./request.ts";
import type { AnthropicSettings } from "./settings.ts";
import { takeOutReveals } from "./take-out-reveals.ts";
import { toSystem } from "./to-system.ts";
import { behindHead, toTools } from "./to-tools.ts";
import { writeMessages } from "./write-messages.ts";

/** Shape for Anthropic's Messages API, under the settings of one conversation. */
export function createAnthropicAdapter(
  settings: AnthropicSettings,
  { dialect }: Pick<Runtime, "dialect">,
): Adapter<WireParams, WireParams, AnthropicResponse, AnthropicMessage> {
  const protectedIn = ({ opening }: Step): readonly string[] =>
    opening.dialect === dialect.name ? dialect.protectedTools : protectedToolNames(opening.dialect);
  return {
    provider: toProvider(settings),
    modelOf: ({ model }) => model,
    messagesOf: ({ messages }) => messages,
    read: (messages, { opening }) => readMessages(messages, opening),
    write: writeMessages,
    toReply: readResponse,
    aside: readAside,
    toReplyMessages: ({ content }) => [{ role: "assistant", content }],
    replyKeyOf: ({ content }) => searchKeyOf(blocksOf(content)),
    // A reply that goes on, paused or begun by the host, is followed by nothing.
    canAdd: (messages) => messages.at(-1)?.role !== "assistant",
    toPlain(messages, opening, declared) {
      const known = opening.strategy === "native" ? behindHead(declared, opening) : [];
      return takeOutReveals(messages, new Set(known.map(({ name }) => name)));
    },
    toRequest(params, messages, step) {
      const { system, tools: own = [], betas: asked = [], context_management: edits, ...rest } = params;
      const tools = toTools(own, step, settings);
      const placed = placeToolChanges(messages);
      checkRequest(tools, placed);
      const prompt = toSystem(system, step.prompt, settings);
      const betas = [...new Set([...asked, ...betasOf(step)])];
      return {
        ...rest,
        messages: placed,
        tools,
        ...(prompt === undefined ? {} : { system: prompt }),
        ...(betas.length === 0 ? {} : { betas }),
        ...(edits === undefined ? {} : { context_management: withProtected(edits, protectedIn(step)) }),
      };
    },
  };
}

/** Anthropic's own search needs every definition, and `native` to be of use. */
function toProvider({ search, additions }: AnthropicSettings): Provider {
  const isClient = search === "client";
  return {
    name: "Anthropic",
    strategies: [...(isClient ? (["transcript"] as const) : []), "native", "bridge", "append", "all"],
    declares: {
      strategies: additions === "reference" ? ["native", "transcript"] : ["native"],
      most: MOST_TOOLS,
    },
  };
}

/** The same from the first request to the last: what a header says is part of what a cache is looked up by. */
function betasOf({ opening: { strategy, deferred } }: Step): readonly string[] {
  if (strategy !== "transcript") return [];
  return [deferred === undefined ? "inline-tools-2026-09-15" : "mid-conversation-tool-changes-2026-07-01"];
}

/** Context editing leaves the results alone that activation is derived from, and that carry references. */
function withProtected<Edits extends WireParams["context_management"]>(
  edits: Edits,
  names: readonly string[],
): Edits {
  if (!isRecord(edits) || !Array.isArray(edits["edits"])) return edits;
  const changed = edits["edits"].map((edit: unknown) => {
    if (!isRecord(edit) || !String(edit["type"]).startsWith("clear_tool_uses")) return edit;
    const { exclude_tools: excluded } = edit;
    return { ...edit, exclude_tools: [...new Set([...(Array.isArray(excluded) ? excluded : []), ...names])] };
  });
  return { ...edits, edits: changed };
}
