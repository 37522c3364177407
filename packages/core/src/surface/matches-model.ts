import { matchesAny } from "./pattern.ts";

/**
 * A model's name for comparing: without the way to it, without its version's date and without its case.
 *
 *     openrouter/anthropic/claude-opus-4.8          -> claude-opus-4-8      the last part; Claude with dashes
 *     us.anthropic.claude-opus-4-8-20260101-v1:0    -> claude-opus-4-8      Bedrock: region and vendor, date and version
 *     claude-opus-4-8@20260101                      -> claude-opus-4-8      Vertex
 *     anthropic:claude-opus-4-8                     -> claude-opus-4-8      a vendor before a colon
 *     deepseek-r1:free, claude-opus-4-8[1m]         -> deepseek-r1, claude-opus-4-8
 */
export function toModelName(model: string): string {
  const last = model.replace(/^.*\//, "").toLowerCase();
  const bare = last
    .replace(/^[a-z][a-z_-]*:(?=[a-z][a-z.-]*\d)/, "")
    .replace(/^(?:[a-z][a-z-]*\.)+(?=[a-z])/, "")
    .replace(/(?:\[\w+\]|@[\w-]+)$/, "")
    .replace(/(?:-v\d+)?:[\w.-]+$/, "")
    .replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/, "");
  return bare.startsWith("claude-") ? bare.replaceAll(".", "-") : bare;
}

/** The names that a model goes by: as hosts write it, without the way to it, and what is left of it. */
export function namesOf(model: string): readonly string[] {
  return [model, model.replace(/^.*\//, "").toLowerCase(), toModelName(model)];
}

/** Whether a model is meant by some patterns: by its name as hosts write it, or by the name that is left of it. */
export function matchesModel(patterns: readonly string[], model: string): boolean {
  return isNamedBy(patterns, namesOf(model));
}

/** The same, for a model whose names are known. */
export function isNamedBy(patterns: readonly string[], [written = "", ...bare]: readonly string[]): boolean {
  if (matchesAny(patterns, written)) return true;
  const lower = patterns.map((one) => one.toLowerCase());
  return bare.some((name) => matchesAny(lower, name));
}
