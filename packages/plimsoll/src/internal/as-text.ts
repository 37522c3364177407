/**
 * A value from outside as a text; what is none is empty. Not `String`: an object whose `toString` is no function, as
 * JSON can have it, makes that throw.
 */
export function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
