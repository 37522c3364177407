import { asText } from "../internal/as-text.ts";

/** The levels of log messages, from the least important on. */
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** How important a level is; an unknown one is as important as any. */
export function severityOf(level: unknown): number {
  const at = LEVELS.indexOf(asText(level));
  return at === -1 ? LEVELS.length : at;
}
