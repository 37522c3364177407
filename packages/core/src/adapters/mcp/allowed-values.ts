import { isRecord } from "../../internal/is-record.ts";

const MAX_CHARACTERS = 200;
const MAX_DEPTH = 4;

/**
 * The texts that a schema's parameters choose from, as words to find a tool by: "in celsius" finds the tool that has
 * `unit: "celsius" | "fahrenheit"`. As many as fit, in the order of the schema, without those that are said already.
 */
export function allowedValues(schema: unknown, said: string): readonly string[] {
  const known = toWords(said);
  const values = new Set<string>();
  let room = MAX_CHARACTERS;
  for (const value of choicesIn(schema, 0)) {
    const words = toWords(value);
    if (words.trim() === "" || values.has(value) || known.includes(words)) continue;
    room -= value.length + 1;
    if (room < 0) break;
    values.add(value);
  }
  return [...values];
}

function* choicesIn(schema: unknown, depth: number): Generator<string> {
  if (!isRecord(schema) || depth > MAX_DEPTH) return;
  const { enum: choices, properties, items } = schema;
  if (Array.isArray(choices)) for (const choice of choices) if (typeof choice === "string") yield choice;
  const parts = isRecord(properties) ? [...Object.values(properties), items] : [items];
  for (const part of parts) yield* choicesIn(part, depth + 1);
}

/** A text as words with one space on either side of each, so that words are found whole. */
function toWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
