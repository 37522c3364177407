import type { Meter } from "plimsoll";

/** A meter that can be read. */
export interface ReadableMeter extends Meter {
  /** How often something was counted, by the value of its one label. */
  readonly counts: Map<string, number>;
}

/** Counts by name and label: `limit_refused streams`. */
export function createMeter(): ReadableMeter {
  const counts = new Map<string, number>();
  return {
    counts,
    count(name, labels = {}) {
      const key = [name, ...Object.values(labels)].join(" ");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    observe() {},
  };
}
