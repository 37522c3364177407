import { defined } from "../../internal/defined.ts";
import { isRecord } from "../../internal/is-record.ts";
import { resolveReference } from "../../tool/inspect-schema.ts";
import type { JsonSchema } from "../../tool/json-schema.ts";
import { bothOf } from "./both-of.ts";
import { eitherOf } from "./either-of.ts";
import type { Rewritten } from "./rewritten.ts";
import type { SchemaDialect } from "./schema-dialect.ts";

const MAX_DEPTH = 10;
const MOST_ALTERNATIVES = 8;

/**
 * Makes one object schema of what is combined at the top, where a provider takes no combination: everything that all
 * alternatives ask for is asked for, and every parameter of any of them is there. Which of them go together is told in
 * words, since arguments are no longer checked for it.
 */
export function foldTop(root: JsonSchema, { notAtTop, needsProperties }: SchemaDialect): Rewritten {
  if (!notAtTop.some((keyword) => Object.hasOwn(root, keyword))) {
    const lacks = needsProperties && !isRecord(root["properties"]);
    return ofObjects(lacks ? { ...root, properties: {} } : root, true);
  }
  const flatten = createFlattener(root);
  const { schema: flat, isExact } = flatten(root, 0);
  const dropped = notAtTop.filter((keyword) => Object.hasOwn(flat, keyword));
  const schema = Object.fromEntries(Object.entries(flat).filter(([keyword]) => !dropped.includes(keyword)));
  const { $defs, definitions, description } = root;
  const told = [description, alternativesIn(root, flatten)]
    .filter((text) => typeof text === "string")
    .join(" ");
  const made = {
    ...schema,
    properties: isRecord(schema["properties"]) ? schema["properties"] : {},
    ...(told === "" ? {} : { description: told }),
    ...($defs === undefined ? {} : { $defs }),
    ...defined({ definitions }),
  };
  return ofObjects(made, isExact && dropped.length === 0);
}

/** Arguments are always an object, so whatever else the top takes does not matter. */
function ofObjects(schema: JsonSchema, isExact: boolean): Rewritten {
  const { type = "object" } = schema;
  return { schema: { ...schema, type: "object" }, isExact: isExact && [type].flat().includes("object") };
}

type Flatten = (part: unknown, depth: number) => Rewritten;

/** Makes schemas of objects without references and combinations of their own. Each part is looked at once. */
function createFlattener(root: JsonSchema): Flatten {
  const known = new Map<unknown, Rewritten>();
  const flatten: Flatten = (part, depth) => {
    if (!isRecord(part) || depth > MAX_DEPTH) return { schema: {}, isExact: part === true };
    const made = known.get(part) ?? toFlat(part, depth + 1);
    known.set(part, made);
    return made;
  };
  const toFlat = (part: JsonSchema, depth: number): Rewritten => {
    const { $ref, allOf, anyOf, oneOf, $defs: _defs, definitions: _definitions, ...own } = part;
    const flats = (list: unknown): Rewritten[] =>
      Array.isArray(list) ? list.map((inner: unknown) => flatten(inner, depth)) : [];
    const parts = [
      ...(typeof $ref === "string" ? [flatten(resolveReference(root, $ref, []), depth)] : []),
      ...flats(allOf),
      ...[anyOf, oneOf].flatMap((list) => (list === undefined ? [] : eitherOf(flats(list)))),
    ];
    return parts.reduce((made, next) => bothOf(made, next), { schema: own, isExact: true });
  };
  return flatten;
}

/** Which parameters go together, by the alternatives at the top; nothing, where each asks for the same. */
function alternativesIn(root: JsonSchema, flatten: Flatten): string | undefined {
  const lists = [root["anyOf"], root["oneOf"]].filter((list) => Array.isArray(list));
  const sentences = lists.flatMap((list) => {
    const needed = list.map((part: unknown) => flatten(part, 0).schema["required"]);
    const sets = new Set(needed.map((names) => (Array.isArray(names) ? names.join(" and ") : "")));
    const isTelling = sets.size > 1 && sets.size <= MOST_ALTERNATIVES && !sets.has("");
    return isTelling ? `Needs ${[...sets].join(", or ")}.` : [];
  });
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
