import type { Scored } from "./best-of.ts";

/** By how much a tool that is raised scores more than the one it is put before. */
const AHEAD = 1e-6;

/**
 * Sees to it that the best tool of each part stands at a place or before it: where several tools fit one part
 * alike, they would otherwise keep the other parts' tools off the list. Tools of one score are not parted.
 */
export function raiseParts(ranked: readonly Scored[], best: readonly number[], place: number): Scored[] {
  const list = [...ranked];
  for (const slot of best) {
    const at = list.findIndex((one) => one.slot === slot);
    const follower = list[place];
    if (follower === undefined || (at >= 0 && at <= place)) continue;
    const score = follower.score + AHEAD;
    const to = list.findIndex((one) => one.score < score);
    list.splice(to, 0, { slot, score });
    list.splice(at >= 0 ? at + 1 : list.length - 1, 1);
  }
  return list;
}
