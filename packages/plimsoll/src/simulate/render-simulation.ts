import { toCount, toCountOf } from "../cli/output.ts";
import type { BarStyle } from "../stats/render-bar.ts";
import { toPercent } from "../stats/render-percent.ts";
import type { StatsTerminal } from "../stats/render-sources.ts";
import { renderTable } from "../stats/render-table.ts";
import { toShare } from "../stats/weigh.ts";
import { renderSparkline } from "./render-sparkline.ts";
import type { SimulatedStrategy, SimulationReport, Spent, SpentRequest } from "./simulation-report.ts";
import { burdenOf } from "./take-simulation.ts";

/** What lines are drawn on, and what is drawn. */
export interface SimulationTerminal extends StatsTerminal {
  /** Signs that every log can show, also on a terminal. */
  readonly isPlain?: boolean;
  /** Every request, a line each. */
  readonly showsSteps?: boolean;
}

const DEFAULT_COLUMNS = 80;
const MIN_COLUMNS = 8;
const CENTS = 4;

/** Says what recordings would have cost under each strategy, line by line, for people. */
export function renderSimulation(report: SimulationReport, terminal: SimulationTerminal): string[] {
  return [
    ...renderTitle(report),
    "",
    ...renderStrategies(report),
    ...renderNotFollowed(report),
    ...renderTooLong(report),
    "",
    ...renderChart(report, terminal),
    ...(terminal.showsSteps === true ? report.strategies.flatMap(renderRequests) : []),
    ...renderCheapest(report),
  ];
}

function renderTitle({ model, counter, caching, prices, tools, transcripts }: SimulationReport): string[] {
  const sum = (key: "steps" | "calls"): number => transcripts.reduce((total, one) => total + one[key], 0);
  const size = `${toCountOf(transcripts.length, "transcript")}: ${toCountOf(sum("steps"), "step")}, ${toCountOf(sum("calls"), "call")}; ${toCountOf(tools, "tool")}.`;
  const counted = counter === "estimate" ? "an estimate; --exact counts" : "counted by o200k";
  const cached =
    caching.provider === "unknown"
      ? "no caching rules are known, so nothing counts as cached"
      : `cached by the rules of ${caching.provider}`;
  return [
    size,
    ...(transcripts.length > 1 ? transcripts.map(renderTranscript) : []),
    `${model}: ${cached}. Tokens are ${counted}.`,
    prices === undefined
      ? `No price is known for ${model}: add a row with --prices.`
      : `Prices of ${prices.date}, in dollars a million tokens: ${renderPrices(prices)}. Source: ${prices.source}.`,
  ];
}

function renderTranscript({ file, line, steps, calls }: SimulationReport["transcripts"][number]): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `  ${place}: ${toCountOf(steps, "step")}, ${toCountOf(calls, "call")}`;
}

function renderPrices({
  input,
  cachedInput,
  cacheWrite,
  output,
  over,
}: NonNullable<SimulationReport["prices"]>): string {
  return [
    `input ${input}`,
    ...(cachedInput === undefined ? [] : [`cached ${cachedInput}`]),
    ...(cacheWrite === undefined ? [] : [`written ${cacheWrite}`]),
    `output ${output}`,
    ...(over === undefined ? [] : [`and more over ${toCount(over.tokens)} tokens of input`]),
  ].join(", ");
}

const COLUMNS = ["input", "cached", "uncached", "written", "output"] as const;

function renderStrategies({ strategies, prices }: SimulationReport): string[] {
  const header = ["strategy", "steps", "extra", ...COLUMNS, ...(prices ? ["cost"] : []), "of dearest"];
  const rows = strategies.map((row) => [
    row.isFollowed ? row.strategy : `${row.strategy}*`,
    toCount(row.steps),
    toCount(row.extraSteps),
    ...toCells(row),
    toPercent(row.share),
  ]);
  return renderTable([header, ...rows], ["left", ...header.slice(1).map(() => "right" as const)]);
}

function toCells(spent: Spent): string[] {
  const { cost } = spent;
  return [...COLUMNS.map((key) => toCount(spent[key])), ...(cost === undefined ? [] : [toMoney(cost)])];
}

function renderNotFollowed({ model, strategies }: SimulationReport): string[] {
  const names = strategies.filter(({ isFollowed }) => !isFollowed).map(({ strategy }) => strategy);
  return names.length === 0 ? [] : [`  * ${model} is not known to follow ${names.join(", ")}.`];
}

function renderTooLong({ model, contextWindow, strategies }: SimulationReport): string[] {
  return strategies.flatMap(({ strategy, tooLong, steps }) =>
    tooLong === 0
      ? []
      : [
          `  ${strategy}: ${toCount(tooLong)} of ${toCountOf(steps, "step")} do not fit the ${toCount(contextWindow)} tokens of ${model}.`,
        ],
  );
}

function renderChart({ strategies, prices }: SimulationReport, terminal: SimulationTerminal): string[] {
  const { isTTY, columns, isPlain } = terminal;
  const style: BarStyle = isTTY === true && isPlain !== true ? "blocks" : "plain";
  const name = strategies.reduce((most, { strategy }) => Math.max(most, strategy.length), 0);
  const room = ((isTTY === true && columns) || DEFAULT_COLUMNS) - 1 - name - 4;
  const values = strategies.map(({ requests }) => sumsOf(requests.map(burdenOf)));
  const highest = values.reduce((most, sums) => Math.max(most, sums.at(-1) ?? 0), 0);
  const what =
    prices === undefined
      ? `Uncached input so far, step by step, up to ${toCount(highest)} tokens:`
      : `Cost so far, step by step, up to ${toMoney(highest)}:`;
  return [
    what,
    ...strategies.map(({ strategy }, at) => {
      const line = renderSparkline(values[at] ?? [], highest, Math.max(room, MIN_COLUMNS), style);
      return `  ${strategy.padEnd(name)}  ${line}`;
    }),
    "",
  ];
}

/** What values come to, one after the other. */
function sumsOf(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function renderRequests({ strategy, requests }: SimulatedStrategy): string[] {
  const isMany = requests.some(({ transcript }) => transcript > 0);
  const place = ({ transcript }: SpentRequest, at: number): string => {
    const first = requests.findIndex((request) => request.transcript === transcript);
    return isMany ? `${transcript + 1}: ${at - first + 1}` : `${at + 1}`;
  };
  const hasCost = requests.some(({ cost }) => cost !== undefined);
  const rows = requests.map((request, at) => [place(request, at), request.kind, ...toCells(request)]);
  return [
    `${strategy}, step by step:`,
    ...renderTable(
      [["step", "", ...COLUMNS, ...(hasCost ? ["cost"] : [])], ...rows],
      ["right", "left", ...COLUMNS.map(() => "right" as const), "right"],
    ),
    "",
  ];
}

function renderCheapest({ model, strategies, cheapest }: SimulationReport): string[] {
  const best = strategies.find(({ strategy }) => strategy === cheapest);
  if (best === undefined) return [`None of these is known to work with ${model}.`];
  if (strategies.length === 1) return [];
  const amount = best.cost === undefined ? `${toCount(best.uncached)} uncached tokens` : toMoney(best.cost);
  const all = strategies.find(({ strategy }) => strategy === "all");
  const whole = all === undefined || all === best ? 0 : burdenOf(all);
  const part = toPercent(toShare(burdenOf(best), whole));
  const against = whole === 0 ? "" : `, ${part} of what every tool in the array comes to`;
  return [`Cheapest: ${best.strategy}, ${amount}${against}.`];
}

function toMoney(dollars: number): string {
  const least = 10 ** -CENTS;
  return dollars > 0 && dollars < least ? `<$${least.toFixed(CENTS)}` : `$${dollars.toFixed(CENTS)}`;
}
