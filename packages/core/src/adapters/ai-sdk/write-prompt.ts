import type { Message } from "../../activation/message.ts";
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
  const reveals = new Map(
    step.messages.flatMap((message) =>
      message.role === "tool" && message.reveals !== undefined ? [[message.callId, message.reveals]] : [],
    ),
  );
  const openedAt = step.before.some(isOpening)
    ? prompt.length
    : prompt.findLastIndex((message) => beforeOf(message).some(isOpening));
  let sent: SdkMessage[] = [];
  for (const [at, message] of prompt.entries()) {
    const before = beforeOf(message);
    sent = writeEntries(sent, at < openedAt ? before.filter(isText) : before, step, wire);
    const { message: written, beside } = writeMessage(message, reveals, step, wire);
    sent.push(written, ...beside);
  }
  return withSection(writeEntries(sent, step.before, step, wire), step.prompt);
}

/** A message of the host's own, with what is told in the provider's way, and what is said after it. */
function writeMessage(
  message: SdkMessage,
  reveals: ReadonlyMap<string, readonly ToolDefinition[]>,
  { opening }: Step,
  wire: Wire,
): { readonly message: SdkMessage; readonly beside: readonly SdkMessage[] } {
  if (typeof message.content === "string") return { message, beside: [] };
  const results = message.content.map(plain).map((part): WireResult => {
    if (part.type === "tool-call") return { part: wire.toCall(part, opening) };
    if (part.type !== "tool-result") return { part };
    return wire.toResult(part, reveals.get(String(part.toolCallId)), opening);
  });
  return {
    message: { ...message, content: results.map(({ part }) => part) },
    beside: results.flatMap(({ beside }) => (beside === undefined ? [] : [say(beside)])),
  };
}

function writeEntries(
  written: SdkMessage[],
  entries: readonly Message[],
  { opening }: Step,
  wire: Wire,
): SdkMessage[] {
  let sent = written;
  for (const entry of entries) {
    if (entry.role === "tool-change") sent = [...wire.toChange(sent, entry, opening)];
    else if (entry.role === "user") sent.push(say(entry.text));
  }
  return sent;
}

/** The prompt section ends the host's own system prompt: some models take only one. */
function withSection(messages: readonly SdkMessage[], section: string): SdkMessage[] {
  if (section === "") return [...messages];
  const after = messages.findIndex(({ role }) => role !== "system");
  const at = after === -1 ? messages.length : after;
  const last = messages[at - 1];
  if (last === undefined) return [{ role: "system", content: section }, ...messages];
  const joined = { ...last, content: `${String(last.content)}\n\n${section}` };
  return [...messages.slice(0, at - 1), joined, ...messages.slice(at)];
}

/** A part as it is without us. */
function plain(part: SdkPart): SdkPart {
  const own = withoutOwn(part);
  return isRecord(own.output) ? { ...own, output: withoutOwn(own.output) } : own;
}

function isOpening({ role }: Message): boolean {
  return role === "opening";
}

function isText({ role }: Message): boolean {
  return role === "user";
}
