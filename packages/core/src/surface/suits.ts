import type { JsonSchema } from "../tool/json-schema.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";
import type { ModelCapabilities } from "./model-capabilities.ts";
import { findRejected } from "./schema-dialects/find-rejected.ts";
import type { SchemaDialect } from "./schema-dialects/schema-dialect.ts";
import { SCHEMA_DIALECTS } from "./schema-dialects/schema-dialects.ts";
import { fitsRule } from "./wire-name-rule.ts";

// A definition that was sent never changes.
const known = new WeakMap<JsonSchema, Map<SchemaDialect, boolean>>();

/** Whether the provider of a model takes definitions that were made for another one: if not, the array must be new. */
export function suits(
  tools: readonly ToolDefinition[],
  { toolNames, schemas }: Pick<ModelCapabilities, "toolNames" | "schemas">,
): boolean {
  const dialect = SCHEMA_DIALECTS[schemas];
  return tools.every(
    ({ name, inputSchema }) =>
      fitsRule(name, toolNames) && (dialect === undefined || isTaken(inputSchema, dialect)),
  );
}

function isTaken(schema: JsonSchema, dialect: SchemaDialect): boolean {
  const byDialect = known.get(schema) ?? new Map<SchemaDialect, boolean>();
  known.set(schema, byDialect);
  const taken = byDialect.get(dialect) ?? findRejected(schema, dialect).length === 0;
  byDialect.set(dialect, taken);
  return taken;
}
