import type { EmbedderName } from "../embedder/embedder-name.ts";
import type { Scores } from "./metrics.ts";
import type { UnknownGold } from "./unknown-gold.ts";

/** How good and how quick search is over one labelled set. */
export interface EvalReport {
  /** The name of the folder that the queries are in. */
  readonly set: string;
  readonly embedder: EmbedderName;
  /** How many tools there are to be found. */
  readonly tools: number;
  /** How many stand in the way. */
  readonly extra: number;
  readonly queries: number;
  /** The means over the queries that have gold; nothing where none has. */
  readonly scores?: Scores;
  /** Of the queries without gold, how many percent got no match; nothing where all have gold. */
  readonly noMatch?: number;
  readonly unknownGold: UnknownGold;
  /** How many rows of the file of queries were set aside. */
  readonly badRows: number;
  readonly cost: EvalCost;
}

/** What search cost. */
export interface EvalCost {
  /** The median time of a query. */
  readonly p50ms: number;
  readonly p95ms: number;
  readonly buildMs: number;
  readonly heapMB: number;
}
