import { canonicalJson } from "../../internal/canonical-json.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { ANNOTATIONS } from "./mend-keyword.ts";
import type { Rewritten } from "./rewritten.ts";

const BY_NAME = new Set(["patternProperties", "properties"]);
const CONDITION = ["if", "then", "else"];
/** What turns on everything that was looked at beside it: never to be had from a schema that was put together. */
const ON_THE_REST = ["unevaluatedItems", "unevaluatedProperties"];

/** One schema of objects that asks for what both ask for, as far as one schema can; it never asks for more. */
export function bothOf(first: Rewritten, second: Rewritten): Rewritten {
  const made: Record<string, unknown> = { ...first.schema };
  let isExact = first.isExact && second.isExact;
  const hasCondition = CONDITION.some((keyword) => made[keyword] !== undefined);
  for (const [keyword, content] of Object.entries(second.schema)) {
    const before = first.schema[keyword];
    if (CONDITION.includes(keyword) && hasCondition) isExact = false;
    else if (before === undefined) made[keyword] = content;
    else if (BY_NAME.has(keyword)) made[keyword] = bothByName(before, content);
    else if (keyword === "required") made[keyword] = [...new Set([before, content].flat())];
    else if (!ANNOTATIONS.has(keyword) && !isSame(before, content)) isExact = false;
  }
  const asked = ON_THE_REST.filter((keyword) => Object.hasOwn(made, keyword));
  for (const keyword of asked) delete made[keyword];
  // With the properties of both side by side, fewer are additional ones.
  const { additionalProperties: others = true } = made;
  return { schema: made, isExact: isExact && asked.length === 0 && others === true };
}

/** Whether a schema takes everything: it says nothing, or words only, or that it may be anything. */
export function isOpen(schema: unknown): boolean {
  if (!isRecord(schema)) return schema !== false;
  return Object.entries(schema).every(
    ([keyword, content]) =>
      ANNOTATIONS.has(keyword) || (keyword === "anyOf" && Array.isArray(content) && content.some(isOpen)),
  );
}

/** Whether two schemas are the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function bothByName(first: unknown, second: unknown): JsonSchema {
  const made = new Map(Object.entries(isRecord(first) ? first : {}));
  for (const [name, schema] of Object.entries(isRecord(second) ? second : {})) {
    const before = made.get(name);
    if (before === undefined || (isOpen(before) && !isOpen(schema))) made.set(name, schema);
    else if (!isOpen(schema) && !isSame(before, schema)) made.set(name, { allOf: [before, schema] });
  }
  return Object.fromEntries(made);
}
