import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../json-schema.ts";
import { type PatternCheck, toPatternCheck, whyNamesUnchecked } from "../pattern/pattern-check.ts";
import { schemasWithin } from "./schemas-within.ts";

/** A pattern in a schema that no value is checked against, and why. */
export interface UncheckablePattern {
  /** JSON Pointer to the keyword that holds it. */
  readonly place: string;
  readonly pattern: string;
  readonly reason: string;
}

/** The patterns of a schema, with what became of each. */
export interface SchemaPatterns {
  /** By what stands under `pattern`. */
  readonly checks: ReadonlyMap<string, PatternCheck>;
  /** The keys of `patternProperties` that are not checked. */
  readonly uncheckedNames: ReadonlySet<string>;
  readonly uncheckable: readonly UncheckablePattern[];
}

const MAX_PATTERNS = 200;

/** The patterns of a schema that will not be checked, for those who want to say so. */
export function findUncheckable(schema: JsonSchema): readonly UncheckablePattern[] {
  return readPatterns(schema).uncheckable;
}

/** Reads every pattern of a schema, also those in parts that only a reference leads to. */
export function readPatterns(root: JsonSchema): SchemaPatterns {
  const checks = new Map<string, PatternCheck>();
  const uncheckedNames = new Set<string>();
  const uncheckable: UncheckablePattern[] = [];
  for (const { schema, place } of schemasWithin(root)) {
    const { pattern, patternProperties } = schema;
    if (typeof pattern === "string") {
      const check = checks.get(pattern) ?? checkOf(pattern, checks.size);
      checks.set(pattern, check);
      if (check.type === "unchecked") {
        uncheckable.push({ place: `${place}/pattern`, pattern, reason: check.reason });
      }
    }
    for (const name of isRecord(patternProperties) ? Object.keys(patternProperties) : []) {
      const reason = whyNamesUnchecked(name);
      if (reason !== undefined) {
        uncheckedNames.add(name);
        uncheckable.push({ place: `${place}/patternProperties`, pattern: name, reason });
      }
    }
  }
  return { checks, uncheckedNames, uncheckable };
}

function checkOf(pattern: string, count: number): PatternCheck {
  if (count >= MAX_PATTERNS) {
    return { type: "unchecked", reason: `the schema has more than ${MAX_PATTERNS} patterns` };
  }
  return toPatternCheck(pattern);
}
