import type { CatalogEntry, Risk } from "@plimsoll/core";
import { addJsonEntry } from "../../clients/json-entry.ts";
import { readTextFile, writeTextFile } from "../../clients/text-file.ts";
import type { GatewayConfig } from "../../config/config.ts";
import { loadConfig } from "../../config/load-config.ts";
import { parseConfig } from "../../config/parse-config.ts";
import { RISK_LEVELS } from "../../config/read-risk.ts";
import { classOf } from "../../trust/risk-classes.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toColumns, toCountOf } from "../output.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll classify`. */
export interface ClassifyCommandOptions {
  readonly config?: string;
  /** Only the tools whose risk nobody has settled. */
  readonly unverified?: boolean;
  readonly json?: boolean;
}

/** One tool of `plimsoll classify --json`. */
export interface ClassifiedReport {
  readonly name: string;
  readonly risk: Risk;
  readonly external: boolean;
  readonly verified: boolean;
  /** Whose word it is. */
  readonly by: "operator" | "server" | "nobody";
}

/** `plimsoll classify`: says what tools count as, or writes the operator's class into the config. */
export async function classify(words: readonly string[], options: ClassifyCommandOptions): Promise<ExitCode> {
  const config = await loadConfig({ file: options.config });
  return words.length === 0 ? report(config, options) : write(config, words);
}

function report(config: GatewayConfig, { unverified, json }: ClassifyCommandOptions): Promise<ExitCode> {
  return withGateway(config, errorOutput, async ({ runtime }) => {
    const all = runtime.catalog
      .snapshot()
      .entries()
      .map((entry) => toReport(entry, config));
    const shown = unverified === true ? all.filter(({ verified }) => !verified) : all;
    if (json === true) standardOutput.json(shown);
    else print(shown);
    return shown.some(({ verified }) => !verified) ? EXIT.findings : EXIT.fine;
  });
}

function toReport({ name, risk }: CatalogEntry, { risk: classes = {} }: GatewayConfig): ClassifiedReport {
  const { level, external, verified } = risk;
  const by = classOf(classes, name) !== undefined ? "operator" : verified ? "server" : "nobody";
  return { name, risk: level, external, verified, by };
}

function print(reports: readonly ClassifiedReport[]): void {
  const rows = reports.map(({ name, risk, external, by }): [string, string] => [
    name,
    `${risk}${external ? ", external" : ""} (${by === "nobody" ? "unverified" : `says the ${by}`})`,
  ]);
  for (const row of toColumns(rows)) standardOutput.line(row);
  const open = reports.filter(({ verified }) => !verified).length;
  if (open === 0) standardOutput.line("Nothing is unverified.");
  else
    standardOutput.line(`${toCountOf(open, "tool")} unverified. To settle one: plimsoll classify NAME read`);
}

/** Pairs of a name or pattern and a class, into the section `risk`; no other byte of the file changes. */
async function write(config: GatewayConfig, words: readonly string[]): Promise<ExitCode> {
  const pairs = toPairs(words);
  if (typeof pairs === "string") return fail(pairs);
  const { file } = config;
  if (file.endsWith(".toml")) {
    return fail(
      `${file} is another program's. Write "risk" into a plimsoll.json: plimsoll import makes one.`,
    );
  }
  const text = (await readTextFile(file)) ?? "";
  const after = pairs.reduce(
    (edited, [name, risk]) => addJsonEntry({ file, text: edited }, "risk", name, risk).text,
    text,
  );
  // What the reader would refuse is not written: a name of no server, a file that has no sections.
  const read = parseConfig(file, after, process.env);
  const lost = pairs.find(([name, risk]) => read.risk?.[name] !== risk);
  if (lost !== undefined)
    return fail(`${file} is another program's, and has no classes. Use a plimsoll.json.`);
  if (after !== text) await writeTextFile(file, after);
  for (const [name, risk] of pairs) standardOutput.line(`${name} counts as ${risk}.`);
  return EXIT.fine;
}

function toPairs(words: readonly string[]): readonly (readonly [string, Risk])[] | string {
  const pairs: (readonly [string, Risk])[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const [name = "", word] = words.slice(at, at + 2);
    const risk = RISK_LEVELS.find((level) => level === word);
    if (risk === undefined) {
      return `${JSON.stringify(name)} is to be followed by its class: ${RISK_LEVELS.join(", ")}.`;
    }
    pairs.push([name, risk]);
  }
  return pairs;
}

function fail(message: string): ExitCode {
  errorOutput.note(`plimsoll: ${message}`);
  return EXIT.input;
}
