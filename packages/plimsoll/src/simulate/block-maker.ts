import { createHash } from "node:crypto";
import { accountFor, type CountTokens, type SentMessage, type ToolDefinition } from "@plimsoll/core";
import { toDefinitionText } from "../stats/tool-stats.ts";
import type { Block, BlockKind } from "./block.ts";
import { toMessageText } from "./message-text.ts";

/** Makes the blocks of a model's requests; what was made once is not counted again. */
export interface BlockMaker {
  /** The hidden instructions on tool use, where the provider is known to have some. */
  instructions(tools: readonly ToolDefinition[]): readonly Block[];
  tool(definition: ToolDefinition): Block;
  /** A definition among the messages. */
  revealed(definition: ToolDefinition): Block;
  /** The host's system prompt or the prompt section; nothing of an empty text. */
  text(kind: Extract<BlockKind, "system" | "prompt">, text: string): readonly Block[];
  message(message: SentMessage): Block;
}

/** Definitions weigh what they do as the model's provider renders them; everything else, what its text does. */
export function createBlockMaker(model: string, count: CountTokens): BlockMaker {
  const tools = new WeakMap<ToolDefinition, Block>();
  const tool = (definition: ToolDefinition): Block => {
    let block = tools.get(definition);
    if (block === undefined) {
      const { definitions } = accountFor(model, [definition], count);
      block = { kind: "tool", id: toId("tool", toDefinitionText(definition)), tokens: definitions };
      tools.set(definition, block);
    }
    return block;
  };
  return {
    instructions(listed) {
      const { overhead } = accountFor(model, listed.slice(0, 1), count);
      return overhead === 0 ? [] : [{ kind: "instructions", id: "instructions", tokens: overhead }];
    },
    tool,
    revealed: (definition) => ({ ...tool(definition), kind: "definition" }),
    text: (kind, text) => (text === "" ? [] : [{ kind, id: toId(kind, text), tokens: count(text) }]),
    message(message) {
      const { counted, whole } = toMessageText(message);
      const added = message.role === "tool-change" ? message.added : [];
      const tokens = added.reduce((sum, definition) => sum + tool(definition).tokens, count(counted));
      return { kind: "message", id: toId(message.role, whole), tokens };
    },
  };
}

function toId(kind: string, text: string): string {
  return createHash("sha256").update(`${kind}\n${text}`).digest("base64url");
}
