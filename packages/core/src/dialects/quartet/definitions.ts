import type { ToolDefinition } from "../../tool/tool-definition.ts";

/** A name of one of the four. */
export type QuartetName = "tool_find" | "tool_describe" | "tool_load" | "tool_active";

/** What a model is shown of the four. Nothing else is there at the start, so each word is paid for in every step. */
export const DEFINITIONS: Readonly<Record<QuartetName, ToolDefinition>> = {
  tool_find: {
    name: "tool_find",
    description: "Search for more tools.",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string" }, limit: { type: "integer" } },
      required: ["query"],
    },
  },
  tool_describe: {
    name: "tool_describe",
    description: "Read a tool's schema.",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
  tool_load: {
    name: "tool_load",
    description: "Make tools callable from the next step on.",
    inputSchema: {
      type: "object",
      properties: { names: { type: "array", items: { type: "string" } } },
      required: ["names"],
    },
  },
  tool_active: {
    name: "tool_active",
    description: "List active tools.",
    inputSchema: { type: "object", properties: {} },
  },
};
