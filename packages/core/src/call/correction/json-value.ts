import { readJson } from "../../internal/read-json.ts";

/** How deep values may stand within each other: past it an example helps nobody. */
export const MAX_DEPTH: number = 12;

/** How many values one correction looks at. */
export const MAX_VALUES: number = 2_000;

/** Whether a value is JSON through and through, and no more of it than is worth correcting. */
export function isSmallJson(value: unknown): boolean {
  let count = 0;
  const visit = (one: unknown, depth: number): boolean => {
    count += 1;
    if (depth > MAX_DEPTH || count > MAX_VALUES) return false;
    if (typeof one === "object" && one !== null) {
      return Object.values(one).every((inner) => visit(inner, depth + 1));
    }
    return one === null || typeof one === "string" || typeof one === "boolean" || Number.isFinite(one);
  };
  try {
    return visit(value, 0);
  } catch {
    // A property that throws when it is read.
    return false;
  }
}

/** What a JSON text says; nothing, if it is none or says too much. */
export function parseJson(text: string): unknown {
  const value = readJson(text);
  return isSmallJson(value) ? value : undefined;
}
