import { type Output, toColumns, toCount, toCountOf } from "./output.ts";
import type { ServerReport, ServingReport } from "./serving-report.ts";

/** Says what is served and what to do next. */
export function printReport(report: ServingReport, output: Output): void {
  for (const row of toColumns(report.servers.map((server) => [server.name, toState(server)]))) {
    output.line(row);
  }
  for (const { name, reason } of report.setAside) output.line(`  ${name} was set aside: ${reason}`);
  for (const server of report.servers) printSetAside(server, output);
  output.line();
  output.line(toSavings(report));
  if (report.url !== undefined) printNext(report.url, output);
}

function toSavings({ tools, estimatedTokens }: ServingReport): string {
  if (tools.behind === 0) return "No server offers a tool: there is nothing to find yet.";
  const now = `${toCountOf(tools.listed, "tool")}, about ${toCount(estimatedTokens.listed)} tokens`;
  const before = `${toCountOf(tools.behind, "tool")}, about ${toCount(estimatedTokens.behind)} tokens`;
  return `A client is sent ${now}, instead of ${before} (estimate).`;
}

function toState(server: ServerReport): string {
  if ("failure" in server) return `failed: ${server.failure}`;
  return toCountOf(server.tools, "tool");
}

function printSetAside(server: ServerReport, output: Output): void {
  if ("failure" in server) return;
  for (const { tool, reason } of server.setAside) {
    output.line(`  ${server.name}: the tool ${JSON.stringify(tool)} was set aside: ${reason}.`);
  }
}

function printNext(url: string, output: Output): void {
  output.line(`Serving MCP on ${url}`);
  output.line();
  output.line("Next, tell a client. Claude Code:");
  output.line(`  claude mcp add --transport http plimsoll ${url}`);
  output.line("Any other, in its list of servers:");
  output.line(`  "plimsoll": { "type": "http", "url": "${url}" }`);
  output.line();
  output.line("Ctrl-C ends it.");
}
