/** Whether an output of this type tells of a failure. */
export function isErrorOutput(type: unknown): boolean {
  return type === "error-text" || type === "error-json" || type === "execution-denied";
}
