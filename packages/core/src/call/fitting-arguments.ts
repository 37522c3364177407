import type { JsonSchema } from "../tool/json-schema.ts";
import { validate } from "../tool/validate.ts";
import { correctArguments } from "./corrected-arguments.ts";
import { parseArguments } from "./parse-arguments.ts";

/** About 500 tokens: beyond that, repeating what was sent costs more than it helps. */
const MAX_CHARACTERS = 2_000;

/** Arguments that a schema accepts, as JSON. */
export interface FittingArguments {
  readonly json: string;
  /** Whether something had to be changed or made up for it. */
  readonly isCorrected: boolean;
}

/** The arguments that were sent, or those corrected; nothing, if neither fits a schema or repeating them is too long. */
export function fittingArguments(schema: JsonSchema, sent: unknown): FittingArguments | undefined {
  const parsed = parseArguments(sent);
  if (parsed.type === "ok" && validate(schema, parsed.value).length === 0)
    return toFitting(parsed.value, false);
  if (isLong(sent)) return undefined;
  const corrected = correctArguments(schema, sent);
  return corrected && toFitting(corrected, true);
}

function toFitting(value: unknown, isCorrected: boolean): FittingArguments | undefined {
  const json = toJson(value);
  return json !== undefined && json.length <= MAX_CHARACTERS ? { json, isCorrected } : undefined;
}

function isLong(sent: unknown): boolean {
  const json = toJson(sent ?? null);
  return json === undefined || json.length > 2 * MAX_CHARACTERS;
}

/** Nothing for what cannot be written: a host may hand over arguments that never were JSON. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
