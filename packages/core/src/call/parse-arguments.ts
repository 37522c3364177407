import { isRecord } from "../internal/is-record.ts";
import type { InputIssue } from "../tool/tool.ts";

/** What became of a call's arguments. */
export type ParsedArguments =
  | { readonly type: "ok"; readonly value: Record<string, unknown> }
  | { readonly type: "invalid"; readonly issue: InputIssue };

/** Arguments are an object; a JSON text of one is parsed; nothing else is coerced. */
export function parseArguments(value: unknown): ParsedArguments {
  if (value === undefined || value === null || value === "") return { type: "ok", value: {} };
  if (isRecord(value)) return { type: "ok", value };
  if (typeof value === "string") {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isRecord(parsed)) return { type: "ok", value: parsed };
    } catch {
      return notAnObject("a text that is not JSON");
    }
  }
  return notAnObject(Array.isArray(value) ? "an array" : `a ${typeof value}`);
}

function notAnObject(what: string): ParsedArguments {
  return {
    type: "invalid",
    issue: { path: "", message: `The arguments must be an object, and are ${what}.` },
  };
}
