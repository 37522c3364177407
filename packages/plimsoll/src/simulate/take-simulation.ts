import { capabilitiesOf } from "@plimsoll/core";
import type { UnreadablePlace } from "../replay/replay-run.ts";
import { toShare } from "../stats/weigh.ts";
import type { Block, RequestBlocks } from "./block.ts";
import { cachingRulesOf } from "./caching-rules.ts";
import { createConversationSimulator, type SimulatedSurface } from "./conversation-simulator.ts";
import { costOf, type PriceRow, toDollars } from "./price-table.ts";
import { pricesOf } from "./prices.ts";
import { PromptCache } from "./prompt-cache.ts";
import type { Recording } from "./read-recordings.ts";
import type {
  SimulatedStrategy,
  SimulatedTranscript,
  SimulationReport,
  Spent,
  SpentRequest,
} from "./simulation-report.ts";
import { plansFor, type SimulatedName, type StrategyPlan } from "./strategy-plan.ts";
import { toWork, type Work } from "./work.ts";

/** What is simulated, and how. */
export interface SimulationSubject extends SimulatedSurface {
  readonly recordings: readonly Recording[];
  readonly unreadable?: readonly UnreadablePlace[];
  /** Only these strategies. */
  readonly strategies?: readonly SimulatedName[] | undefined;
  /** Whether a schema is read with `tool_describe` before a first call through the bridge; its signature is enough if absent. */
  readonly describe?: boolean | undefined;
  /** Rows that come before those of the table. */
  readonly prices?: readonly PriceRow[] | undefined;
}

/** Does the work of recordings again under each strategy, on paper, and says what it would have cost. */
export async function takeSimulation(subject: SimulationSubject): Promise<SimulationReport> {
  const { snapshot, model, counter, recordings, unreadable = [], strategies, describe = false } = subject;
  const works = recordings.map(({ messages, system }) => ({ work: toWork(messages, snapshot), system }));
  const caching = cachingRulesOf(model);
  const prices = pricesOf(model, subject.prices);
  const simulator = createConversationSimulator(subject);
  const spent: SimulatedStrategy[] = [];
  for (const plan of plansFor(strategies, { describe })) {
    const requests: SpentRequest[] = [];
    for (const [transcript, { work, system }] of works.entries()) {
      const cache = new PromptCache(caching);
      for await (const { kind, blocks, reply } of simulator.play(work, plan, system)) {
        requests.push({ transcript, kind, ...spend(cache, blocks, reply, prices) });
      }
    }
    spent.push(sumUp(plan, requests, model));
  }
  const compared = withShares(spent);
  const cheapest = cheapestOf(compared);
  return {
    model,
    counter: counter.name,
    caching,
    ...(prices === undefined ? {} : { prices }),
    contextWindow: capabilitiesOf(model).contextWindow,
    tools: snapshot.size,
    transcripts: recordings.map((recording, at) => toTranscript(recording, works[at]?.work)),
    unreadable,
    unknown: sumUnknown(works.map(({ work }) => work)),
    strategies: compared,
    ...(cheapest === undefined ? {} : { cheapest: cheapest.strategy }),
  };
}

function spend(cache: PromptCache, blocks: RequestBlocks, reply: Block, prices: PriceRow | undefined): Spent {
  const use = cache.send(blocks, reply);
  const output = reply.tokens;
  return { ...use, output, ...(prices === undefined ? {} : { cost: costOf(use, output, prices) }) };
}

function sumUp(plan: StrategyPlan, requests: readonly SpentRequest[], model: string): SimulatedStrategy {
  const sum = (key: Exclude<keyof Spent, "cost">): number =>
    requests.reduce((total, request) => total + request[key], 0);
  const { strategies, contextWindow } = capabilitiesOf(model);
  const costs = requests.flatMap(({ cost }) => cost ?? []);
  return {
    strategy: plan.name,
    isFollowed: strategies.includes(plan.needs),
    steps: requests.length,
    extraSteps: requests.filter(({ kind }) => kind !== "work").length,
    input: sum("input"),
    cached: sum("cached"),
    uncached: sum("uncached"),
    written: sum("written"),
    output: sum("output"),
    ...(costs.length < requests.length ? {} : { cost: toDollars(costs.reduce((a, b) => a + b, 0)) }),
    tooLong: requests.filter(({ input }) => input > contextWindow).length,
    share: 0,
    requests,
  };
}

/** What strategies are compared by: money, or what was not read from a cache. */
export function burdenOf({ cost, uncached }: Spent): number {
  return cost ?? uncached;
}

function withShares(strategies: readonly SimulatedStrategy[]): SimulatedStrategy[] {
  const dearest = strategies.reduce((most, one) => Math.max(most, burdenOf(one)), 0);
  return strategies.map((one) => ({ ...one, share: toShare(burdenOf(one), dearest) }));
}

function cheapestOf(strategies: readonly SimulatedStrategy[]): SimulatedStrategy | undefined {
  return strategies
    .filter(
      ({ isFollowed, tooLong, strategy }) => isFollowed && tooLong === 0 && strategy !== "edit-in-place",
    )
    .reduce<SimulatedStrategy | undefined>(
      (least, one) => (least === undefined || burdenOf(one) < burdenOf(least) ? one : least),
      undefined,
    );
}

function toTranscript(
  { file, line, shape, skipped }: Recording,
  work: Work | undefined,
): SimulatedTranscript {
  const { steps = [], metaCalls = 0 } = work ?? {};
  return {
    file,
    ...(line === undefined ? {} : { line }),
    shape,
    steps: steps.length,
    calls: steps.reduce((sum, { calls }) => sum + calls.length, 0),
    metaCalls,
    skipped,
  };
}

function sumUnknown(works: readonly Work[]): SimulationReport["unknown"] {
  const sums = new Map<string, number>();
  for (const { unknown } of works) {
    for (const [name, calls] of unknown) sums.set(name, (sums.get(name) ?? 0) + calls);
  }
  return [...sums].map(([name, calls]) => ({ name, calls }));
}
