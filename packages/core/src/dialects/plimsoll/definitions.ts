import type { JsonSchema } from "../../tool/json-schema.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { MetaToolName } from "../../tool/wire-name.ts";

const CALL_INPUT: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", description: "The tool to call" },
    arguments: { type: "object", description: "Its arguments, by its own schema" },
  },
  required: ["name"],
};

/** What a model is shown of Plimsoll's own tools: as short as clarity allows, because every step pays for it. */
export const DEFINITIONS: Readonly<Record<MetaToolName, ToolDefinition>> = {
  tool_find: {
    name: "tool_find",
    description:
      "Search for tools that are not listed here. Say what you want to do, or give a tool's name. Returns names and signatures.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        queries: { ...names(8), description: "Several searches at once" },
        domain: { type: "string", description: "Only tools of this domain" },
        limit: { type: "integer", minimum: 1, maximum: 25, description: "Default 5" },
        include_loaded: { type: "boolean", description: "Default true" },
      },
    },
  },
  tool_describe: {
    name: "tool_describe",
    description: "Read the full description and schema of tools by name.",
    inputSchema: { type: "object", properties: { names: names(10) }, required: ["names"] },
  },
  tool_load: {
    name: "tool_load",
    description: "Make tools callable by their own names, from the next step on. Returns their schemas.",
    inputSchema: { type: "object", properties: { names: names(20) }, required: ["names"] },
  },
  tool_unload: {
    name: "tool_unload",
    description: "Give loaded tools back that are no longer needed.",
    inputSchema: { type: "object", properties: { names: names(20) }, required: ["names"] },
  },
  tool_active: {
    name: "tool_active",
    description: "List the tools that are loaded, and what they cost.",
    inputSchema: { type: "object", properties: {} },
  },
  tool_call: {
    name: "tool_call",
    description: "Call any tool by name, also one that is not listed here.",
    inputSchema: CALL_INPUT,
  },
  tool_read: {
    name: "tool_read",
    description: "Call a tool that only reads. Refuses every other tool: use tool_call for those.",
    inputSchema: CALL_INPUT,
  },
};

/** The search, where the provider reveals what it finds. */
export const FIND_AND_LOAD: ToolDefinition = {
  ...DEFINITIONS.tool_find,
  description:
    "Search for tools that are not listed here, and load what fits: it can be called by its own name from the next step on. Say what you want to do, or give a tool's name.",
};

function names(most: number): JsonSchema {
  return { type: "array", items: { type: "string" }, minItems: 1, maxItems: most };
}
