import {
  type AssistantMessage,
  type CatalogEntry,
  type CatalogSnapshot,
  type Message,
  type ReplayedCall,
  type ResultMessage,
  replayTranscript,
  type SummaryMessage,
  type ToolCall,
  type UserMessage,
} from "@plimsoll/core";
import { parseJson } from "../catalog-file/json-syntax.ts";
import { groupBy } from "../internal/group-by.ts";
import { isRecord } from "../internal/is-record.ts";

/** What a recorded conversation did, whatever surface it was recorded under. */
export interface Work {
  readonly steps: readonly WorkStep[];
  /** Calls of meta-tools, which are not part of the work: each strategy makes its own. */
  readonly metaCalls: number;
  /** The names that are in no catalog, with how often each was called. */
  readonly unknown: ReadonlyMap<string, number>;
}

/** One reply, with what came before it and the results of its calls. */
export interface WorkStep {
  /** What was said since the last reply. */
  readonly before: readonly (UserMessage | SummaryMessage)[];
  readonly text?: string;
  readonly calls: readonly WorkCall[];
}

/** One call, with its recorded result. */
export interface WorkCall extends ToolCall {
  /** The tool that it means today; without one, it is made as it was recorded, and its definition weighs nothing. */
  readonly entry?: CatalogEntry;
  readonly result?: ResultMessage;
}

const CALL_THROUGH: ReadonlySet<string> = new Set(["tool_call", "tool_read"]);

/**
 * Takes the work out of a transcript. Calls through the bridge are taken for the calls they carry; other calls of
 * meta-tools, with their results and what Plimsoll itself said, are left out, so that all strategies do the same.
 */
export function toWork(messages: readonly Message[], snapshot: CatalogSnapshot): Work {
  const replayed = groupBy(replayTranscript(messages, snapshot).calls, ({ index }) => index);
  const steps: WorkStep[] = [];
  let metaCalls = 0;
  let before: (UserMessage | SummaryMessage)[] = [];
  messages.forEach((message, index) => {
    const said = toSaid(message);
    if (said !== undefined) before.push(said);
    if (message.role !== "assistant") return;
    const results = resultsAfter(messages, index);
    const calls = readCalls(message, replayed.get(index) ?? [], snapshot).map((call) => {
      const result = results.get(call.id);
      return result === undefined ? call : { ...call, result };
    });
    metaCalls += message.calls.length - calls.length;
    // A reply that only asked Plimsoll something is not part of the work, nor is what it said about it.
    if (calls.length === 0 && message.calls.length > 0) return;
    steps.push({ before, ...(message.text === undefined ? {} : { text: message.text }), calls });
    before = [];
  });
  return { steps, metaCalls, unknown: countUnknown(steps) };
}

function countUnknown(steps: readonly WorkStep[]): ReadonlyMap<string, number> {
  const strangers = steps.flatMap(({ calls }) => calls.filter(({ entry }) => entry === undefined));
  return new Map([...groupBy(strangers, ({ name }) => name)].map(([name, calls]) => [name, calls.length]));
}

function toSaid(message: Message): UserMessage | SummaryMessage | undefined {
  if (message.role === "summary") return { role: "summary", text: message.text };
  return message.role === "user" && message.from === undefined ? message : undefined;
}

/** The results up to the next reply, by the calls they answer. */
function resultsAfter(messages: readonly Message[], index: number): ReadonlyMap<string, ResultMessage> {
  const results = new Map<string, ResultMessage>();
  for (let at = index + 1; at < messages.length; at++) {
    const message = messages[at];
    if (message?.role === "assistant") break;
    if (message?.role === "tool") results.set(message.callId, message);
  }
  return results;
}

function readCalls(
  { calls }: AssistantMessage,
  replayed: readonly ReplayedCall[],
  snapshot: CatalogSnapshot,
): WorkCall[] {
  const named = groupBy(replayed, ({ callId }) => callId);
  return calls.flatMap((call): WorkCall[] => {
    const [found, ...more] = named.get(call.id) ?? [];
    if (found === undefined || more.length > 0 || found.verdict.type === "meta") return [];
    const { name, through, verdict } = found;
    if (through !== undefined && !CALL_THROUGH.has(through)) return [];
    const entry = verdict.type === "dispatches" ? snapshot.get(verdict.tool) : undefined;
    const sent = through === undefined ? toArguments(call.arguments) : innerOf(call.arguments);
    return [{ id: call.id, name, arguments: sent, ...(entry === undefined ? {} : { entry }) }];
  });
}

function innerOf(sent: unknown): unknown {
  const outer = toArguments(sent);
  return isRecord(outer) ? toArguments(outer["arguments"] ?? {}) : {};
}

/** Some shapes record arguments as a JSON text; what is no JSON stays as it is. */
function toArguments(sent: unknown): unknown {
  return typeof sent === "string" ? (parseJson(sent)?.value ?? sent) : sent;
}
