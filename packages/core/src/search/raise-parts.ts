import type { Scored } from "./best-of.ts";

/** By how much a tool that is raised scores more than the one it is put before. */
const AHEAD = 1e-6;

/**
 * Sees to it that the best tool of each part stands among the first: where several tools fit one part alike,
 * they would otherwise keep the other parts' tools off the list.
 */
export function raiseParts(ranked: readonly Scored[], best: readonly number[], place: number): Scored[] {
  const list = [...ranked];
  for (const slot of best) {
    const at = list.findIndex((one) => one.slot === slot);
    const before = list[place];
    if (before === undefined || (at >= 0 && at <= place)) continue;
    list.splice(place, 0, { slot, score: before.score + AHEAD });
    if (at >= 0) list.splice(at + 1, 1);
    else list.pop();
  }
  return list;
}
