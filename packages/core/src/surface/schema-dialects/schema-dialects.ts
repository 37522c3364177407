import type { JsonSchema } from "../../tool/json-schema.ts";
import { anthropic } from "./anthropic.ts";
import { findRejected, type SchemaRejection } from "./find-rejected.ts";
import { gemini } from "./gemini.ts";
import { openai } from "./openai.ts";
import type { SchemaDialect, SchemaDialectName } from "./schema-dialect.ts";

/** What is known of what providers reject, by dialect; nothing of the lenient one. */
export const SCHEMA_DIALECTS: Readonly<Record<SchemaDialectName, SchemaDialect | undefined>> = {
  anthropic,
  openai,
  gemini,
  lenient: undefined,
};

/** Everything in an input schema that a provider would reject, for those who want to say so before it does. */
export function rejectedBy(schema: JsonSchema, name: SchemaDialectName): readonly SchemaRejection[] {
  const dialect = SCHEMA_DIALECTS[name];
  return dialect === undefined ? [] : findRejected(schema, dialect);
}
