import type { JsonSchema } from "./json-schema.ts";

/** A tool as a model is shown it. Adapters rename the keys for their provider and change nothing else. */
export interface ToolDefinition {
  /** The wire name. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}
