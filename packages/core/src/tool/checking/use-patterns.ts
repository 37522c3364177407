import { format } from "@cfworker/json-schema";
import type { PatternFormat } from "./checkable-schema.ts";

/**
 * Tells the validator what the formats of a copied schema mean. Its table of formats is one for the process, so this
 * comes before every check; nothing else runs before the check is done.
 */
export function usePatterns(patterns: readonly PatternFormat[]): void {
  for (const { name, matches } of patterns) format[name] = matches;
}
