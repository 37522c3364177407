import type { ReplayVerdict } from "@plimsoll/core";
import type { PlacedCall, ReplayRun, TranscriptRun } from "../replay/replay-run.ts";
import { type Output, toCount, toCountOf } from "./output.ts";

type Row = readonly [level: string, place: string, name: string, text: string];

const MAX_ISSUES = 3;

/** Says what becomes of every call, transcript by transcript, then what that comes to. */
export function printReplayRun(run: ReplayRun, output: Output): void {
  for (const transcript of run.transcripts) {
    output.line(renderTitle(transcript));
    for (const line of toLines(transcript.calls.flatMap(toRows))) output.line(line);
    output.line();
  }
  output.line(renderCounts(run));
  const skipped = sumSkipped(run.transcripts);
  if (skipped.length > 0) output.line(`Passed over: ${skipped.join(", ")}.`);
}

function renderTitle({ file, line, shape, calls }: TranscriptRun): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place} (${shape}, ${toCountOf(calls.length, "call")})`;
}

/** A call is a row; that its arguments do not fit is a finding of its own. */
function toRows(call: PlacedCall): Row[] {
  const { entry, line, name, through, verdict, level, wasRefused } = call;
  const place = line === undefined ? `entry ${entry}` : `line ${line}`;
  const shown = through === undefined ? name : `${name} in ${through}`;
  const text = renderVerdict(verdict) + (wasRefused === true ? " It was refused then, too." : "");
  if (verdict.type !== "dispatches") return [[level, place, shown, text]];
  const { issues } = verdict;
  if (issues.length === 0) return [[level, place, shown, text]];
  const told = issues.slice(0, MAX_ISSUES).map(({ path, message }) => `${path || "arguments"}: ${message}`);
  const more = issues.length > MAX_ISSUES ? ` And ${issues.length - MAX_ISSUES} more.` : "";
  const misfit = `its arguments do not fit today's schema: ${told.join(" ")}${more}`;
  return [
    ["ok", place, shown, text],
    [level, place, shown, misfit],
  ];
}

function renderVerdict(verdict: ReplayVerdict): string {
  switch (verdict.type) {
    case "dispatches": {
      const { tool, by, retired, notice } = verdict;
      const form = retired === undefined ? `${by} name` : `${by} name, ${retired}`;
      return `dispatches ${tool} (${form})${notice === undefined ? "" : `, notice: ${notice}`}`;
    }
    case "meta":
      return "asks Plimsoll itself";
    case "removed": {
      const { replacement, note } = verdict;
      const remedy = replacement === undefined ? "" : ` Use ${replacement} instead.`;
      return `was removed.${remedy}${note === undefined ? "" : ` ${note}`}`;
    }
    case "unknown": {
      const { nearest } = verdict;
      return `is no tool.${nearest.length === 0 ? "" : ` Nearest: ${nearest.join(", ")}.`}`;
    }
    case "denied":
      return "is denied.";
    case "invalid":
      return `is no valid call: ${verdict.issues.map(({ message }) => message).join(" ")}`;
  }
}

function toLines(rows: readonly Row[]): string[] {
  const widthOf = (column: 1 | 2): number =>
    rows.reduce((most, row) => Math.max(most, row[column].length), 0);
  const [places, names] = [widthOf(1), widthOf(2)];
  return rows.map(
    ([level, place, name, text]) =>
      `  ${level.padEnd(7)}  ${place.padEnd(places)}  ${name.padEnd(names)}  ${text}`,
  );
}

function renderCounts({ counts, tools }: ReplayRun): string {
  const { transcripts, calls, ok, warning, error } = counts;
  const bad = [
    ...(error > 0 ? [toCountOf(error, "error")] : []),
    ...(warning > 0 ? [toCountOf(warning, "warning")] : []),
  ];
  const where = `${toCountOf(calls, "call")} in ${toCountOf(transcripts, "transcript")}, ${toCountOf(tools, "tool")}`;
  const verdict = error > 0 ? "Replay breaks" : "Replay holds";
  return `${verdict}: ${[...bad, `${toCount(ok)} ok`].join(", ")} (${where}).`;
}

function sumSkipped(transcripts: readonly TranscriptRun[]): string[] {
  const sums = new Map<string, number>();
  for (const { skipped } of transcripts) {
    for (const [type, count] of Object.entries(skipped)) sums.set(type, (sums.get(type) ?? 0) + count);
  }
  return [...sums].map(([type, count]) => `${toCount(count)} ${type}`);
}
