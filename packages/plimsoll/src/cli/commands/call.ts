import type { CallAnswer, CatalogEntry, Outcome, Progress } from "@plimsoll/core";
import { toSignature } from "@plimsoll/core";
import type { GatewayConfig } from "../../config/config.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Gateway } from "../../gateway.ts";
import { askLeave } from "../ask-leave.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { errorOutput, standardOutput, toPlainText } from "../output.ts";
import { printResult } from "../print-result.ts";
import { createProgressBar } from "../progress-bar.ts";
import { readArguments } from "../read-arguments.ts";
import { resolveNames, untilNamed } from "../resolve-tools.ts";
import { withGateway } from "../with-gateway.ts";

/** The options of `plimsoll call`. */
export interface CallCommandOptions {
  readonly config?: string;
  readonly json?: boolean;
  /** Call a destructive tool without asking. */
  readonly yes?: boolean;
}

/** `plimsoll call`: runs one tool of the configured servers, and prints what it answers. */
export async function call(
  name: string,
  given: string | undefined,
  options: CallCommandOptions,
): Promise<ExitCode> {
  const read = await readArguments(given);
  if (read.type === "wrong") return fail(read.message, EXIT.input);
  const config = withoutGate(await loadConfig({ file: options.config }));
  return withGateway(
    config,
    errorOutput,
    async (gateway, signal) => {
      await untilNamed(gateway, [name], errorOutput);
      const [resolved] = await resolveNames(gateway.runtime, [name]);
      if (resolved?.type !== "found") return fail(resolved?.message ?? name, EXIT.findings);
      const { entry } = resolved;
      const refusal = await whyNot(entry, given, options, signal);
      if (refusal !== undefined) return fail(refusal, EXIT.input);
      const answer = await run(gateway, entry, read.value, signal);
      return conclude(entry, answer, options);
    },
    { waitsItself: true, cancels: true },
  );
}

// The gate is for models, which are to read a schema first.
function withoutGate(config: GatewayConfig): GatewayConfig {
  return { ...config, settings: { ...config.settings, gate: "open" } };
}

/** Nobody is there to be asked where standard input is no terminal, or has been read for arguments. */
async function whyNot(
  { name, risk }: CatalogEntry,
  given: string | undefined,
  { yes }: CallCommandOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (risk.level !== "destructive" || yes === true) return undefined;
  const isAskable = process.stdin.isTTY === true && process.stderr.isTTY === true && given !== "-";
  if (!isAskable) return `${name} is destructive, and nobody can be asked here. Say --yes to call it.`;
  const question = toPlainText(`${name} is destructive. Call it with ${given ?? "{}"}?`);
  return (await askLeave(question, signal)) ? undefined : `${name} was not called.`;
}

async function run(
  { runtime }: Gateway,
  { name }: CatalogEntry,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const bar = createProgressBar(process.stderr);
  const progress = (update: Progress): void => {
    const { progress: done, total = 0, message = "" } = update;
    if (process.stderr.isTTY !== true) errorOutput.note(renderProgress(update));
    else bar.show({ done, total, text: message === "" ? renderProgress(update) : message });
  };
  try {
    return await runtime.call({ name, arguments: input }, { signal, progress });
  } finally {
    bar.erase();
  }
}

function renderProgress({ progress, total, message }: Progress): string {
  const far = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return message === undefined || message === "" ? `Progress: ${far}` : `Progress: ${far}, ${message}`;
}

function conclude(
  entry: CatalogEntry,
  { outcome, result }: CallAnswer,
  { json }: CallCommandOptions,
): ExitCode {
  if (json === true)
    standardOutput.json({ name: entry.name, outcome: outcome.type, ...(result && { result }) });
  else if (outcome.type === "ok") printResult(outcome.result, process.stdout);
  if (outcome.type === "ok") return outcome.result.isError === true ? EXIT.findings : EXIT.fine;
  const isInput = outcome.type === "rejected" && outcome.reason === "invalid";
  return fail(renderFailure(entry, outcome), isInput ? EXIT.input : EXIT.findings);
}

function renderFailure(
  { name, wireName, tool }: CatalogEntry,
  outcome: Exclude<Outcome, { type: "ok" }>,
): string {
  switch (outcome.type) {
    case "failed":
      return `${name} failed: ${outcome.message}`;
    case "timed-out":
      return `${name} did not answer within ${outcome.timeoutMs / 1000} seconds.`;
    case "cancelled":
      return `The call of ${name} was cancelled.`;
    case "input-required":
      return `${name} needs an answer from a user first. Call it from a client that can ask one.`;
    case "host-executes":
      return `${name} is run by its host, and cannot be run here.`;
    case "rejected": {
      if (outcome.reason !== "invalid") return `${name} was not called: it is not available here.`;
      const issues = outcome.issues.map(({ path, message }) =>
        path === "" ? message : `${path}: ${message}`,
      );
      return `${name} was not called: ${issues.join(" ")} It reads ${toSignature(wireName, tool.inputSchema)}.`;
    }
  }
}

function fail(message: string, code: ExitCode): ExitCode {
  errorOutput.note(`plimsoll: ${message}`);
  return code;
}
