import { type CatalogSnapshot, type ReplayedCall, replayTranscript } from "@plimsoll/core";
import { readTranscriptFile, type TranscriptItem } from "./read-transcript-file.ts";
import type { PlacedCall, ReplayRun, TranscriptRun, UnreadablePlace } from "./replay-run.ts";

/** What transcripts are walked against. */
export interface ReplaySubject {
  readonly snapshot: CatalogSnapshot;
  /** Whether its tools come with their schemas. */
  readonly argumentsChecked: boolean;
}

/** Walks every transcript of files against a catalog. What cannot be read costs itself alone. */
export async function runReplay(files: readonly string[], subject: ReplaySubject): Promise<ReplayRun> {
  const { snapshot, argumentsChecked } = subject;
  const transcripts: TranscriptRun[] = [];
  const unreadable: UnreadablePlace[] = [];
  for (const file of new Set(files)) {
    for await (const item of readTranscriptFile(file)) {
      if (item.type === "transcript") transcripts.push(toRun(file, item, snapshot));
      else unreadable.push({ file, line: item.line, reason: item.reason });
    }
  }
  const counts = { transcripts: transcripts.length, calls: 0, ok: 0, warning: 0, error: 0 };
  for (const { calls, counts: of } of transcripts) {
    counts.calls += calls.length;
    for (const level of ["ok", "warning", "error"] as const) counts[level] += of[level];
  }
  return { transcripts, unreadable, counts, tools: snapshot.size, argumentsChecked };
}

function toRun(
  file: string,
  { transcript, lines }: Extract<TranscriptItem, { type: "transcript" }>,
  snapshot: CatalogSnapshot,
): TranscriptRun {
  const { messages, origins, shape, skipped } = transcript;
  const { calls, counts } = replayTranscript(messages, snapshot);
  const place = ({ index, ...call }: ReplayedCall): PlacedCall => {
    const entry = origins[index] ?? index;
    const line = typeof lines === "object" ? lines[entry] : undefined;
    return { entry, ...(line === undefined ? {} : { line }), ...call };
  };
  return {
    file,
    ...(typeof lines === "number" ? { line: lines } : {}),
    shape,
    calls: calls.map(place),
    counts,
    skipped,
  };
}
