import type { Scored } from "./best-of.ts";

/** By how much a tool that is raised scores more than the one it is put before. */
const AHEAD = 1e-6;

/**
 * Sees to it that the best tool of each part stands at a place or before it: where several tools fit one part
 * alike, they would otherwise keep the other parts' tools off the list. Tools of one score are not parted, and
 * tools that are raised together stand as `comesFirst` has it.
 */
export function raiseParts(
  ranked: readonly Scored[],
  best: readonly number[],
  place: number,
  comesFirst: (a: number, b: number) => boolean,
): Scored[] {
  const follower = ranked[place];
  if (follower === undefined) return [...ranked];
  const score = follower.score + AHEAD;
  const ahead = new Set(ranked.slice(0, place + 1).map(({ slot }) => slot));
  const raised = [...new Set(best)]
    .filter((slot) => !ahead.has(slot))
    .sort((a, b) => (comesFirst(a, b) ? -1 : 1))
    .map((slot) => ({ slot, score }));
  const moved = new Set(raised.map(({ slot }) => slot));
  const others = ranked.filter(({ slot }) => !moved.has(slot));
  const to = others.findIndex((one) => one.score < score);
  return [...others.slice(0, to), ...raised, ...others.slice(to)];
}
