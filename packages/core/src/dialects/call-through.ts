import type { NextCalls } from "../call/next-calls.ts";
import { RESULT_NAME } from "../call/stored-result.ts";
import type { CallThroughRequest } from "../meta/meta-request.ts";
import type { DialectTool, Offer } from "./dialect.ts";
import { DEFINITIONS } from "./plimsoll/definitions.ts";

/** `tool_call`, for a dialect that has no such tool of its own, where loaded tools do not join the array. */
export const callThrough: DialectTool = {
  definition: DEFINITIONS.tool_call,
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  isOffered: isBridged,
  toChecked: withoutInner,
  toRequest: (input) => readCall(input, { readOnly: false }),
};

/** Whether loaded tools are called through `tool_call`, because the array cannot grow. */
export function isBridged({ strategy }: Offer): boolean {
  return strategy === "bridge";
}

/** The next calls of such a dialect: by name what is in the array, the rest through the bridge where there is one. */
export function callsThrough(
  offer: Offer,
  isInArray: (wireName: string) => boolean,
): Pick<NextCalls, "call" | "read"> {
  return {
    call: (wireName, argumentsJson) =>
      isBridged(offer) && !isInArray(wireName)
        ? sayCall(wireName, argumentsJson)
        : `${wireName}(${argumentsJson})`,
    read: isBridged(offer) ? sayRead : undefined,
  };
}

/** A call through the bridge, as a model would write it. */
export function sayCall(wireName: string, argumentsJson: string): string {
  return `tool_call({"name":"${wireName}","arguments":${argumentsJson}})`;
}

/** The call that reads on in a result. */
export function sayRead(handle: string, page: number): string {
  return `tool_call(${JSON.stringify({ name: RESULT_NAME, arguments: { handle, page } })})`;
}

/** The arguments of the inner tool are checked by its own schema, and parsed where they came as a text. */
export function withoutInner({
  arguments: _inner,
  ...input
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return input;
}

/** Reads the arguments of a call through the bridge. */
export function readCall(
  { name, arguments: input }: Readonly<Record<string, unknown>>,
  { readOnly }: { readonly readOnly: boolean },
): CallThroughRequest {
  return { operation: "call", name: String(name), arguments: input, readOnly };
}
