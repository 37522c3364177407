import { defined } from "../internal/defined.ts";
import { isRecord } from "../internal/is-record.ts";
import type { InputRequired } from "../tool/handler.ts";
import { measureJson } from "../tool/measure-json.ts";

/** About what a result may be: a request to the user is kept in the history as a result is. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** What a handler asks of the user, or why it cannot be asked. */
export type ReadInputRequired =
  | { readonly type: "asked"; readonly request: InputRequired }
  | { readonly type: "unusable"; readonly reason: string };

/**
 * Reads a handler's value as a request to the user; nothing, if it is none. The request waits in the history, maybe
 * for another process, so it has to be JSON, and is a copy that the handler has no hold of.
 */
export function readInputRequired(value: unknown): ReadInputRequired | undefined {
  if (!isRecord(value) || value["type"] !== "input-required" || !("requests" in value)) return undefined;
  const { requests, state } = value;
  if (!isRecord(requests)) return unusable('its "requests" is not an object of requests by name.');
  if (state !== undefined && typeof state !== "string") return unusable('its "state" is not a text.');
  const measure = measureJson(requests, { maxCharacters: MAX_CHARACTERS, place: "/requests" });
  if (measure.type === "too-large") return unusable("it is too large.");
  if (measure.type === "not-json") return unusable(`it is not JSON: ${measure.why}`);
  const copied: unknown = JSON.parse(JSON.stringify(requests));
  if (!isRecord(copied)) return unusable('its "requests" is not an object of requests by name.');
  return {
    type: "asked",
    request: { type: "input-required", requests: copied, ...defined({ state }) },
  };
}

function unusable(why: string): ReadInputRequired {
  return { type: "unusable", reason: `Its request to the user cannot be kept: ${why}` };
}
