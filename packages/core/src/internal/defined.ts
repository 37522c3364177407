/** What is there of an object: a member that is `undefined` is left out, as if it had not been said. */
export function defined<Value extends object>(
  value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  const kept: { [Key in keyof Value]?: Exclude<Value[Key], undefined> } = {};
  // Called several times in every call and step: a list of the members would cost more than all else about it.
  for (const key in value) {
    const member = value[key];
    if (member !== undefined) kept[key] = member as Exclude<Value[typeof key], undefined>;
  }
  return kept;
}
