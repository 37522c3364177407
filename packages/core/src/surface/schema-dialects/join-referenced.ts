import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { ANNOTATIONS } from "./mend-keyword.ts";
import type { Rewritten } from "./rewritten.ts";

/**
 * What a reference led to, together with what stood beside the reference. The words beside it are the nearer ones;
 * the rest of it stays apart, in `allOf`, because `additionalProperties` and the like count their own neighbours only.
 */
export function joinReferenced(referred: Rewritten<unknown>, beside: Rewritten): Rewritten {
  const isExact = referred.isExact && beside.isExact;
  const target = isRecord(referred.schema) ? referred.schema : referred.schema === false ? { not: {} } : {};
  const entries = Object.entries(beside.schema);
  const words = Object.fromEntries(entries.filter(([keyword]) => isWord(keyword)));
  const rest = Object.fromEntries(entries.filter(([keyword]) => !isWord(keyword)));
  if (Object.keys(rest).length === 0) return { schema: { ...target, ...words }, isExact };
  // What counts as evaluated is no longer what it was: those who ask for it go.
  const isAsking = asksForEvaluated(target) || asksForEvaluated(rest);
  const { allOf } = target;
  const all = [...(Array.isArray(allOf) ? allOf : []), withoutEvaluated(rest)];
  return {
    schema: { ...withoutEvaluated(target), ...words, allOf: all },
    isExact: isExact && !isAsking,
  };
}

function isWord(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword === "$defs" || keyword === "definitions";
}

function asksForEvaluated(schema: JsonSchema): boolean {
  return schema["unevaluatedItems"] !== undefined || schema["unevaluatedProperties"] !== undefined;
}

function withoutEvaluated({ unevaluatedItems: _items, unevaluatedProperties: _rest, ...kept }: JsonSchema) {
  return kept;
}
