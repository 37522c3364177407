import { toSummary } from "../activation/kept-records.ts";
import type { Message, PendingMessage, ResultMessage, SentMessage, ToolCall } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { PlimsollError } from "../errors.ts";
import type { AcceptOptions, PendingAnswer, Runtime, Step, StepInput } from "../runtime/runtime.ts";
import { toSentMessages } from "../surface/sent-messages.ts";
import { wordsOf } from "../tool/block-text.ts";
import type { Adapter } from "./adapter.ts";
import { type AdapterRecords, keepDeclared, keepRecords, toHistory, withNote } from "./adapter-records.ts";

/** One conversation with a provider: what to send, and where to hand the response. */
export interface ProviderSurface<Params, Request, Response, ProviderMessage> {
  /** The host's parameters, with the tools, the prompt section and whatever the conversation needs beside. */
  request(params: Params): Request;
  /** Runs the response's calls, and answers the messages to append: the reply, the results, what goes with them. */
  accept(response: Response, options?: AcceptOptions): Promise<ProviderMessage[]>;
  /** Goes on with calls that wait, and answers the messages to append once none waits any more. */
  resume(
    params: Params,
    answers: Readonly<Record<string, PendingAnswer>>,
    options?: AcceptOptions,
  ): Promise<ProviderMessage[]>;
  /** A message to put in place of these, in a host's own words: what they loaded stays loaded. */
  summarise(messages: readonly ProviderMessage[], text: string): ProviderMessage[];
  /** Calls that wait for the host or the user. */
  readonly pending: readonly PendingMessage[];
  /** The step of the last request: its tokens, its strategy, whether it had to start anew. */
  readonly step: Step | undefined;
  /** To be kept beside the messages, as JSON, and handed back on resume. */
  readonly records: AdapterRecords;
}

/** What a surface is made with: where an earlier one left off, and what its steps are taken with. */
export interface ProviderSurfaceOptions extends Pick<StepInput, "mode" | "policy" | "principal"> {
  readonly records?: AdapterRecords;
}

/** A request that was made and not yet answered. */
interface Taken<Params> {
  readonly step: Step;
  readonly params: Params;
  /** How many messages it was made over: the host may go on with its list meanwhile. */
  readonly at: number;
  /** Whether what the step appends went with it. */
  readonly adds: boolean;
}

/** A surface over an adapter. It holds the records of one conversation, and nothing else. */
export function createProviderSurface<Params, Request, Response, ProviderMessage>(
  runtime: Runtime,
  adapter: Adapter<Params, Request, Response, ProviderMessage>,
  { records: kept = {}, ...asker }: ProviderSurfaceOptions = {},
): ProviderSurface<Params, Request, Response, ProviderMessage> {
  let records = kept;
  let taken: Taken<Params> | undefined;
  let last: Step | undefined;
  let asked: Params | undefined;

  const read = (messages: readonly ProviderMessage[], params: Params | undefined): Message[] =>
    toHistory(adapter.read(messages, { params, opening: records.opening?.record }), records);

  const toInput = (params: Params): StepInput => ({
    ...asker,
    history: read(adapter.messagesOf(params), params),
    model: adapter.modelOf(params),
    provider: adapter.provider,
  });

  const write = (entries: readonly Message[], opening: OpeningRecord): ProviderMessage[] => {
    const { sent, beside } = splitReveals(toSentMessages(entries, opening), adapter);
    records = beside.reduce((all, text) => withNote(all, { text, of: { from: "result" } }), records);
    return [...adapter.write(sent, opening)];
  };

  /** Results wait for the last of their batch: no provider takes them one by one. */
  const writeBatch = (
    entries: readonly Message[],
    opening: OpeningRecord,
    calls: readonly ToolCall[] = [],
  ): ProviderMessage[] => {
    const { held = [], pending = {} } = records;
    if (Object.keys(pending).length > 0) {
      records = { ...records, held: [...held, ...entries.filter(isResult)] };
      return [];
    }
    const { held: _held, ...rest } = records;
    records = rest;
    return write(inCallOrder([...held, ...entries], calls), opening);
  };

  return {
    request(params) {
      const own = adapter.messagesOf(params);
      const step = runtime.step(toInput(params));
      const { opening, added } = step;
      const isKept = records.opening !== undefined && step.repinned === undefined;
      const openedAt = isKept ? (records.opening?.at ?? 0) : own.length;
      const adds = adapter.canAdd?.(own) ?? true;
      taken = { step, params, at: own.length, adds };
      asked = params;
      const { sent } = splitReveals(toSentMessages(adds ? added : [], opening), adapter);
      const messages = [
        ...adapter.toPlain(own.slice(0, openedAt), opening, step.deferred ?? []),
        ...own.slice(openedAt),
        ...adapter.write(sent, opening),
      ];
      return adapter.toRequest(params, messages, step);
    },
    async accept(response, options) {
      if (taken === undefined) throw outOfTurn();
      const { step, params, at, adds } = taken;
      const aside = adapter.aside?.(response, params) ?? [];
      const { calls, ...said } = adapter.toReply(response, { params, opening: step.opening });
      const isAside = new Set(aside.map(({ callId }) => callId));
      const reply = { ...said, calls: calls.filter(({ id }) => !isAside.has(id)) };
      const entries = await step.accept(reply, options);
      taken = undefined;
      last = step;
      const repliedAt = entries.findIndex(({ role }) => role === "assistant");
      const before = entries.slice(0, repliedAt).filter((entry) => adds || !step.added.includes(entry));
      const batch = inCallOrder(withAside(entries.slice(repliedAt + 1), aside), calls);
      const kept = [...before, ...entries.slice(repliedAt, repliedAt + 1), ...batch];
      // A step is taken when nothing waits: what is still there waits in a branch that the host has left.
      const { pending: _pending, held: _held, ...rest } = records;
      records = keepRecords(rest, kept, { at, replyKey: adapter.replyKeyOf(response) });
      records = keepDeclared(records, before, step.deferred);
      return [
        ...write(before, step.opening),
        ...adapter.toReplyMessages(response),
        ...writeBatch(batch, step.opening),
      ];
    },
    async resume(params, answers, options) {
      const { opening } = records;
      const input = toInput(params);
      const entries = await runtime.resume({ ...input, ...options, answers });
      records = keepRecords(records, entries, { at: adapter.messagesOf(params).length });
      if (opening === undefined) return [];
      const last = input.history.findLast((entry) => entry.role === "assistant");
      return writeBatch(entries, opening.record, last?.calls);
    },
    summarise(messages, text) {
      const { opening } = records;
      if (opening === undefined) throw outOfTurn();
      const { records: kept = [], ...summary } = toSummary(read(messages, asked), text);
      // The opening record is kept once, where later steps may add to it.
      const loads = kept.filter((record) => !("role" in record));
      records = keepRecords(records, [{ ...summary, records: loads }], { at: 0 });
      // What stood before it is now one message.
      const at = Math.max(0, opening.at - messages.length + 1);
      records = { ...records, opening: { ...opening, at: opening.at > messages.length ? at : 0 } };
      return [...adapter.write([{ role: "summary", text }], opening.record)];
    },
    get pending() {
      return Object.values(records.pending ?? {});
    },
    get step() {
      return taken?.step ?? last;
    },
    get records() {
      return records;
    },
  };
}

/** What a result says beside what it reveals is said after the results of its batch, as a text of its own. */
function splitReveals(
  messages: readonly SentMessage[],
  { isWordless = () => false }: Pick<Adapter<never, unknown, never, unknown>, "isWordless">,
): {
  readonly sent: readonly SentMessage[];
  readonly beside: readonly string[];
} {
  const beside: string[] = [];
  const sent: SentMessage[] = [];
  let waiting: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool" && (message.reveals !== undefined || isWordless(message))) {
      const text = wordsOf(message.content);
      if (text !== "") waiting.push(text);
      sent.push({ ...message, content: [] });
    } else sent.push(message);
    if (messages[at + 1]?.role === "tool") continue;
    sent.push(...waiting.map((text) => ({ role: "user" as const, text })));
    beside.push(...waiting);
    waiting = [];
  }
  return { sent, beside };
}

/** Calls of the same batch that the runtime was not asked about. While one waits, nothing is said behind the results. */
function withAside(
  entries: readonly Message[],
  aside: readonly (ResultMessage | PendingMessage)[],
): readonly Message[] {
  const results = entries.filter(({ role }) => role !== "user");
  const isWaiting = aside.some(({ role }) => role === "pending");
  return [...results, ...aside, ...(isWaiting ? [] : entries.filter(({ role }) => role === "user"))];
}

/** Results in the order of the calls, and before everything else. */
function inCallOrder(entries: readonly Message[], calls: readonly ToolCall[]): readonly Message[] {
  const place = new Map(calls.map(({ id }, at) => [id, at]));
  const placeOf = (entry: Message): number =>
    "callId" in entry ? (place.get(entry.callId) ?? place.size) : Number.POSITIVE_INFINITY;
  return entries.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

function isResult(entry: Message): entry is ResultMessage {
  return entry.role === "tool";
}

function outOfTurn(): PlimsollError<"REPLY_INVALID"> {
  const reason = "no request was made for it. Call surface.request first, once for each response";
  return new PlimsollError("REPLY_INVALID", `The response cannot be accepted: ${reason}.`, { reason });
}
