import type { TranscriptShape } from "@plimsoll/core";
import type { UnreadablePlace } from "../replay/replay-run.ts";
import type { CounterName } from "../stats/stats-report.ts";
import type { CachingRules } from "./caching-rules.ts";
import type { PriceRow } from "./price-table.ts";
import type { CacheUse } from "./prompt-cache.ts";
import type { ExtraStep, SimulatedName } from "./strategy-plan.ts";

/** What recorded conversations would have cost, as data: the text of `plimsoll simulate` and its `--json` are made from it. */
export interface SimulationReport {
  readonly model: string;
  /** What every number of tokens was counted by. */
  readonly counter: CounterName;
  readonly caching: CachingRules;
  /** Absent where no row of the table of prices speaks of the model: costs are absent too. */
  readonly prices?: PriceRow;
  readonly contextWindow: number;
  /** How many tools there are. */
  readonly tools: number;
  readonly transcripts: readonly SimulatedTranscript[];
  readonly unreadable: readonly UnreadablePlace[];
  /** The names that were called and are in no catalog, with how often. */
  readonly unknown: readonly { readonly name: string; readonly calls: number }[];
  readonly strategies: readonly SimulatedStrategy[];
  /** The one of the least cost, or of the least uncached input without prices, of those that the model can follow and has room for. */
  readonly cheapest?: SimulatedName;
}

/** One recording. */
export interface SimulatedTranscript {
  readonly file: string;
  /** The line it stands on, where a file holds several. */
  readonly line?: number;
  readonly shape: TranscriptShape;
  /** Its replies, without those that only asked Plimsoll something. */
  readonly steps: number;
  readonly calls: number;
  /** Calls of meta-tools, which were left out. */
  readonly metaCalls: number;
  /** What was passed over, by its type. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** Tokens and money, of one request or of many. */
export interface Spent extends CacheUse {
  readonly output: number;
  /** In US dollars. */
  readonly cost?: number;
}

/** What the recordings come to under one strategy. */
export interface SimulatedStrategy extends Spent {
  readonly strategy: SimulatedName;
  /** Whether the table of models says that the model can follow it. */
  readonly isFollowed: boolean;
  /** All requests, those of the recording and extra steps. */
  readonly steps: number;
  readonly extraSteps: number;
  /** The requests that are longer than the model's window, and could not be sent. */
  readonly tooLong: number;
  /** The part of the dearest strategy's cost, or uncached input, that this is. */
  readonly share: number;
  readonly requests: readonly SpentRequest[];
}

/** One request of a strategy. */
export interface SpentRequest extends Spent {
  /** The recording that it belongs to, counted from 0. */
  readonly transcript: number;
  readonly kind: "work" | ExtraStep;
}
