/** What tells one count from another of the same name. */
export type MeterLabels = Readonly<Record<string, string>>;

/**
 * Hears what is worth a number: what was refused, and how long or how much something was.
 *
 * Contract:
 * - Never throws, and returns at once: it is called in the course of requests.
 * - Names are words with `_`, without a prefix or a unit of one exporter's; labels are few, and never hold what a client
 *   chose.
 */
export interface Meter {
  /** One more of something. */
  count(name: string, labels?: MeterLabels): void;
  /** One value of something that differs. */
  observe(name: string, value: number, labels?: MeterLabels): void;
}

/** Hears nothing. */
export const NO_METER: Meter = { count: () => {}, observe: () => {} };
