import { isRecord } from "../../internal/is-record.ts";
import type { Step } from "../../runtime/runtime.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { SdkMessage, SdkPart } from "./sdk-types.ts";
import { beforeOf, withoutOwn } from "./stamp.ts";
import { say, type Wire, type WireResult } from "./wire.ts";

/**
 * The prompt as it is sent: the host's own messages as they are, and at its place what Plimsoll said, added or revealed
 * there. Written anew at every step from what rides in the messages, it is the same bytes every time.
 */
export function writePrompt(prompt: readonly SdkMessage[], step: Step, wire: Wire): SdkMessage[] {
  const { opening } = step;
  const reveals = revealsOf(step);
  const write = (part: SdkPart): WireResult => {
    if (part.type === "tool-call") return { part: wire.toCall(part, opening) };
    if (part.type !== "tool-result") return { part };
    return wire.toResult(part, reveals.get(String(part.toolCallId)), opening);
  };
  // What stands before each message, and before the reply that is asked for.
  const before = [...prompt.map(beforeOf), step.before];
  const openedAt = before.findLastIndex((entries) => entries.some(({ role }) => role === "opening"));
  let sent: SdkMessage[] = [];
  for (const [at, entries] of before.entries()) {
    for (const entry of entries) {
      if (entry.role === "user") sent.push(say(entry.text));
      else if (entry.role === "tool-change" && at >= openedAt) sent = wire.toChange(sent, entry, opening);
    }
    const message = prompt[at];
    if (message !== undefined) sent.push(...writeMessage(message, write));
  }
  return withSection(sent, step.prompt);
}

/** What results reveal, by call id. */
function revealsOf({ messages }: Step): ReadonlyMap<string, readonly ToolDefinition[]> {
  const reveals = new Map<string, readonly ToolDefinition[]>();
  for (const message of messages) {
    if (message.role === "tool" && message.reveals !== undefined) {
      reveals.set(message.callId, message.reveals);
    }
  }
  return reveals;
}

/** A message of the host's own, with what is told in the provider's way, and what is said after it. */
function writeMessage(message: SdkMessage, write: (part: SdkPart) => WireResult): readonly SdkMessage[] {
  if (typeof message.content === "string") return [message];
  const results = message.content.map(plain).map(write);
  return [
    { ...message, content: results.map(({ part }) => part) },
    ...results.flatMap(({ beside }) => (beside === undefined ? [] : say(beside))),
  ];
}

/** The prompt section ends the host's own system prompt: some models take only one. */
function withSection(messages: SdkMessage[], section: string): SdkMessage[] {
  if (section === "") return messages;
  const after = messages.findIndex(({ role }) => role !== "system");
  const at = (after === -1 ? messages.length : after) - 1;
  const last = messages[at];
  if (last === undefined) return [{ role: "system", content: section }, ...messages];
  return messages.with(at, { ...last, content: `${String(last.content)}\n\n${section}` });
}

/** A part as it is without us. */
function plain(part: SdkPart): SdkPart {
  const own = withoutOwn(part);
  return isRecord(own.output) ? { ...own, output: withoutOwn(own.output) } : own;
}
