import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { assertNever } from "../internal/assert-never.ts";
import { canonicalJson } from "../internal/canonical-json.ts";
import { cut } from "../internal/cut.ts";
import { toSignature } from "../surface/signature.ts";
import type { InputIssue } from "../tool/tool.ts";
import { type FittingArguments, fittingArguments } from "./fitting-arguments.ts";
import { isLikely } from "./nearest.ts";
import type { NextCalls } from "./next-calls.ts";
import type { Rejection } from "./outcome.ts";

const MAX_ISSUES = 5;
const MAX_ISSUE = 300;
const MAX_NAME = 80;
const MAX_NOTE = 300;
const UNKNOWN_ARGUMENTS = "{…}";

/** What a repair can lean on: what the model can call next, in this very step. */
export interface RepairContext {
  readonly next: NextCalls;
  /** Whether a tool may be spoken of: one that only old transcripts call is not advertised. */
  readonly isFindable: (entry: CatalogEntry) => boolean;
  /** Whether a tool may be called as it is, or has to be loaded first. */
  readonly isCallable: (entry: CatalogEntry) => boolean;
  /** How often this very call was refused before. */
  readonly refusedBefore: number;
}

/** What was wrong with a call and the next call to make, in one answer. */
export function renderRejection(rejection: Rejection, context: RepairContext): string {
  const lines = explain(rejection, context);
  return [...stopLines(rejection, context), ...lines].join("\n");
}

/** The same wrong call a third time: words that end the loop. One that is right from the next step on is not wrong. */
function stopLines(rejection: Rejection, { refusedBefore }: RepairContext): string[] {
  const isRightSoon = rejection.reason === "not-loaded" && rejection.loading;
  if (refusedBefore < 2 || isRightSoon) return [];
  return [
    `Stop. You have sent this very call ${refusedBefore + 1} times, and it was refused each time. Do not send it again: correct it, use another tool, or tell the user what you cannot do.`,
  ];
}

function explain(rejection: Rejection, context: RepairContext): string[] {
  switch (rejection.reason) {
    case "unknown":
    case "denied":
      return explainUnavailable(rejection, context);
    case "removed": {
      const { name, replacement, note, sent } = rejection;
      const said = note === undefined ? "" : ` ${cut(note, MAX_NOTE)}`;
      if (replacement === undefined) return [`${quote(name)} was removed.${said}`];
      return [
        `${quote(name)} was removed. Use ${replacement.wireName} instead.${said}`,
        ...showTool(replacement, fittingArguments(replacement.tool.inputSchema, sent), context),
      ];
    }
    case "not-loaded": {
      const { entry, loading } = rejection;
      const { load } = context.next;
      if (loading) {
        return [
          `${entry.wireName} was loaded in this very step, and is callable from the next one on. Call it again then.`,
          renderSchema(entry),
        ];
      }
      const how =
        load === undefined ? "" : ` Load it with ${load(entry.wireName)} and call it in the next step.`;
      return [`${entry.wireName} is not loaded.${how}`, renderSchema(entry)];
    }
    case "invalid": {
      const issues = rejection.issues.slice(0, MAX_ISSUES).map(renderIssue);
      if (rejection.about === "call") return ["The call was not made.", ...issues, ...showMeta(rejection)];
      const { name, entry, sent } = rejection;
      if (!context.isFindable(entry)) {
        return [`${quote(name)} was not called: its arguments do not fit its schema.`, ...issues];
      }
      const fitting = fittingArguments(entry.tool.inputSchema, sent);
      return [
        `${entry.wireName} was not called: its arguments do not fit its schema.`,
        ...issues,
        // What fits the schema was refused by the tool's own check: it is not proposed again.
        ...showTool(entry, fitting?.isCorrected ? fitting : undefined, context),
      ];
    }
    default:
      return assertNever(rejection);
  }
}

function explainUnavailable(
  { name, nearest, sent, absent }: Extract<Rejection, { reason: "unknown" | "denied" }>,
  context: RepairContext,
): string[] {
  if (absent !== undefined) return [absent];
  const missing = `No tool named ${quote(name)} is available here.`;
  const [first, ...others] = nearest;
  if (first === undefined || !isLikely(name, first)) {
    const { find } = context.next;
    const near = nearest.map(({ wireName, tool }) => toSignature(wireName, tool.inputSchema));
    return [
      `${missing}${find === undefined ? "" : ` Search with ${find}.`}`,
      ...(near.length === 0 ? [] : [`Nearest by name: ${near.join("; ")}.`]),
    ];
  }
  const signatures = others.map(({ wireName, tool }) => toSignature(wireName, tool.inputSchema));
  return [
    `${missing} Nearest: ${first.wireName}.`,
    ...showTool(first, fittingArguments(first.tool.inputSchema, sent), context),
    ...(signatures.length === 0 ? [] : [`Also near: ${signatures.join("; ")}.`]),
  ];
}

/** The schema, whole, and the next call to make: with what was sent, as far as it fits. */
function showTool(
  entry: CatalogEntry,
  fitting: FittingArguments | undefined,
  { next, isCallable }: RepairContext,
): string[] {
  const { wireName } = entry;
  if (!isCallable(entry)) {
    const load = next.load?.(wireName);
    return [
      renderSchema(entry),
      ...(load === undefined ? [] : [`Next: ${load}, then call it in the step after.`]),
    ];
  }
  const call = next.call(wireName, fitting?.json ?? UNKNOWN_ARGUMENTS);
  return [renderSchema(entry), fitting?.isCorrected ? `Next, if you meant this: ${call}` : `Next: ${call}`];
}

/** The same for a meta-tool, which is always called by its own name. */
function showMeta({ definition, sent }: Extract<Rejection, { about: "call" }>): string[] {
  if (definition === undefined) return [];
  const fitting = fittingArguments(definition.inputSchema, sent);
  const call = `${definition.name}(${fitting?.json ?? UNKNOWN_ARGUMENTS})`;
  return [
    `Schema: ${canonicalJson(definition.inputSchema)}`,
    fitting?.isCorrected ? `Next, if you meant this: ${call}` : `Next: ${call}`,
  ];
}

function renderSchema({ tool }: CatalogEntry): string {
  return `Schema: ${canonicalJson(tool.inputSchema)}`;
}

function renderIssue({ path, message }: InputIssue): string {
  return cut(`- ${path === "" ? "arguments" : path}: ${message}`, MAX_ISSUE);
}

function quote(name: string): string {
  return JSON.stringify(cut(name, MAX_NAME));
}
