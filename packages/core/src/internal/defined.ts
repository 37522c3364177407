/** What is there of an object: a member that is `undefined` is left out, as if it had not been said. */
export function defined<Value extends object>(
  value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // The same members, without those that the type leaves out.
  return Object.fromEntries(members) as { [Key in keyof Value]?: Exclude<Value[Key], undefined> };
}
