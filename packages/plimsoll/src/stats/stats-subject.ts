import type { Runtime, SetAside } from "@plimsoll/core";
import type { TokenCounter } from "./token-counter.ts";

/** What is taken stock of. */
export interface StatsSubject {
  /** Counts by the same counter; its catalog is filled. */
  readonly runtime: Runtime;
  readonly setAside: readonly SetAside[];
  readonly model: string;
  readonly counter: TokenCounter;
}
