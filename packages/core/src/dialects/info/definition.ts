import type { ToolDefinition } from "../../tool/tool-definition.ts";

/** What a model is shown of `tool_info`, before the cards. */
export const DEFINITION: ToolDefinition = {
  name: "tool_info",
  description:
    "Load a deferred tool by its name. Returns its full description and schema, and makes it callable from the next step on.",
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", description: "The deferred tool" } },
    required: ["name"],
  },
};
