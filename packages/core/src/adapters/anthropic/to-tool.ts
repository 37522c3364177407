import { canonicalJson } from "../../internal/canonical-json.ts";
import type { ToolDefinition } from "../../tool/tool-definition.ts";
import type { AnthropicInputSchema, AnthropicTool } from "./messages.ts";

const WRITTEN = new WeakMap<ToolDefinition, AnthropicTool>();
const DEFERRED = new WeakMap<ToolDefinition, AnthropicTool>();

/** A definition as Anthropic takes it, with keys in canonical order: the same bytes in every process. */
export function toTool(definition: ToolDefinition): AnthropicTool {
  return once(WRITTEN, definition, ({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: toInputSchema(inputSchema),
  }));
}

/** The same, held back until something refers to it. It never carries `cache_control`, which the API refuses. */
export function toDeferredTool(definition: ToolDefinition): AnthropicTool {
  return once(DEFERRED, definition, () => ({ ...toTool(definition), defer_loading: true }));
}

function toInputSchema(schema: ToolDefinition["inputSchema"]): AnthropicInputSchema {
  return JSON.parse(canonicalJson(schema));
}

// Thousands may be declared in every request, and a definition never changes.
function once(
  written: WeakMap<ToolDefinition, AnthropicTool>,
  definition: ToolDefinition,
  write: (definition: ToolDefinition) => AnthropicTool,
): AnthropicTool {
  let tool = written.get(definition);
  if (tool === undefined) {
    tool = write(definition);
    written.set(definition, tool);
  }
  return tool;
}
