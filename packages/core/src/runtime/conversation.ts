import type { Activation } from "../activation/activation.ts";
import { derive } from "../activation/derive.ts";
import type { Message } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import type { CallContext } from "../call/call-context.ts";
import { passesGate } from "../call/gate.ts";
import type { NextCalls } from "../call/next-calls.ts";
import { findStoredResult } from "../call/stored-result.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import type { Dialect, Offer } from "../dialects/dialect.ts";
import { dialectNamed } from "../dialects/dialect-named.ts";
import type { PerformContext } from "../dialects/perform.ts";
import { defined } from "../internal/defined.ts";
import { inTime } from "../internal/in-time.ts";
import type { MetaContext } from "../meta/meta-context.ts";
import type { PermittedView } from "../surface/permitted-view.ts";
import type { Asker, Engine } from "./engine.ts";
import type { CallOptions, StepInput } from "./runtime.ts";

/** Where calls are made: the newest snapshot under the asker's policy, the activation, and the words of the dialect. */
export interface Conversation {
  readonly engine: Engine;
  readonly asker: Asker;
  readonly view: PermittedView;
  readonly activation: Activation;
  readonly history: readonly Message[];
  readonly dialect: Dialect;
  readonly offer: Offer;
  readonly next: NextCalls;
}

/** What differs from call to call. */
export type CallCircumstances = Pick<
  CallOptions,
  "principal" | "signal" | "progress" | "answers" | "results"
> &
  Pick<CallContext, "approved" | "host" | "absent">;

/** Takes a conversation up at this moment. With no opening record, it is one call under the bridge. */
export function takeUp(
  engine: Engine,
  asker: Asker,
  activation: Activation,
  history: readonly Message[],
  // Outside a conversation nothing is loaded unless the host says so, and nothing waits for it.
  unopened: Offer = { strategy: "bridge", gate: "open" },
): Conversation {
  const { opening, appended, revealed, loaded } = activation;
  const dialect = dialectOf(engine, opening);
  const offer: Offer = opening ?? unopened;
  const view = engine.viewFor(asker, dialect);
  const given = revealed.map(({ definition }) => definition);
  const inArray = new Set([...(opening?.tools ?? []), ...appended, ...given].map(({ name }) => name));
  if (offer.strategy === "transcript") {
    // What is loaded is in front of the model, or will be with the next step.
    for (const { name } of loaded) inArray.add(view.snapshot.get(name)?.wireName ?? name);
  }
  const next = dialect.nextCalls(offer, (wireName) => inArray.has(wireName));
  return { engine, asker, view, activation, history, dialect, offer, next };
}

/** Reads a history, under the names of the dialect that its conversation was opened in. */
export function readHistory(engine: Engine, input: StepInput): Activation {
  const { history, records } = input;
  const options = { compaction: engine.compaction, ...defined({ records }) };
  const activation = derive(history, engine.viewFor(input).snapshot, options);
  const dialect = dialectOf(engine, activation.opening);
  if (dialect.wireNameOf === engine.dialect.wireNameOf) return activation;
  return derive(history, engine.viewFor(input, dialect).snapshot, options);
}

function dialectOf(engine: Engine, opening: OpeningRecord | undefined): Dialect {
  const isOwn = opening === undefined || opening.dialect === engine.dialect.name;
  return isOwn ? engine.dialect : dialectNamed(opening.dialect);
}

/** What one call of a conversation is made with. */
export function toPerformContext(
  conversation: Conversation,
  circumstances: CallCircumstances,
): PerformContext {
  const { engine, asker, view, activation, history, dialect, offer, next } = conversation;
  const {
    principal,
    signal = new AbortController().signal,
    progress,
    answers,
    results,
    approved,
    host,
    absent,
  } = circumstances;
  const call: MetaContext = {
    view,
    activation,
    index: {
      // Only a search brings the index up to date: that takes its time, and an index of the host's own may fail at it.
      search: async (request) =>
        engine.telemetry.observe(engine.liveIndex.at(engine.catalog.snapshot())).search(request),
    },
    costOf: engine.costOf,
    countTokens: engine.countTokens,
    gate: offer.gate,
    principal,
    timeoutMs: engine.timeoutMs,
    limiter: engine.limiter,
    signal,
    progress: progress ?? (() => {}),
    answers,
    approved,
    host,
    absent,
    storedResult: (handle) =>
      results === undefined ? findStoredResult(history, handle) : results.read(handle),
    catchUp: async () => {
      const { timeoutMs } = engine;
      await inTime((own) => engine.sources.catchUp(own), { signal, timeoutMs });
      return toPerformContext({ ...conversation, view: engine.viewFor(asker, dialect) }, circumstances).call;
    },
    isAwaited: (name) => engine.sources.isAwaited(name),
  };
  return { dialect, offer, next, call };
}

/** Whether a tool may be called in this conversation as it is, or has to be loaded first. */
export function isCallable(entry: CatalogEntry, { view, activation, offer }: Conversation): boolean {
  return passesGate({ entry }, { view, activation, gate: offer.gate });
}
