/** The levels of log messages, from the least important on. */
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** How important a level is; an unknown one is as important as any. */
export function severityOf(level: unknown): number {
  const at = LEVELS.indexOf(String(level));
  return at === -1 ? LEVELS.length : at;
}
