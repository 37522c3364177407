import { type CatalogEntry, type Runtime, type ToolAnnotations, toSignature } from "@plimsoll/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toPlainText } from "../output.ts";
import { type ResolvedName, resolveNames } from "../resolve-tools.ts";
import { type CatalogOptions, withCatalog } from "../with-catalog.ts";

/** One tool of `plimsoll describe --json`. */
export interface DescribedReport {
  readonly name: string;
  readonly wireName: string;
  readonly server: string;
  readonly title?: string;
  readonly description: string;
  readonly signature: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: ToolAnnotations;
  readonly risk: string;
  readonly external: boolean;
  /** Whether anybody has classed its risk. */
  readonly verified: boolean;
  readonly schemaHash: string;
}

/** `plimsoll describe`: everything about some tools, with the schemas that calls are checked against. */
export function describe(names: readonly string[], options: CatalogOptions): Promise<ExitCode> {
  return withCatalog(options, (runtime) => print(runtime, names, options), names);
}

async function print(
  runtime: Runtime,
  names: readonly string[],
  { json }: CatalogOptions,
): Promise<ExitCode> {
  const resolved = await resolveNames(runtime, names);
  const found = resolved.flatMap((one) => (one.type === "found" ? [toReport(one.entry)] : []));
  if (json === true) standardOutput.json(found);
  else found.forEach(printTool);
  for (const one of resolved) noteUnknown(one);
  return found.length === resolved.length ? EXIT.fine : EXIT.findings;
}

function noteUnknown(resolved: ResolvedName): void {
  if (resolved.type === "unknown") errorOutput.note(`plimsoll: ${resolved.message}`);
}

function toReport({ name, wireName, source, tool, risk, schemaHash }: CatalogEntry): DescribedReport {
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    wireName,
    server: source.id,
    ...(title === undefined ? {} : { title }),
    description,
    signature: toSignature(wireName, inputSchema),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    risk: risk.level,
    external: risk.external,
    verified: risk.verified,
    schemaHash,
  };
}

function printTool(tool: DescribedReport, at: number): void {
  const { name, description, risk, external, verified, signature } = tool;
  if (at > 0) standardOutput.line();
  const marks = [risk, ...(external ? ["external"] : []), ...(verified ? [] : ["unverified"])];
  standardOutput.line(`${name} [${marks.join(", ")}]`);
  standardOutput.line(`  ${signature}`);
  printText(description);
  standardOutput.line("Arguments:");
  printText(JSON.stringify(tool.inputSchema, undefined, 2));
  if (tool.outputSchema === undefined) return;
  standardOutput.line("Result:");
  printText(JSON.stringify(tool.outputSchema, undefined, 2));
}

function printText(text: string): void {
  for (const line of toPlainText(text).split("\n")) standardOutput.line(`  ${line}`);
}
