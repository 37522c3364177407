import { defined } from "../../internal/defined.ts";
import { isRecord } from "../../internal/is-record.ts";
import { schemasWithin } from "../../tool/checking/schemas-within.ts";
import { draftOf } from "../../tool/draft-of.ts";
import { resolveReference } from "../../tool/inspect-schema.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { mapSubschemas } from "../../tool/schema-keywords.ts";
import { mayBeBoolean, takesLists, undeclared } from "./find-rejected.ts";
import { joinReferenced } from "./join-referenced.ts";
import { ANNOTATIONS, mendKeyword } from "./mend-keyword.ts";
import { relaxAround } from "./relax-around.ts";
import type { Rewritten } from "./rewritten.ts";
import type { SchemaDialect } from "./schema-dialect.ts";

/** Schemas put in the place of references, in one schema: beyond that anything may stand there. */
const MOST_INLINED = 1_000;
const MAX_DEPTH = 64;

/** What references that stay lead to: a definition at the top. All others are replaced by what they refer to. */
const TO_DEFINITION = /^#\/(?:\$defs|definitions)\/[^/]+$/;

/**
 * What is left out: names of places, which nothing refers to any more; the edition, which is 2020-12 for whoever names
 * none; and what is no keyword, but would be the prototype of the new schema.
 */
const LEFT_OUT = new Set([
  "__proto__",
  "$anchor",
  "$dynamicAnchor",
  "$id",
  "$recursiveAnchor",
  "$schema",
  "$vocabulary",
]);

/** References whose target depends on the way they were come to. */
const MOVING_REFERENCES = new Set(["$dynamicRef", "$recursiveRef"]);

const DEFINITIONS = new Set(["$defs", "definitions"]);

/**
 * Rewrites a schema and all schemas in it to what a provider takes, by 2020-12; only what is not allowed at the top
 * is left. Where a rewritten schema accepts more, what stands around it and turns on its refusals goes as well: a
 * value that was right stays right.
 */
export function rewriteSchema(root: JsonSchema, dialect: SchemaDialect): Rewritten {
  const exact = rewriteAssuming(root, dialect, true);
  return exact.areDefinitionsExact ? exact : rewriteAssuming(root, dialect, false);
}

interface At {
  readonly isTop: boolean;
  readonly depth: number;
  /** What is being put in the place of references to it. */
  readonly inlining: readonly unknown[];
}

/** Rewrites, taking the definitions that references lead to for exact, or not. Whether they were is told afterwards. */
function rewriteAssuming(
  root: JsonSchema,
  dialect: SchemaDialect,
  isReferenceExact: boolean,
): Rewritten & { readonly areDefinitionsExact: boolean } {
  const isOld = draftOf(root) === "7";
  let inlined = 0;
  let areDefinitionsExact = true;

  const rewrite = (value: unknown, step: string, at: At): Rewritten<unknown> => {
    if (typeof value === "boolean") {
      if (dialect.hasBooleans || mayBeBoolean(step)) return { schema: value, isExact: true };
      return { schema: value ? {} : { not: {} }, isExact: true };
    }
    if (!isRecord(value) || at.depth > MAX_DEPTH) return { schema: {}, isExact: false };
    if (at.inlining.length > 1 && ++inlined > MOST_INLINED) return { schema: {}, isExact: false };
    // Up to draft 7, what stands beside a reference does not count.
    const counted = isOld && typeof value["$ref"] === "string" ? withoutConstraints(value) : value;
    return rewriteReference(counted, at) ?? rewriteKeywords(counted, at);
  };

  /** What comes in place of a schema with a reference that cannot stay. */
  const rewriteReference = (value: JsonSchema, at: At): Rewritten | undefined => {
    const { $ref: reference, ...beside } = value;
    if (typeof reference !== "string") return undefined;
    if (dialect.hasReferences && !at.isTop && TO_DEFINITION.test(reference)) return undefined;
    const target = resolveReference(root, reference, schemasWithin(root));
    const isEndless = target === undefined || at.inlining.includes(target);
    const referred = isEndless
      ? { schema: outlineOf(target), isExact: false }
      : rewrite(target, "$ref", { ...at, isTop: false, inlining: [...at.inlining, target] });
    return joinReferenced(referred, rewriteKeywords(beside, at));
  };

  const rewriteKeywords = (value: JsonSchema, at: At): Rewritten => {
    const made: Record<string, unknown> = {};
    const inexact = new Set<string>();
    for (const [keyword, content] of Object.entries(withPrefixItems(value))) {
      if (LEFT_OUT.has(keyword)) continue;
      if (DEFINITIONS.has(keyword) && !(at.isTop && dialect.hasReferences)) continue;
      const mended = mendKeyword(keyword, content);
      if (MOVING_REFERENCES.has(keyword) || (mended.type === "dropped" && !mended.isExact)) inexact.add("");
      if (MOVING_REFERENCES.has(keyword) || mended.type === "dropped") continue;
      const inner = { ...at, isTop: false, depth: at.depth + 1 };
      made[keyword] = mapSubschemas(
        keyword,
        mended.type === "replaced" ? mended.value : content,
        (schema, step) => {
          const rewritten = rewrite(schema, step, inner);
          if (!rewritten.isExact) inexact.add(keyword);
          return rewritten.schema;
        },
      );
    }
    for (const keyword of DEFINITIONS) if (inexact.delete(keyword)) areDefinitionsExact = false;
    if (typeof made["$ref"] === "string" && !isReferenceExact) inexact.add("$ref");
    addNeeded(made, inexact);
    return { schema: relaxAround(made, inexact), isExact: inexact.size === 0 };
  };

  const addNeeded = (made: Record<string, unknown>, inexact: Set<string>): void => {
    if (!dialect.hasConst && Object.hasOwn(made, "const")) {
      if (made["enum"] !== undefined) inexact.add("const");
      made["enum"] = [made["const"]];
      delete made["const"];
    }
    if (dialect.needsItems && takesLists(made) && made["items"] === undefined) {
      if (made["unevaluatedItems"] !== undefined) inexact.add("items");
      made["items"] = {};
    }
    const missing = dialect.needsDeclared ? undeclared(made) : [];
    if (missing.length > 0) {
      const { properties, additionalProperties: others = true, unevaluatedProperties: rest = true } = made;
      if (others !== true || rest !== true) inexact.add("properties");
      made["properties"] = {
        ...(isRecord(properties) ? properties : {}),
        ...Object.fromEntries(missing.map((name) => [name, {}])),
      };
    }
  };

  const { schema, isExact } = rewrite(root, "", { isTop: true, depth: 0, inlining: [root] });
  return { schema: isRecord(schema) ? schema : {}, isExact, areDefinitionsExact };
}

function withoutConstraints(schema: JsonSchema): JsonSchema {
  const isKept = (keyword: string): boolean =>
    keyword === "$ref" || ANNOTATIONS.has(keyword) || DEFINITIONS.has(keyword);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword)));
}

/** As much of a schema that contains itself as can be said without saying it again. */
function outlineOf(target: unknown): JsonSchema {
  if (!isRecord(target)) return {};
  const { type, description, $ref } = target;
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof type === "string" && $ref === undefined ? { type } : {}),
    ...(type === "array" && $ref === undefined ? { items: {} } : {}),
  };
}

/** Tuples as 2020-12 writes them: a list of schemas as `items` is `prefixItems`, and `additionalItems` are `items`. */
function withPrefixItems(schema: JsonSchema): JsonSchema {
  const { items, additionalItems, prefixItems, ...rest } = schema;
  if (!Array.isArray(items)) {
    if (additionalItems === undefined) return schema;
    const { additionalItems: _ignored, ...kept } = schema;
    return kept;
  }
  const before: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  return {
    ...rest,
    prefixItems: [...before, ...items.slice(before.length)],
    ...defined({ items: additionalItems }),
  };
}
