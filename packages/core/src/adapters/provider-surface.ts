import { toSummary } from "../activation/kept-records.ts";
import type {
  Message,
  PendingMessage,
  ResultMessage,
  SentMessage,
  SentResult,
} from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import { PlimsollError } from "../errors.ts";
import type { AcceptOptions, PendingAnswer, Runtime, Step, StepInput } from "../runtime/runtime.ts";
import { toSentMessages } from "../surface/sent-messages.ts";
import type { Adapter } from "./adapter.ts";
import { type AdapterRecords, keepRecords, toHistory, withNote } from "./adapter-records.ts";

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

/** A surface over an adapter. It holds the records of one conversation, and nothing else. */
export function createProviderSurface<Params, Request, Response, ProviderMessage>(
  runtime: Runtime,
  adapter: Adapter<Params, Request, Response, ProviderMessage>,
  { records: kept = {}, ...asker }: ProviderSurfaceOptions = {},
): ProviderSurface<Params, Request, Response, ProviderMessage> {
  let records = kept;
  let taken: { readonly step: Step; readonly at: number } | undefined;
  let last: Step | undefined;

  const toInput = (params: Params): StepInput => ({
    ...asker,
    history: toHistory(adapter.read(adapter.messagesOf(params)), records),
    model: adapter.modelOf(params),
    provider: adapter.provider,
  });

  const write = (entries: readonly Message[], opening: OpeningRecord): ProviderMessage[] => {
    const { sent, beside } = splitReveals(toSentMessages(entries, opening));
    records = beside.reduce((all, text) => withNote(all, { text, of: { from: "result" } }), records);
    return [...adapter.write(sent, opening)];
  };

  /** Results wait for the last of their batch: no provider takes them one by one. */
  const writeBatch = (entries: readonly Message[], opening: OpeningRecord): ProviderMessage[] => {
    const { held = [], pending = {} } = records;
    if (Object.keys(pending).length > 0) {
      records = { ...records, held: [...held, ...entries.filter(isResult)] };
      return [];
    }
    const { held: _held, ...rest } = records;
    records = rest;
    return write([...held, ...entries], opening);
  };

  return {
    request(params) {
      const own = adapter.messagesOf(params);
      const step = runtime.step(toInput(params));
      const { opening, added } = step;
      const isKept = records.opening !== undefined && step.repinned === undefined;
      const openedAt = isKept ? (records.opening?.at ?? 0) : own.length;
      taken = { step, at: own.length };
      const { sent } = splitReveals(toSentMessages(added, opening));
      const messages = [
        ...adapter.toPlain(own.slice(0, openedAt), opening),
        ...own.slice(openedAt),
        ...adapter.write(sent, opening),
      ];
      return adapter.toRequest(params, messages, step);
    },
    async accept(response, options) {
      if (taken === undefined) throw outOfTurn();
      const { step, at } = taken;
      const entries = await step.accept(adapter.toReply(response), options);
      taken = undefined;
      last = step;
      records = keepRecords(records, entries, { at, replyKey: adapter.replyKeyOf(response) });
      const reply = entries.findIndex(({ role }) => role === "assistant");
      return [
        ...write(entries.slice(0, reply), step.opening),
        ...adapter.toReplyMessages(response),
        ...writeBatch(entries.slice(reply + 1), step.opening),
      ];
    },
    async resume(params, answers, options) {
      const { opening } = records;
      const entries = await runtime.resume({ ...toInput(params), ...options, answers });
      records = keepRecords(records, entries, { at: adapter.messagesOf(params).length });
      return opening === undefined ? [] : writeBatch(entries, opening.record);
    },
    summarise(messages, text) {
      const summary = toSummary(toHistory(adapter.read(messages), records), text);
      records = keepRecords(records, [summary], { at: 0 });
      const { opening } = records;
      if (opening === undefined) throw outOfTurn();
      records = { ...records, opening: { ...opening, at: 0 } };
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
function splitReveals(messages: readonly SentMessage[]): {
  readonly sent: readonly SentMessage[];
  readonly beside: readonly string[];
} {
  const beside: string[] = [];
  const sent: SentMessage[] = [];
  let waiting: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool" && message.reveals !== undefined) {
      waiting.push(textOf(message));
      sent.push({ ...message, content: [] });
    } else sent.push(message);
    if (messages[at + 1]?.role === "tool") continue;
    sent.push(...waiting.map((text) => ({ role: "user" as const, text })));
    beside.push(...waiting);
    waiting = [];
  }
  return { sent, beside };
}

function textOf({ content }: SentResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function isResult(entry: Message): entry is ResultMessage {
  return entry.role === "tool";
}

function outOfTurn(): PlimsollError<"REPLY_INVALID"> {
  const reason = "no request was made for it. Call surface.request first, once for each response";
  return new PlimsollError("REPLY_INVALID", `The response cannot be accepted: ${reason}.`, { reason });
}
