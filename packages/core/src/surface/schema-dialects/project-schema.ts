import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { findRejected } from "./find-rejected.ts";
import { foldTop } from "./fold-top.ts";
import { rewriteSchema } from "./rewrite-schema.ts";
import type { SchemaDialect } from "./schema-dialect.ts";

/** What becomes of an input schema on its way to a provider. */
export type Projection =
  | { readonly type: "taken" } // as it is
  | { readonly type: "rewritten"; readonly schema: JsonSchema } // other words, the same values
  | { readonly type: "loosened"; readonly schema: JsonSchema } // it accepts more, and nothing less
  | { readonly type: "refused"; readonly reason: string };

/** Projects a schema to what a provider takes. What it takes already is left alone, so that its hash stays. */
export function projectSchema(schema: JsonSchema, dialect: SchemaDialect): Projection {
  if (findRejected(schema, dialect).length === 0) return { type: "taken" };
  const rewritten = rewriteSchema(schema, dialect);
  const folded = foldTop(rewritten.schema, dialect);
  const named = withTakenNames(folded.schema, dialect);
  const [left] = findRejected(named, dialect);
  if (left !== undefined) {
    const place = left.place === "" ? "" : ` (at ${left.place})`;
    return { type: "refused", reason: `${dialect.name} does not take ${left.reason} in its schema${place}` };
  }
  return { type: rewritten.isExact && folded.isExact ? "rewritten" : "loosened", schema: named };
}

/**
 * Parameters whose names a provider does not take among the `properties` go to the `patternProperties`, each with the
 * pattern that its name alone fits: arguments keep their names, and are checked as before.
 */
function withTakenNames(schema: JsonSchema, { parameterNames }: SchemaDialect): JsonSchema {
  const { properties, patternProperties } = schema;
  if (parameterNames === undefined || !isRecord(properties)) return schema;
  const entries = Object.entries(properties);
  const moved = entries.filter(([name]) => !parameterNames.test(name));
  if (moved.length === 0) return schema;
  const patterns = new Map(Object.entries(isRecord(patternProperties) ? patternProperties : {}));
  for (const [name, parameter] of moved) {
    const pattern = `^${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
    const before = patterns.get(pattern);
    patterns.set(pattern, before === undefined ? parameter : { allOf: [before, parameter] });
  }
  return {
    ...schema,
    properties: Object.fromEntries(entries.filter(([name]) => parameterNames.test(name))),
    patternProperties: Object.fromEntries(patterns),
  };
}
