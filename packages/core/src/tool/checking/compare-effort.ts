// What it costs to tell an object from another, beside telling a number from another.
const UNITS_AN_OBJECT = 1;
const UNITS_A_PLAIN = 1 / 16;

/**
 * The most work that `uniqueItems` can be on a value, in units of effort: the validator compares each member of
 * a list with each other one.
 */
export function compareEffort(value: unknown): number {
  let longest = 0;
  let units = 0;
  const ahead = [value];
  for (let one = ahead.pop(); one !== undefined; one = ahead.pop()) {
    if (typeof one !== "object" || one === null) {
      units += UNITS_A_PLAIN;
      continue;
    }
    units += UNITS_AN_OBJECT;
    if (Array.isArray(one)) longest = Math.max(longest, one.length);
    for (const member of Object.values(one)) ahead.push(member ?? null);
  }
  return longest * units;
}
