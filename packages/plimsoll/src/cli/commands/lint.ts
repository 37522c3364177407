import { loadConfig } from "../../config/load-config.ts";
import type { LintManifest } from "../../lint/lint-manifest.ts";
import type { LintSubject } from "../../lint/lint-subject.ts";
import { readManifestFile } from "../../lint/read-manifest-file.ts";
import type { Rule } from "../../lint/rule.ts";
import { renderExplanation } from "../../lint/rule-page.ts";
import { RULES } from "../../lint/rules.ts";
import { runLint } from "../../lint/run-lint.ts";
import { catalogFor, manifestSubject, snapshotSubject } from "../../lint/to-subject.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput } from "../output.ts";
import { printLintReport } from "../print-lint-report.ts";
import { readCatalogFiles } from "../read-catalog-files.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll lint`. */
export interface LintCommandOptions {
  readonly catalog?: readonly string[];
  readonly manifest?: string;
  readonly config?: string;
  readonly explain?: string;
  readonly rule?: readonly string[];
  readonly json?: boolean;
}

/** `plimsoll lint`: what of a catalog or a manifest will mislead a model, or break an old transcript. */
export async function lint(options: LintCommandOptions): Promise<ExitCode> {
  const { explain, rule } = options;
  const asked = explain === undefined ? rule : [explain];
  const unknown = asked?.filter((id) => !RULES.some((known) => known.id === id)) ?? [];
  if (unknown.length > 0) {
    const ids = RULES.map(({ id }) => id).join(", ");
    for (const id of unknown) errorOutput.note(`plimsoll: There is no rule "${id}". The rules are: ${ids}.`);
    return EXIT.input;
  }
  const rules = asked === undefined ? RULES : RULES.filter(({ id }) => asked.includes(id));
  if (explain === undefined) return lintWith(rules, options);
  for (const line of rules.flatMap(renderExplanation)) standardOutput.line(line);
  return EXIT.fine;
}

async function lintWith(rules: readonly Rule[], options: LintCommandOptions): Promise<ExitCode> {
  const manifest = options.manifest === undefined ? undefined : await readManifestFile(options.manifest);
  const { subject, isWhole } = await loadSubject(options, manifest);
  const report = runLint(subject, rules);
  if (options.json === true) standardOutput.json(report);
  else printLintReport(report, standardOutput);
  if (report.counts.error + report.counts.warning > 0) return EXIT.findings;
  if (isWhole) return EXIT.fine;
  errorOutput.note("plimsoll: Nothing was found, but not every server could be looked at.");
  return EXIT.input;
}

/** What to look at, and whether that is all that was asked for: a server that is down proves nothing. */
interface LoadedSubject {
  readonly subject: LintSubject;
  readonly isWhole: boolean;
}

async function loadSubject(
  options: LintCommandOptions,
  manifest: LintManifest | undefined,
): Promise<LoadedSubject> {
  const { catalog, config: file } = options;
  if (catalog !== undefined) return { subject: await readFiles(catalog, options, manifest), isWhole: true };
  if (manifest !== undefined && file === undefined) {
    return { subject: manifestSubject(manifest), isWhole: true };
  }
  const config = await loadConfig({ file });
  return withGateway(
    config,
    errorOutput,
    async (gateway) => ({
      subject: snapshotSubject(gateway.runtime.catalog.snapshot(), manifest),
      isWhole: (await gateway.ready()).length === 0,
    }),
    { showsHeld: true },
  );
}

async function readFiles(
  files: readonly string[],
  { json }: LintCommandOptions,
  manifest: LintManifest | undefined,
): Promise<LintSubject> {
  const catalog = catalogFor(manifest);
  await readCatalogFiles(files, { catalog, json });
  const snapshot = catalog.snapshot();
  return { snapshot, setAside: snapshot.setAside, manifest };
}
