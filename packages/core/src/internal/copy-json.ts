/**
 * A copy of a JSON value that shares no object and no list with it, for whoever may change either. What is not JSON,
 * such as a date, is handed on as it is. It calls itself for each level: measure a value of unknown depth first.
 */
export function copyJson<Value>(value: Value): Value {
  // A copy has the type of what it is a copy of.
  return copy(value, new Map()) as Value;
}

// An object that stands in several places is copied once: copies of copies could be without end.
function copy(value: unknown, copies: Map<object, unknown>): unknown {
  if (!isPlain(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const made = Array.isArray(value)
    ? value.map((member) => copy(member, copies))
    : // Entries, not assignments: a property called `__proto__` stays a property.
      Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member, copies)]));
  copies.set(value, made);
  return made;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
