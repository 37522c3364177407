import { resolve } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import { type AuditReport, verifyAudit } from "../../observe/audit/verify-audit.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toCountOf } from "../output.ts";

const MOST_SHOWN = 20;

/** The options of `plimsoll audit verify`. */
export interface VerifyAuditOptions {
  readonly config?: string;
  readonly expect?: string;
  readonly json?: boolean;
}

/** `plimsoll audit verify`: says whether an audit is as it was written. */
export async function verify(file: string | undefined, options: VerifyAuditOptions): Promise<ExitCode> {
  const audit = file === undefined ? await configured(options.config) : resolve(file);
  if (audit === undefined) {
    errorOutput.note('plimsoll: The config has no "audit". Name the file to look at.');
    return EXIT.input;
  }
  const report = await verifyAudit(audit, { expected: options.expect });
  if (options.json === true) standardOutput.json(report);
  else for (const line of render(report)) standardOutput.line(line);
  return report.findings.length === 0 ? EXIT.fine : EXIT.findings;
}

async function configured(file: string | undefined): Promise<string | undefined> {
  return (await loadConfig({ file })).audit?.file;
}

function render({ file, lines, chains, open, last, findings }: AuditReport): string[] {
  const counted = `${file}: ${toCountOf(lines, "line")} of ${toCountOf(chains, "chain")}, ${open} not ended by a gateway`;
  const more = findings.length - MOST_SHOWN;
  return [
    counted,
    ...findings
      .slice(0, MOST_SHOWN)
      .map(({ line, problem }) => (line === 0 ? problem : `line ${line}: ${problem}`)),
    ...(more > 0 ? [`and ${toCountOf(more, "other finding")}`] : []),
    findings.length === 0 ? `It is whole up to ${last}` : "It is not what was written.",
  ];
}
