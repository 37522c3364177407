import { toSourceId } from "@plimsoll/core";
import { loadConfig } from "../../config/load-config.ts";
import { openStore } from "../../store/open-store.ts";
import { compareDefinitions, renderDifferences } from "../../trust/definition-diff.ts";
import { openQuarantine } from "../../trust/open-quarantine.ts";
import type { HeldDefinition } from "../../trust/quarantine.ts";
import { toVisibleName } from "../../trust/visible-text.ts";
import { askYes, canAsk } from "../ask.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { isRejected, renderReasons } from "../held-words.ts";
import { errorOutput, standardOutput, toCountOf } from "../output.ts";

/** The options of `plimsoll approve`. */
export interface ApproveCommandOptions {
  readonly config?: string;
  readonly all?: boolean;
  readonly list?: boolean;
  readonly reject?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `plimsoll approve`: shows what is held back from models and why, and takes an operator's word on it. */
export async function approve(names: readonly string[], options: ApproveCommandOptions): Promise<ExitCode> {
  const config = await loadConfig({ file: options.config });
  const store = await openStore((sentence) => errorOutput.note(sentence));
  const { quarantine, unlisted } = await openQuarantine(config, store);
  try {
    const all = quarantine.held();
    for (const server of unlisted) {
      errorOutput.note(`${server} has not been listed yet. To have it asked: plimsoll refresh ${server}`);
    }
    const unknown = names.find((name) => !all.some((held) => isNamed(held, name)));
    if (unknown !== undefined) return refuse(unknown, all);
    const isAsked = names.length > 0 || options.all === true;
    const chosen = all.filter((held) =>
      names.length > 0
        ? names.some((name) => isNamed(held, name))
        : !isRejected(held) || options.list === true,
    );
    show(chosen, options);
    if (!isAsked || options.list === true) return conclude(chosen, options);
    if (chosen.length === 0) return EXIT.fine;
    const verb = options.reject === true ? "Reject" : "Approve";
    const isMeant = options.yes === true || (canAsk() && (await askYes(`${verb} ${toSum(chosen)}?`)));
    if (!isMeant) {
      errorOutput.note("Nothing was decided. To decide without being asked, say --yes.");
      return EXIT.findings;
    }
    await quarantine.decide(options.reject === true ? "rejected" : "approved", chosen);
    if (options.json !== true)
      standardOutput.line(`${verb === "Reject" ? "Rejected" : "Approved"}: ${toSum(chosen)}.`);
    if (options.reject !== true && chosen.some(hasHidden)) {
      errorOutput.note("A tool with hidden characters in its name or description is set aside all the same.");
    }
    return EXIT.fine;
  } finally {
    await quarantine.close();
    await store.close();
  }
}

/** By its own name, or by its server's: `github/create_issue`, `github/*`. */
function isNamed({ label, server }: HeldDefinition, name: string): boolean {
  return name === label || name === `${toSourceId(server)}/*` || name === `${server}/*`;
}

function hasHidden({ definition, reasons }: HeldDefinition): boolean {
  return definition.kind === "tool" && reasons.some(({ type }) => type === "hidden-characters");
}

function refuse(name: string, all: readonly HeldDefinition[]): ExitCode {
  const known = all.map(({ label }) => toVisibleName(label)).join(", ");
  const there = all.length === 0 ? "Nothing is held." : `Held are: ${known}.`;
  errorOutput.note(`plimsoll: ${JSON.stringify(name)} is not held. ${there}`);
  return EXIT.input;
}

function show(chosen: readonly HeldDefinition[], { json, list }: ApproveCommandOptions): void {
  if (json === true) standardOutput.json(chosen.map(toReport));
  for (const held of json === true ? [] : chosen) {
    standardOutput.line(`${toVisibleName(held.label)} is held: ${renderReasons(held)}.`);
    if (list === true) continue;
    for (const line of renderDifferences(compareDefinitions(held.before, held.definition.item))) {
      standardOutput.line(line);
    }
    standardOutput.line();
  }
}

function conclude(chosen: readonly HeldDefinition[], { json }: ApproveCommandOptions): ExitCode {
  if (chosen.length === 0) {
    if (json !== true) standardOutput.line("Nothing is held.");
    return EXIT.fine;
  }
  if (json !== true) {
    const [first] = chosen;
    standardOutput.line(`${toSum(chosen)} held. To let one through: plimsoll approve ${first?.label}`);
    standardOutput.line(
      "To let all of them through: plimsoll approve --all. To be told of one no more: --reject.",
    );
  }
  return EXIT.findings;
}

function toSum(chosen: readonly HeldDefinition[]): string {
  return toCountOf(chosen.length, "definition");
}

function toReport(held: HeldDefinition) {
  const { server, label, definition, reasons, before, under } = held;
  const { kind, name, hash, item } = definition;
  const differences = compareDefinitions(before, item);
  return { name: label, server, kind, own: name, hash, under, reasons, differences };
}
