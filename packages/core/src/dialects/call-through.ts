import type { DialectTool } from "./dialect.ts";
import { DEFINITIONS } from "./plimsoll/definitions.ts";

/** `tool_call`, for a dialect that has no such tool of its own, where loaded tools do not join the array. */
export const callThrough: DialectTool = {
  definition: DEFINITIONS.tool_call,
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  isForGateways: false,
  isOffered: ({ strategy }) => strategy === "bridge",
  toRequest: ({ name, arguments: input }) => ({
    operation: "call",
    name: String(name),
    arguments: input,
    readOnly: false,
  }),
};
