import { matchesAny } from "./pattern.ts";

/** A model's name for comparing: without its vendor, in lower case. */
export function toModelName(model: string): string {
  return model.replace(/^.*\//, "").toLowerCase();
}

/** Whether a model is meant by some patterns: by its name as hosts write it, or without its vendor and its case. */
export function matchesModel(patterns: readonly string[], model: string): boolean {
  return (
    matchesAny(patterns, model) ||
    matchesAny(
      patterns.map((one) => one.toLowerCase()),
      toModelName(model),
    )
  );
}
