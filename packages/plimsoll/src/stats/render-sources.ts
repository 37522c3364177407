import { toCount, toCountOf } from "../cli/output.ts";
import { renderBar } from "./render-bar.ts";
import { toPercent } from "./render-percent.ts";
import { renderTable } from "./render-table.ts";
import type { SourceStats } from "./stats-report.ts";
import { sumTokens } from "./weigh.ts";

/** What lines are drawn on. */
export interface StatsTerminal {
  readonly isTTY?: boolean;
  /** 0 on a terminal that does not know its size. */
  readonly columns?: number;
}

const DEFAULT_COLUMNS = 80;
const MAX_LISTED = 40;
const MIN_CELLS = 4;
const MAX_CELLS = 40;

/** A line a source, the first forty of them, each with a bar measured against the heaviest. */
export function renderSources(sources: readonly SourceStats[], terminal: StatsTerminal): string[] {
  const listed = sources.slice(0, MAX_LISTED);
  const lines = renderTable(
    [
      ["source", "tools", "in head", "tokens", "window"],
      ...listed.map(({ id, tools, inHead, tokens, share }) => [
        id,
        toCount(tools),
        toCount(inHead),
        toCount(tokens),
        toPercent(share),
      ]),
    ],
    ["left", "right", "right", "right", "right"],
  );
  return [...addBars(lines, listed, terminal), ...renderRest(sources.slice(MAX_LISTED))];
}

function addBars(
  [header = "", ...rows]: readonly string[],
  listed: readonly SourceStats[],
  { isTTY, columns }: StatsTerminal,
): string[] {
  // A line as wide as the terminal would wrap.
  const room = ((isTTY === true && columns) || DEFAULT_COLUMNS) - 1 - header.length - 2;
  const cells = room < MIN_CELLS ? 0 : Math.min(room, MAX_CELLS);
  const heaviest = listed.reduce((most, { tokens }) => Math.max(most, tokens), 1);
  const bars = listed.map(({ tokens }) =>
    renderBar(tokens / heaviest, cells, isTTY === true ? "blocks" : "plain"),
  );
  return [header, ...rows.map((row, at) => `${row}  ${bars[at]}`.trimEnd())];
}

function renderRest(rest: readonly SourceStats[]): string[] {
  if (rest.length === 0) return [];
  const tools = rest.reduce((sum, source) => sum + source.tools, 0);
  const sources = toCountOf(rest.length, "more source");
  return [
    `  … and ${sources}: ${toCountOf(tools, "tool")}, ${toCount(sumTokens(rest))} tokens; --json has them all.`,
  ];
}
