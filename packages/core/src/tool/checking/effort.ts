/** Thrown when a check has taken more work than a check may. */
export class EffortSpent extends Error {}

// About a second: a unit is roughly 100 ns.
const MOST = 10_000_000;

let left = MOST;

/** Starts a check: what may be spent on it is all there again. */
export function resetEffort(): void {
  left = MOST;
}

/** Counts work towards the end of the check; a step of an automaton is one unit. */
export function spendEffort(units: number): void {
  left -= units;
  if (left < 0) throw new EffortSpent();
}
