/** How many levels of lists and objects a value may have that comes from outside. */
export const MAX_NESTING = 128;

const MANY = 1_000;

/**
 * Whether lists and objects stand in each other more than so many times, a flat one counting as one. Goes level
 * by level, so no depth is too much for it; a value that contains itself is nested without end.
 */
export function isNestedDeeper(value: unknown, most: number = MAX_NESTING): boolean {
  let level: object[] = [];
  addObject(level, value);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true;
    const below: object[] = [];
    for (const one of level) {
      for (const member of Array.isArray(one) ? one : Object.values(one)) addObject(below, member);
    }
    // An object that stands in several places is looked into once a level.
    level = below.length < MANY ? below : [...new Set(below)];
  }
  return false;
}

function addObject(objects: object[], value: unknown): void {
  if (typeof value === "object" && value !== null) objects.push(value);
}
