/** What was thrown, in its own words; anything can be thrown, also what cannot be written as a text. */
export function messageOf(cause: unknown): string {
  try {
    return cause instanceof Error ? String(cause.message) : String(cause);
  } catch {
    return "an error that says nothing";
  }
}
