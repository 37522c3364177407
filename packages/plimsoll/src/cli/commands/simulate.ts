import { createRuntime, PlimsollError, type Runtime } from "@plimsoll/core";
import type { McpTool } from "@plimsoll/core/mcp";
import { loadConfig } from "../../config/load-config.ts";
import { readManifestFile } from "../../lint/read-manifest-file.ts";
import { readPriceFile } from "../../simulate/read-price-file.ts";
import { readRecordings } from "../../simulate/read-recordings.ts";
import { fillFromRecordings } from "../../simulate/recorded-catalog.ts";
import { renderSimulation } from "../../simulate/render-simulation.ts";
import type { SimulationReport } from "../../simulate/simulation-report.ts";
import type { SimulatedName } from "../../simulate/strategy-plan.ts";
import { takeSimulation } from "../../simulate/take-simulation.ts";
import { copyInto } from "../../stats/copy-catalog.ts";
import { loadTokenCounter } from "../../stats/token-counter.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { toSetAsideNotes } from "../load-notes.ts";
import { errorOutput, standardOutput, toCount, toCountOf } from "../output.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll simulate`. */
export interface SimulateCommandOptions {
  readonly config?: string;
  /** Files of tools instead of those of the recording or of configured servers. */
  readonly catalog?: readonly string[];
  readonly manifest?: string;
  /** The recording's own if absent. */
  readonly model?: string;
  readonly strategy?: readonly SimulatedName[];
  readonly prices?: string;
  readonly describe?: boolean;
  readonly steps?: boolean;
  readonly exact?: boolean;
  readonly json?: boolean;
}

const MAX_LISTED = 5;
const DEFAULT_MODEL = "claude-sonnet-5";

/** `plimsoll simulate`: what recorded conversations would have cost under each strategy. */
export async function simulate(files: readonly string[], options: SimulateCommandOptions): Promise<ExitCode> {
  // What can be wrong with the command line is found out before a server is started.
  const counter = await loadTokenCounter({ exact: options.exact === true });
  const prices = options.prices === undefined ? undefined : await readPriceFile(options.prices);
  const manifest = options.manifest === undefined ? undefined : await readManifestFile(options.manifest);
  const { recordings, tools, unreadable } = await readRecordings(files);
  for (const { file, line, reason } of unreadable) {
    errorOutput.note(`plimsoll: ${line === 0 ? file : `${file}:${line}`}: ${reason}`);
  }
  if (recordings.length === 0) return EXIT.input;
  const runtime = createRuntime({
    countTokens: counter.count,
    ...(manifest && { manifest: manifest.manifest }),
  });
  await fill(runtime, options, tools);
  const snapshot = runtime.catalog.snapshot();
  for (const note of toSetAsideNotes(snapshot.setAside)) errorOutput.note(note);
  const { strategy: strategies, describe } = options;
  const model = options.model ?? recordings.find((one) => one.model !== undefined)?.model ?? DEFAULT_MODEL;
  const subject = { snapshot, model, counter, recordings, unreadable, strategies, describe, prices };
  const report = await takeSimulation(subject);
  if (report.transcripts.every(({ steps }) => steps === 0)) {
    errorOutput.note(
      "plimsoll: No reply is recorded, so there is nothing to simulate. Name a transcript of one.",
    );
    return EXIT.input;
  }
  print(report, options);
  return unreadable.length > 0 ? EXIT.input : EXIT.fine;
}

/** The tools to simulate with: of files, else of the recording's own array, else of configured servers. */
async function fill(
  { catalog, dialect }: Runtime,
  { catalog: files, config: file, json }: SimulateCommandOptions,
  recorded: readonly McpTool[],
): Promise<void> {
  if (files !== undefined) {
    await readCatalogFiles(files, { catalog, json });
    return;
  }
  if (file === undefined) {
    const metaTools = new Set(dialect.tools.map(({ definition }) => definition.name));
    fillFromRecordings(catalog, recorded, (name) => metaTools.has(name));
    if (catalog.snapshot().size > 0) return;
  }
  const config = await loadConfig({ file }).catch((error: unknown) => {
    if (PlimsollError.is(error, "CONFIG_NOT_FOUND") && file === undefined) {
      errorOutput.note(
        "plimsoll: The recording has no tools. Name them with --catalog, or the servers in a config.",
      );
    }
    throw error;
  });
  await withGateway(config, errorOutput, async (gateway) => {
    copyInto(catalog, gateway.runtime.catalog.snapshot());
  });
}

function print(report: SimulationReport, { json, steps }: SimulateCommandOptions): void {
  if (json === true) standardOutput.json(report);
  else {
    const { isTTY, columns } = process.stdout;
    const isPlain = (process.env["NO_COLOR"] ?? "") !== "";
    for (const line of renderSimulation(report, { isTTY, columns, isPlain, showsSteps: steps === true })) {
      standardOutput.line(line);
    }
  }
  for (const note of toNotes(report)) errorOutput.note(`plimsoll: ${note}`);
}

function toNotes({ unknown, transcripts }: SimulationReport): string[] {
  const metaCalls = transcripts.reduce((sum, one) => sum + one.metaCalls, 0);
  const listed = unknown
    .slice(0, MAX_LISTED)
    .map(({ name, calls }) => `${name} (${toCountOf(calls, "call")})`);
  const more = unknown.length - listed.length;
  return [
    ...(unknown.length === 0
      ? []
      : [
          `Not in the catalog, so their definitions count as nothing: ${listed.join(", ")}${more > 0 ? ` and ${toCount(more)} more` : ""}.`,
        ]),
    ...(metaCalls === 0
      ? []
      : [`${toCountOf(metaCalls, "call")} of meta-tools left out: each strategy makes its own.`]),
  ];
}
