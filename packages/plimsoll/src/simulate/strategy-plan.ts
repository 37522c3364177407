import type { StrategyName } from "@plimsoll/core";
import { asArranged, inHistory, inPlace, type Layout } from "./layout.ts";

/** What is simulated: the strategies, and what others do, for comparison. */
export type SimulatedName = StrategyName | "edit-in-place"; // loaded tools inserted into the array in the catalog's order: AI SDK's activeTools

/** What a model does before it first uses a deferred tool, each a step of its own. */
export type ExtraStep = "find" | "describe" | "load";

/** How a strategy is simulated. */
export interface StrategyPlan {
  readonly name: SimulatedName;
  /** The strategy that the runtime is asked for its array, its prompt section and its answers. */
  readonly drivenAs: StrategyName;
  readonly extraSteps: readonly ExtraStep[];
  /** Whether deferred tools are called through `tool_call`. */
  readonly callsThrough: boolean;
  readonly layout: Layout;
  /** The strategy that a model must be able to follow for it. */
  readonly needs: StrategyName;
}

const LOADING = { drivenAs: "append", extraSteps: ["find", "load"], callsThrough: false } as const;

/** Every strategy, in the order in which they are shown. Under `native` the answer of the search is what reveals. */
export const STRATEGY_PLANS: readonly StrategyPlan[] = [
  { name: "all", needs: "all", drivenAs: "all", extraSteps: [], callsThrough: false, layout: asArranged },
  {
    name: "bridge",
    needs: "bridge",
    drivenAs: "bridge",
    extraSteps: ["find"],
    callsThrough: true,
    layout: asArranged,
  },
  {
    name: "native",
    needs: "native",
    drivenAs: "native",
    extraSteps: ["find"],
    callsThrough: false,
    layout: inHistory,
  },
  { name: "transcript", needs: "transcript", ...LOADING, drivenAs: "transcript", layout: asArranged },
  { name: "append", needs: "append", ...LOADING, layout: asArranged },
  { name: "edit-in-place", needs: "append", ...LOADING, layout: inPlace },
];

/** The plans of these names, in the order of the table. With `describe`, a schema is read before a call through the bridge. */
export function plansFor(
  names: readonly SimulatedName[] | undefined,
  { describe }: { readonly describe: boolean },
): readonly StrategyPlan[] {
  return STRATEGY_PLANS.filter(({ name }) => names === undefined || names.includes(name)).map((plan) =>
    describe && plan.callsThrough ? { ...plan, extraSteps: [...plan.extraSteps, "describe"] } : plan,
  );
}
