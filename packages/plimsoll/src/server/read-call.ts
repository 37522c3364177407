import { isRecord } from "../internal/is-record.ts";
import type { ClientCall } from "./call-tool.ts";
import { invalidParams } from "./wire-error.ts";

/** Reads the parameters of `tools/call`. Refuses what is none, and says why. */
export function readCall(params: unknown): ClientCall {
  const { name, arguments: input } = isRecord(params) ? params : {};
  if (typeof name !== "string") throw invalidParams("A call names its tool: `name` must be a text.");
  if (input === undefined) return { name };
  if (isRecord(input)) return { name, arguments: input };
  throw invalidParams(`The arguments of ${JSON.stringify(name)} must be an object.`);
}
