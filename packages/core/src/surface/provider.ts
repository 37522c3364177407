import type { StrategyName } from "../activation/record.ts";

/** What the API of a provider can carry, as the adapter that speaks to it says. */
export interface Provider {
  readonly name: string;
  /** The strategies that the adapter can speak. */
  readonly strategies: readonly StrategyName[];
  /** Where every deferred definition must stand in the request so that it can be revealed. */
  readonly declares?: Declaration;
}

/** Under which strategies definitions are declared, and how many there may be. */
export interface Declaration {
  readonly strategies: readonly StrategyName[];
  readonly most: number;
}

/** A host that speaks to its model itself: it can carry a plain array, and is not asked to do more by itself. */
export const PLAIN: Provider = { name: "plain", strategies: ["all", "bridge", "append"] };

/** Whether a provider must have every deferred definition under a strategy. */
export function mustDeclare(strategy: StrategyName, { declares }: Provider): boolean {
  return declares?.strategies.includes(strategy) ?? false;
}
