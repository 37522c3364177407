import { type Assertion, type PatternTree, Uncheckable } from "./pattern-tree.ts";

/**
 * An expression as a nondeterministic automaton (Thompson's construction): instructions that refer to each
 * other by number. It runs in a time that grows with text and pattern, whatever they are.
 */
export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** The kinds of characters that it tells apart, as expressions. */
  readonly kinds: readonly string[];
}

/** One state of the automaton. */
export type Instruction =
  | { readonly type: "character"; readonly kind: number; readonly next: number }
  | { readonly type: "assertion"; readonly holds: Assertion; readonly next: number }
  | { readonly type: "fork"; readonly first: number; readonly second: number }
  | { readonly type: "match" };

const MAX_INSTRUCTIONS = 12_000;

/** Builds the automaton, from the end of the pattern to its start: each part is told where to go on. */
export function toProgram(tree: PatternTree): PatternProgram {
  const instructions: Instruction[] = [];
  const kinds = new Map<string, number>();
  const add = (instruction: Instruction): number => {
    if (instructions.length >= MAX_INSTRUCTIONS) throw new Uncheckable("it repeats too much");
    return instructions.push(instruction) - 1;
  };
  const build = (part: PatternTree, next: number): number => {
    switch (part.type) {
      case "character": {
        const kind = kinds.get(part.source) ?? kinds.size;
        kinds.set(part.source, kind);
        return add({ type: "character", kind, next });
      }
      case "assertion":
        return add({ type: "assertion", holds: part.holds, next });
      case "sequence":
        return part.parts.reduceRight((after, one) => build(one, after), next);
      case "choice":
        return part.options
          .map((option) => build(option, next))
          .reduceRight((second, first) => add({ type: "fork", first, second }));
      case "repeat":
        return buildRepeat(part, next);
    }
  };
  const buildRepeat = ({ part, least, most }: Extract<PatternTree, { type: "repeat" }>, next: number) => {
    let entry = next;
    if (most === Number.POSITIVE_INFINITY) {
      entry = add({ type: "match" });
      instructions[entry] = { type: "fork", first: build(part, entry), second: next };
    } else {
      // x{0,3} is (x(x(x)?)?)?: from each x one way leads on and one leads out.
      for (let count = least; count < most; count++) {
        entry = add({ type: "fork", first: build(part, entry), second: next });
      }
    }
    for (let count = 0; count < least; count++) {
      const before = instructions.length;
      entry = build(part, entry);
      // What is empty stays so however often it is repeated.
      if (instructions.length === before) break;
    }
    return entry;
  };
  const start = build(tree, add({ type: "match" }));
  return { instructions, start, kinds: [...kinds.keys()] };
}
