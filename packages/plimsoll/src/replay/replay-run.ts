import type { ReplayedCall, ReplayLevel, TranscriptShape } from "@plimsoll/core";

/** What `plimsoll replay` answers, and what its `--json` prints. */
export interface ReplayRun {
  readonly transcripts: readonly TranscriptRun[];
  /** What of the files could not be read; the rest was walked. */
  readonly unreadable: readonly UnreadablePlace[];
  readonly counts: ReplayCounts;
  /** How many tools there are today. */
  readonly tools: number;
  /** Whether schemas are known, so that recorded arguments were checked. */
  readonly argumentsChecked: boolean;
}

/** One walked transcript. */
export interface TranscriptRun {
  readonly file: string;
  /** The line it stands on, where a file holds several. */
  readonly line?: number;
  readonly shape: TranscriptShape;
  readonly calls: readonly PlacedCall[];
  readonly counts: Readonly<Record<ReplayLevel, number>>;
  /** What was passed over, by its type. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** A call, with its place in the file. */
export interface PlacedCall extends Omit<ReplayedCall, "index"> {
  /** The message or item that it stands in, counted from 0. */
  readonly entry: number;
  /** The line that the entry stands on, where each has its own. */
  readonly line?: number;
}

/** A place that could not be read, and why. */
export interface UnreadablePlace {
  readonly file: string;
  /** Counts from 1; 0 where nothing of the file could be read. */
  readonly line: number;
  readonly reason: string;
}

/** What a run comes to. */
export interface ReplayCounts extends Readonly<Record<ReplayLevel, number>> {
  readonly transcripts: number;
  readonly calls: number;
}
