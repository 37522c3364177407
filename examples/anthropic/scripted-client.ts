import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";

/** What a model does here, request by request. */
const SCRIPT: readonly (readonly Block[])[] = [
  [use("tool_find", { query: "create a refund", limit: 1 })],
  [use("tool_load", { names: ["finance_create_refund", "chat_create_message"] })],
  [use("finance_create_refund", { fields: { payment: "p-7" } })],
  [{ type: "text", text: "Refunded." }],
  [use("chat_create_message", { fields: { channel: "finance", text: "p-7 is refunded" } })],
  [{ type: "text", text: "The team knows." }],
];

/** One request as it went over the wire, in texts that can be compared. */
export interface SentRequest {
  readonly tools: string;
  readonly system: string;
  readonly messages: readonly string[];
  readonly betas: string | null;
}

/** Every request so far. */
export const sent: SentRequest[] = [];

/** A client of the real SDK whose requests never leave the process. */
export const client: Anthropic = new Anthropic({
  apiKey: "none",
  fetch: async (_url, init) => {
    const { tools, system, messages } = JSON.parse(String(init?.body));
    const betas = new Headers(init?.headers).get("anthropic-beta");
    const content = SCRIPT[sent.length];
    assert(content, "the conversation is over");
    const texts = messages.map((message: unknown) => JSON.stringify(message));
    print(messages.slice(sent.at(-1)?.messages.length ?? 0));
    sent.push({ tools: JSON.stringify(tools), system: JSON.stringify(system), messages: texts, betas });
    const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
    return Response.json({
      id: `msg_${sent.length}`,
      type: "message",
      role: "assistant",
      content,
      stop_reason,
    });
  },
});

type Block = { readonly type: string } & Readonly<Record<string, unknown>>;

function use(name: string, input: unknown): Block {
  return { type: "tool_use", id: `toolu_${name}`, name, input };
}

function print(
  messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[],
): void {
  for (const { role, content } of messages) {
    const line = typeof content === "string" ? content : content.map(sayBlock).join("; ");
    console.log(`${role}: ${line.length > 96 ? `${line.slice(0, 95)}…` : line}`);
  }
}

function sayBlock({ type, text, name, input, content, tool }: Block): string {
  if (type === "text") return String(text).split("\n")[0] ?? "";
  if (type === "tool_use") return `${name}(${JSON.stringify(input)})`;
  if (type === "tool_result") return (content as Block[]).map(sayBlock).join(" ");
  return `${type} ${(tool as { definition: { name: string } }).definition.name}`;
}
