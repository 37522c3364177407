import { type CatalogEntry, type Runtime, toSourceId } from "@plimsoll/core";
import { groupBy } from "../../internal/group-by.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toColumns, toCountOf } from "../output.ts";
import { type CatalogOptions, withCatalog } from "../with-catalog.ts";

/** The options of `plimsoll list`. */
export interface ListCommandOptions extends CatalogOptions {
  /** Only the tools of this server. */
  readonly server?: string;
}

/** One tool of `plimsoll list --json`. */
export interface ListedReport {
  readonly name: string;
  readonly server: string;
  readonly summary: string;
  readonly risk: string;
}

/** `plimsoll list`: every tool there is, by server. */
export function list(options: ListCommandOptions): Promise<ExitCode> {
  return withCatalog(options, async (runtime) => print(runtime, options));
}

function print({ catalog }: Runtime, { server, json }: ListCommandOptions): ExitCode {
  const { sources, entries } = readSnapshot(catalog.snapshot());
  const id = server === undefined ? undefined : toSourceId(server);
  if (id !== undefined && !sources.includes(id)) {
    const known = sources.length === 0 ? "There are none." : `There are: ${sources.join(", ")}.`;
    errorOutput.note(`plimsoll: No server ${JSON.stringify(server)} has listed its tools. ${known}`);
    return EXIT.input;
  }
  const tools = entries.filter(({ source }) => id === undefined || source.id === id);
  if (json === true) standardOutput.json(tools.map(toListedReport));
  else printBySource(tools);
  return tools.length === 0 ? EXIT.findings : EXIT.fine;
}

function readSnapshot(snapshot: ReturnType<Runtime["catalog"]["snapshot"]>) {
  return {
    sources: snapshot.sources.filter(({ kind, tools }) => kind !== "code" || tools > 0).map(({ id }) => id),
    entries: snapshot.entries(),
  };
}

function printBySource(tools: readonly CatalogEntry[]): void {
  if (tools.length === 0) standardOutput.line("No server offers a tool.");
  for (const [source, entries] of groupBy(tools, ({ source: { id } }) => id)) {
    standardOutput.line(`${source}: ${toCountOf(entries.length, "tool")}`);
    const rows = entries.map(({ name, summary, risk }): [string, string] => [
      name,
      `${summary} [${risk.level}]`,
    ]);
    for (const row of toColumns(rows)) standardOutput.line(row);
  }
}

function toListedReport({ name, source, summary, risk }: CatalogEntry): ListedReport {
  return { name, server: source.id, summary, risk: risk.level };
}
