import { isQuick } from "./is-quick.ts";
import { createMatcher, type Matcher } from "./pattern-matcher.ts";
import { toProgram } from "./pattern-program.ts";
import { parsePattern, Uncheckable } from "./pattern-tree.ts";

/** How texts are checked against a pattern that nobody vouches for; or why they are not. */
export type PatternCheck =
  | { readonly type: "checked"; readonly matches: Matcher }
  | { readonly type: "unchecked"; readonly reason: string };

/** Makes the check of a `pattern`: in a time that grows with the text and no faster, or not at all. */
export function toPatternCheck(pattern: string): PatternCheck {
  return reading(() => ({ type: "checked", matches: createMatcher(toProgram(parsePattern(pattern))) }));
}

/**
 * Why the names that a key of `patternProperties` stands for are not looked for, or nothing. The validator
 * matches these keys itself, with the engine's own expressions, so only those will do that are sure to be quick.
 */
export function whyNamesUnchecked(pattern: string): string | undefined {
  const check = reading(() =>
    isQuick(parsePattern(pattern))
      ? { type: "checked", matches: () => true }
      : { type: "unchecked", reason: "as a key of patternProperties it might take too long to match" },
  );
  return check.type === "unchecked" ? check.reason : undefined;
}

function reading(read: () => PatternCheck): PatternCheck {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Uncheckable) return { type: "unchecked", reason: cause.message };
    throw cause;
  }
}
