/** Makes a `switch` exhaustive: the compiler rejects it while a member of the union is not handled. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`);
}
