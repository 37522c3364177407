import { isRecord } from "../internal/is-record.ts";
import { isNestedDeeper, MAX_NESTING } from "../internal/nesting.ts";
import { readJson } from "../internal/read-json.ts";
import type { InputIssue } from "../tool/tool.ts";

/** What became of a call's arguments. */
export type ParsedArguments =
  | { readonly type: "ok"; readonly value: Record<string, unknown> }
  | { readonly type: "invalid"; readonly issue: InputIssue };

/**
 * Arguments are an object; a JSON text of one is parsed; nothing else is coerced. What is nested too deeply is
 * refused here, before anything that calls itself for each level comes upon it.
 */
export function parseArguments(value: unknown): ParsedArguments {
  if (value === undefined || value === "") return { type: "ok", value: {} };
  if (isRecord(value)) return withinDepth(value);
  if (typeof value === "string") {
    const parsed = readJson(value);
    if (isRecord(parsed)) return withinDepth(parsed);
    if (parsed === undefined) return notAnObject("a text that is not JSON");
  }
  if (value === null) return notAnObject("null");
  return notAnObject(Array.isArray(value) ? "an array" : `a ${typeof value}`);
}

function withinDepth(value: Record<string, unknown>): ParsedArguments {
  if (!isNestedDeeper(value)) return { type: "ok", value };
  return invalid(`The arguments are nested deeper than ${MAX_NESTING} levels.`);
}

function notAnObject(what: string): ParsedArguments {
  return invalid(`The arguments must be an object, and are ${what}.`);
}

function invalid(message: string): ParsedArguments {
  return { type: "invalid", issue: { path: "", message } };
}
