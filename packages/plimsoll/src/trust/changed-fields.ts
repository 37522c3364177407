import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../internal/is-record.ts";

/** The members of a definition that differ between two forms of it, in the order of the newer. */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  const keys = new Set([...now.keys(), ...old.keys()]);
  return [...keys].filter((key) => !isDeepStrictEqual(old.get(key), now.get(key)));
}

/** The members of a definition by name; a text is one member. */
export function membersOf(definition: unknown): ReadonlyMap<string, unknown> {
  return new Map(isRecord(definition) ? Object.entries(definition) : [["text", definition]]);
}
