import { toClientEntries } from "./client-entries.ts";
import { renderHeldCount } from "./held-words.ts";
import { type Output, toColumns, toCount, toCountOf } from "./output.ts";
import type { ServerReport, ServingReport, ToolCounts } from "./serving-report.ts";

/** Says what is served and what to do next. */
export function printReport(report: ServingReport, output: Output): void {
  for (const row of toColumns(report.servers.map((server) => [server.name, toState(server)]))) {
    output.line(row);
  }
  for (const { name, reason } of report.setAside) output.line(`  ${name} was set aside: ${reason}`);
  for (const server of report.servers) printSetAside(server, output);
  const held = renderHeldCount(report.held);
  if (held !== undefined) output.line(held);
  output.line();
  output.line(toSavings(report));
  if (report.url !== undefined) printNext(report.url, report.config, output);
}

/** Says what became of a server that the report was not kept waiting for. */
export function printLate(
  name: string,
  { servers, tools, estimatedTokens }: ServingReport,
  output: Output,
): void {
  const server = servers.find((one) => one.name === name);
  if (server === undefined) return;
  const behind = `${toCountOf(tools.behind, "tool")}, about ${toCount(estimatedTokens.behind)} tokens (estimate)`;
  output.line(`${name}: ${toState(server).replace(/\.$/, "")}. Behind the gateway now: ${behind}.`);
  printSetAside(server, output);
}

function toSavings({ servers, tools, estimatedTokens }: ServingReport): string {
  const isPartial = servers.some((server) => "awaited" in server);
  if (tools.behind === 0) {
    return isPartial
      ? "No server has listed its tools yet. Calls reach each one as soon as it has."
      : "No server offers a tool: there is nothing to find yet.";
  }
  const say = (which: keyof ToolCounts): string =>
    `${toCountOf(tools[which], "tool")}, about ${toCount(estimatedTokens[which])} tokens`;
  const older = tools.listedLegacy === tools.listed ? "" : ` (before 2026-07-28: ${say("listedLegacy")})`;
  return `A client is sent ${say("listed")}${older}, instead of ${isPartial ? "so far " : ""}${say("behind")} (estimate).`;
}

function toState(server: ServerReport): string {
  if ("failure" in server) return `failed: ${server.failure}`;
  if ("awaited" in server) return "not listed yet";
  return `${toCountOf(server.tools, "tool")}${server.held === 0 ? "" : `, ${server.held} held`}`;
}

function printSetAside(server: ServerReport, output: Output): void {
  if (!("setAside" in server)) return;
  for (const { tool, reason } of server.setAside) {
    output.line(`  ${server.name}: the tool ${JSON.stringify(tool)} was set aside: ${reason}.`);
  }
}

function printNext(url: string, config: string, output: Output): void {
  output.line(`Serving MCP on ${url}`);
  output.line();
  output.line("Next, tell a client. plimsoll connect CLIENT does that, or paste it yourself:");
  const entries = toClientEntries(url, config);
  for (const row of toColumns(entries.map(({ client, paste }) => [client, paste]))) output.line(row);
  output.line();
  output.line("Ctrl-C ends it.");
}
