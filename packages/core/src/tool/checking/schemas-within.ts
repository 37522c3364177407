import { isRecord } from "../../internal/is-record.ts";
import type { JsonSchema } from "../json-schema.ts";

/** A schema within a schema, with the JSON Pointer to it. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly place: string;
}

/** What the validator may come upon behind a keyword. */
export type Holds =
  | "data" // nothing that it evaluates
  | "map" // schemas by name
  | "schema"; // a schema, or a list of them

const MAX_DEPTH = 200;

const MAPS = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

const DATA = new Set(["const", "default", "enum", "examples"]);

/** A keyword that nobody knows may hold a schema too: a reference may lead there. */
export function holdsOf(keyword: string): Holds {
  if (DATA.has(keyword)) return "data";
  return MAPS.has(keyword) ? "map" : "schema";
}

/** A schema and all schemas in it, outer ones first. */
export function* schemasWithin(value: unknown, place = "", depth = 0): Generator<PlacedSchema> {
  if (!isRecord(value)) return;
  if (depth > MAX_DEPTH) throw new RangeError("The schema is nested too deeply.");
  yield { schema: value, place };
  for (const [keyword, content] of Object.entries(value)) {
    const holds = holdsOf(keyword);
    const isOne = holds === "schema" && !Array.isArray(content);
    if (isOne) yield* schemasWithin(content, `${place}/${escaped(keyword)}`, depth + 1);
    else if (holds !== "data" && typeof content === "object" && content !== null) {
      for (const [step, one] of Object.entries(content)) {
        yield* schemasWithin(one, `${place}/${escaped(keyword)}/${escaped(step)}`, depth + 1);
      }
    }
  }
}

function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
