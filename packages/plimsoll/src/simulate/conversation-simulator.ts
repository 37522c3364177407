import {
  type CatalogSnapshot,
  capabilitiesOf,
  createRuntime,
  type Runtime,
  type StrategyName,
  type ToolDefinition,
} from "@plimsoll/core";
import { copyInto } from "../stats/copy-catalog.ts";
import type { TokenCounter } from "../stats/token-counter.ts";
import { createBlockMaker } from "./block-maker.ts";
import { SimulatedConversation, type SimulatedRequest } from "./simulated-conversation.ts";
import type { StrategyPlan } from "./strategy-plan.ts";
import type { Work } from "./work.ts";

/** What conversations are simulated over. */
export interface SimulatedSurface {
  readonly snapshot: CatalogSnapshot;
  readonly model: string;
  readonly counter: TokenCounter;
}

/** Plays recorded work under one strategy after the other, over one catalog. */
export interface ConversationSimulator {
  /** The requests that the work takes under a strategy, one by one. */
  play(work: Work, plan: StrategyPlan, system: string): AsyncGenerator<SimulatedRequest>;
}

const EVERY_STRATEGY: readonly StrategyName[] = ["bridge", "all", "append", "native", "transcript"];

/** Makes a simulator. Array, prompt section and answers of meta-tools are the runtime's own; no tool is run. */
export function createConversationSimulator(surface: SimulatedSurface): ConversationSimulator {
  const { snapshot, model, counter } = surface;
  const make = createBlockMaker(model, counter.count);
  const ranks = new Map(snapshot.entries().map(({ wireName }, rank) => [wireName, rank]));
  const rankOf = ({ name }: ToolDefinition): number => ranks.get(name) ?? -1;
  const runtimes = new Map<StrategyName, Runtime>();
  const runtimeAs = (strategy: StrategyName): Runtime => {
    const runtime = runtimes.get(strategy) ?? createRuntimeAs(strategy, surface);
    runtimes.set(strategy, runtime);
    return runtime;
  };
  return {
    play: (work, plan, system) =>
      new SimulatedConversation({
        runtime: runtimeAs(plan.drivenAs),
        model,
        make,
        plan,
        system,
        rankOf,
      }).play(work),
  };
}

/** A runtime over the same tools, also under a strategy that the model cannot follow: the report says so. */
function createRuntimeAs(strategy: StrategyName, { snapshot, model, counter }: SimulatedSurface): Runtime {
  const { rows, version } = snapshot.lifecycle;
  const runtime = createRuntime({
    strategy,
    models: [{ ...capabilitiesOf(model), pattern: "*", strategies: EVERY_STRATEGY }],
    lifecycle: rows,
    countTokens: counter.count,
    ...(version === undefined ? {} : { version }),
  });
  copyInto(runtime.catalog, snapshot);
  return runtime;
}
