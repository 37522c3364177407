import { walkJson } from "./walk-json.ts";

// Pictures are for people.
const PICTURES = /^icons\./;

/** A text somewhere in a definition. */
export interface FoundText {
  /** As `inputSchema.properties.path.description`. */
  readonly where: string;
  readonly text: string;
  /** Whether it is the name of a member. */
  readonly isKey: boolean;
}

/** Every text in a definition, names of members included: whatever a model could be shown of it. */
export function* textsIn(definition: unknown): Generator<FoundText> {
  for (const { path, value, keys } of walkJson(definition)) {
    if (PICTURES.test(path)) continue;
    if (typeof value === "string")
      yield { where: path === "" ? "its text" : path, text: value, isKey: false };
    const where = path === "" ? "a key" : `a key of ${path}`;
    for (const key of keys) yield { where, text: key, isKey: true };
  }
}
