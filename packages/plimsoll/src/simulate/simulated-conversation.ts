import type {
  CatalogEntry,
  Message,
  Runtime,
  SentMessage,
  Step,
  ToolCall,
  ToolDefinition,
} from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import type { Block, RequestBlocks } from "./block.ts";
import type { BlockMaker } from "./block-maker.ts";
import type { Reveal } from "./layout.ts";
import { createReplyMaker } from "./reply-maker.ts";
import type { ExtraStep, StrategyPlan } from "./strategy-plan.ts";
import type { Work, WorkCall, WorkStep } from "./work.ts";

/** One request of a simulated conversation. */
export interface SimulatedRequest {
  /** One of the recording's own steps, or which extra step it is. */
  readonly kind: "work" | ExtraStep;
  readonly blocks: RequestBlocks;
  /** The reply as it stands in later requests; its tokens are the output. */
  readonly reply: Block;
}

/** What a conversation is simulated with. */
export interface ConversationParts {
  /** Under the strategy that the plan is driven as. */
  readonly runtime: Runtime;
  readonly model: string;
  readonly make: BlockMaker;
  readonly plan: StrategyPlan;
  /** The host's own system prompt. */
  readonly system: string;
  readonly rankOf: (definition: ToolDefinition) => number;
}

/** One conversation as it goes on: recorded work, with the extra steps that a strategy needs for it. */
export class SimulatedConversation {
  readonly #parts: ConversationParts;
  readonly #replies;
  readonly #history: Message[] = [];
  readonly #messages: Block[] = [];
  readonly #reveals: Reveal[] = [];
  /** The wire names of tools that were found, loaded or revealed. */
  readonly #reached = new Set<string>();
  /** The steps whose own messages are in the history. */
  readonly #kept = new WeakSet<Step>();
  #opening: Step | undefined;
  /** The last step, as long as nothing happened that the runtime would answer with another array or a message. */
  #current: Step | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#replies = createReplyMaker(parts.runtime, parts.model);
  }

  /** The requests one by one, so that no more than one is in memory: use each before asking for the next. */
  async *play({ steps }: Work): AsyncGenerator<SimulatedRequest> {
    for (const step of steps) {
      for (const message of step.before) this.#say(message);
      yield* this.#reach(step);
      yield await this.#work(step);
    }
  }

  /** The extra steps that lead to the deferred tools of a step, to all of a batch at once. */
  async *#reach({ calls }: WorkStep): AsyncGenerator<SimulatedRequest> {
    const missing = this.#missing(calls);
    if (missing.length === 0) return;
    for (const kind of this.#parts.plan.extraSteps) {
      let left = missing;
      while (left.length > 0) {
        const { calls: asked, rest } = await this.#replies.replyFor(kind, left);
        const step = this.#step();
        yield this.#request(kind, step, { calls: asked });
        const entries = await this.#accept(step, asked);
        const definitions = revealedBy(entries);
        this.#reveals.push({ after: this.#messages.length, definitions });
        for (const { name } of definitions) this.#reached.add(name);
        const omitted = omittedIn(entries);
        const again = left.filter((entry) => rest.includes(entry) || omitted.has(entry.wireName));
        left = again.length < left.length ? again : [];
      }
    }
    for (const { wireName } of missing) this.#reached.add(wireName);
  }

  async #work({ text, calls }: WorkStep): Promise<SimulatedRequest> {
    const step = this.#step();
    const made = calls.map((call) => this.#madeAs(call, step));
    const reply = { ...(text === undefined ? {} : { text }), calls: made };
    const request = this.#request("work", step, reply);
    // The results are those of the recording: of the step, only what it puts before the reply is taken.
    this.#keep(step, (await step.accept({ calls: [] })).slice(0, -1));
    this.#say({ role: "assistant", ...reply });
    calls.forEach(({ entry, result }, at) => {
      const name = made[at]?.name;
      if (result === undefined || name === undefined) return;
      const { role, callId, content, isError } = result;
      const outcome = isError === true ? ("failed" as const) : ("ok" as const);
      const meta = entry === undefined ? {} : { meta: { outcome, tool: entry.name } };
      this.#say({ role, callId, name, content, ...(isError === true ? { isError } : {}), ...meta });
    });
    return request;
  }

  /** Adds an entry that is sent to the model. */
  #say(entry: Message & SentMessage): void {
    this.#history.push(entry);
    this.#messages.push(this.#parts.make.message(entry));
  }

  /** Has the runtime answer meta-tools. Its own messages before the reply are in the request already. */
  async #accept(step: Step, calls: readonly ToolCall[]): Promise<readonly Message[]> {
    const entries = await step.accept({ calls });
    const reply = entries.findIndex(({ role }) => role === "assistant");
    this.#keep(step, entries.slice(0, reply));
    this.#history.push(...entries.slice(reply));
    for (const entry of entries.slice(reply)) {
      if (isSent(entry)) this.#messages.push(this.#parts.make.message(entry));
    }
    this.#current = undefined;
    return entries;
  }

  /** Takes over what a step puts before the reply, once however often it is used. */
  #keep(step: Step, entries: readonly Message[]): void {
    if (this.#kept.has(step)) return;
    this.#kept.add(step);
    this.#history.push(...entries);
  }

  /**
   * The step to be taken now. Only after an extra step, and at first, does the runtime have something new to say: a
   * long recording is not read from its beginning at each of its steps.
   */
  #step(): Step {
    if (this.#current !== undefined) return this.#current;
    const { runtime, model, make } = this.#parts;
    const step = runtime.step({ history: this.#history, model });
    for (const message of step.messages.slice(this.#messages.length))
      this.#messages.push(make.message(message));
    this.#opening ??= step;
    this.#current = step;
    return step;
  }

  #missing(calls: readonly WorkCall[]): readonly CatalogEntry[] {
    const called = new Set(calls.flatMap(({ entry }) => entry ?? []));
    const unreached = [...called].filter(({ wireName }) => !this.#reached.has(wireName));
    if (unreached.length === 0) return [];
    const head = new Set((this.#opening ?? this.#step()).tools.map(({ name }) => name));
    return unreached.filter(({ wireName }) => !head.has(wireName));
  }

  #madeAs({ id, name, arguments: sent, entry }: WorkCall, { tools }: Step): ToolCall {
    if (entry === undefined) return { id, name, arguments: sent };
    const { wireName } = entry;
    return this.#parts.plan.callsThrough && !tools.some((tool) => tool.name === wireName)
      ? { id, name: "tool_call", arguments: { name: wireName, arguments: sent } }
      : { id, name: wireName, arguments: sent };
  }

  #request(
    kind: SimulatedRequest["kind"],
    { tools: array, prompt }: Step,
    reply: { readonly text?: string; readonly calls: readonly ToolCall[] },
  ): SimulatedRequest {
    const { make, plan, system, rankOf } = this.#parts;
    const opening = this.#opening?.tools ?? array;
    const reveals = this.#reveals;
    const { tools, messages } = plan.layout(
      { opening, array, messages: this.#messages, reveals, rankOf },
      make,
    );
    return {
      kind,
      blocks: {
        tools: [...make.instructions(array), ...tools],
        system: [...make.text("system", system), ...make.text("prompt", prompt)],
        messages: [...messages],
      },
      reply: make.message({ role: "assistant", ...reply }),
    };
  }
}

function isSent(entry: Message): entry is Message & SentMessage {
  return entry.role !== "opening" && entry.role !== "pending" && entry.role !== "handover";
}

/** The definitions that answers revealed, where the provider shows them. */
function revealedBy(entries: readonly Message[]): ToolDefinition[] {
  return entries.flatMap((entry) => {
    const record = entry.role === "tool" ? entry.meta?.record : undefined;
    return record?.type === "load" ? record.tools.flatMap(({ definition }) => definition ?? []) : [];
  });
}

/** The wire names that an answer left out for length. */
function omittedIn(entries: readonly Message[]): ReadonlySet<unknown> {
  return new Set(
    entries.flatMap((entry) => {
      const content = entry.role === "tool" ? entry.structuredContent : undefined;
      const omitted = isRecord(content) ? content["omitted"] : undefined;
      return Array.isArray(omitted) ? omitted : [];
    }),
  );
}
