import { toCount, toCountOf } from "../cli/output.ts";
import { toPercent } from "./render-percent.ts";
import { renderSources, type StatsTerminal } from "./render-sources.ts";
import { renderStrategies } from "./render-strategies.ts";
import { renderTable } from "./render-table.ts";
import type { RetiredName, StatsReport, ToolStats } from "./stats-report.ts";

const MAX_TOOLS = 10;
const MAX_LISTED = 5;

/** Says where the context goes, line by line, for people. */
export function renderStats(report: StatsReport, terminal: StatsTerminal): string[] {
  const { sources, tools, total } = report;
  if (total.tools === 0) {
    const where = total.sources === 0 ? "no source" : `none of ${toCountOf(total.sources, "source")}`;
    const sentence = `The catalog is empty: ${where} offers a tool that can be used, so nothing takes room.`;
    return [sentence, ...renderSetAside(report)];
  }
  return [
    renderTitle(report),
    renderTotal(report),
    "",
    ...renderSources(sources, terminal),
    "",
    total.tools > MAX_TOOLS ? `The ${MAX_TOOLS} heaviest tools:` : "Every tool, the heaviest first:",
    ...renderTools(tools.slice(0, MAX_TOOLS)),
    "",
    "The first step's array and prompt section, and what is saved against every tool in the array:",
    ...renderStrategies(report),
    renderRendered(report),
    ...renderRetired(report),
    ...renderSetAside(report),
  ];
}

function renderTitle({ model, isKnownModel, contextWindow, counter }: StatsReport): string {
  const window = `a window of ${toCount(contextWindow)} tokens`;
  const guess = isKnownModel ? "" : ", which is a guess: the model is not known";
  const counted = counter === "estimate" ? "an estimate; --exact counts" : "counted by o200k";
  return `${model} has ${window}${guess}. Tokens are ${counted}.`;
}

function renderTotal({ total }: StatsReport): string {
  const all = `${toCountOf(total.tools, "tool")} of ${toCountOf(total.sources, "source")}`;
  const weight = `${toCount(total.tokens)} tokens, ${toPercent(total.share)} of the window`;
  const { active, deferred } = total.states;
  const states = active + deferred === 0 ? "" : ` (lifecycle: ${active} active, ${deferred} deferred)`;
  const exposure = `${toCount(total.inHead)} in the head, ${toCount(total.deferred)} deferred${states}`;
  return `${all} ${total.tools === 1 ? "takes" : "take"} ${weight}: ${exposure}.`;
}

function renderRendered({ rendered: { everyTool, firstStep } }: StatsReport): string {
  const said = ({ definitions, overhead }: StatsReport["rendered"]["everyTool"]): string =>
    overhead === 0
      ? toCount(definitions)
      : `${toCount(definitions)} and ${toCount(overhead)} of instructions`;
  return `As its provider renders them: every tool ${said(everyTool)}, the first step's array ${said(firstStep)}.`;
}

function renderTools(tools: readonly ToolStats[]): string[] {
  return renderTable(
    [
      ["tokens", "window", "", "tool"],
      ...tools.map((tool) => [toCount(tool.tokens), toPercent(tool.share), renderExposure(tool), tool.name]),
    ],
    ["right", "right", "left", "left"],
  );
}

function renderExposure({ exposure, state }: ToolStats): string {
  return state === undefined || state === exposure ? exposure : `${exposure}, ${state}`;
}

function renderRetired({ retired }: StatsReport): string[] {
  if (retired.length === 0) return [];
  const lines = retired.map(({ name, state, replacement }: RetiredName) => {
    return `  ${name} (${state}) → ${replacement ?? "no tool"}`;
  });
  return ["", `${toCountOf(retired.length, "retired name")}, taking no room:`, ...firstOf(lines)];
}

function renderSetAside({ setAside }: StatsReport): string[] {
  if (setAside.length === 0) return [];
  const lines = setAside.map(
    ({ source, tool, reason }) => `  ${source}: ${JSON.stringify(tool)}, ${reason}.`,
  );
  return ["", `${toCountOf(setAside.length, "tool")} set aside:`, ...firstOf(lines)];
}

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LISTED;
  return [...lines.slice(0, MAX_LISTED), ...(more > 0 ? [`  … and ${toCount(more)} more.`] : [])];
}
