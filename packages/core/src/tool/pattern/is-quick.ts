import { areApart } from "./character-kinds.ts";
import { startsAnchored } from "./pattern-matcher.ts";
import { type PatternProgram, toProgram } from "./pattern-program.ts";
import type { PatternTree } from "./pattern-tree.ts";

const MAX_INSTRUCTIONS = 1_000;
const MAX_ANYWHERE = 100;
const MAX_CHOICES = 16;

/**
 * Whether the engine's own backtracking matcher is sure to be quick with a pattern. It is, if at every place the
 * next character alone decides which way to go: then a way that was tried and failed is never tried again. A
 * pattern that may start anywhere must be short and without endless repetition besides, or each start could
 * cost the whole text. May say no where it is yes, never the other way round.
 */
export function isQuick(tree: PatternTree): boolean {
  const program = toProgram(withoutTail(tree));
  const most = startsAnchored(program) ? MAX_INSTRUCTIONS : MAX_ANYWHERE;
  if (program.instructions.length > most) return false;
  if (!startsAnchored(program) && hasLoop(program)) return false;
  const places = program.instructions.flatMap((one) => (one.type === "character" ? [one.next] : []));
  return [program.start, ...new Set(places)].every((place) => isDecided(program, place));
}

/** `^x-.*` matches where `^x-` does: what may be repeated at the end of a pattern cannot make it fail. */
function withoutTail(tree: PatternTree): PatternTree {
  if (tree.type === "repeat" && tree.part.type === "character") return { ...tree, most: tree.least };
  if (tree.type !== "sequence" || tree.parts.length === 0) return tree;
  const parts = tree.parts.slice(0, -1);
  return { type: "sequence", parts: [...parts, ...tree.parts.slice(-1).map(withoutTail)] };
}

// Patterns are built from their end, so only a loop leads to an instruction that was added after it.
function hasLoop({ instructions }: PatternProgram): boolean {
  return instructions.some((one, at) => one.type === "fork" && one.first > at);
}

function isDecided({ instructions, kinds }: PatternProgram, place: number): boolean {
  const ahead = [place];
  const seen = new Set<number>();
  const expected: string[] = [];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    // Two ways to the same instruction are two ways to read the same text.
    if (seen.has(at)) return false;
    seen.add(at);
    const instruction = instructions[at];
    if (instruction?.type === "fork") ahead.push(instruction.first, instruction.second);
    else if (instruction?.type === "assertion") ahead.push(instruction.next);
    else if (instruction?.type === "character") expected.push(kinds[instruction.kind] ?? "");
  }
  if (expected.length > MAX_CHOICES) return false;
  return expected.every((one, at) => expected.slice(at + 1).every((other) => areApart(one, other)));
}
