import type { JsonSchema, Tool } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";

/** A text of a tool that a model reads, and where it stands. */
export interface ToolText {
  /** Continues "… in": `its description`, `its parameter "path"`. */
  readonly where: string;
  readonly text: string;
}

// What holds schemas by name, what holds a list of them, and what holds one.
const MAPS = ["properties", "patternProperties", "$defs", "definitions"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SINGLES = ["items", "additionalProperties"];

/** Every text of a tool that reaches a model: its own, and those of its parameters. */
export function textsOf(tool: Tool): ToolText[] {
  const own: readonly (readonly [string, string | undefined])[] = [
    ["its description", tool.description],
    ["its title", tool.title],
    ["its title", tool.annotations?.title],
    ["its card", tool.card],
    ["its prompt snippet", tool.promptSnippet],
    ["its anti-fallback", tool.antiFallback],
    ...(tool.guidelines ?? []).map((text) => ["its guidelines", text] as const),
  ];
  const texts = own.flatMap(([where, text]) => (typeof text === "string" ? [{ where, text }] : []));
  walk(tool.inputSchema, [], {
    onText: (where, text) => texts.push({ where, text }),
    onName: () => {},
  });
  return texts;
}

/** The names of all parameters of a tool, however deep. */
export function parameterNamesOf(tool: Tool): ReadonlySet<string> {
  const names = new Set<string>();
  walk(tool.inputSchema, [], { onText: () => {}, onName: (name) => names.add(name) });
  return names;
}

/** The parameters at the top of a tool's input schema, by name. */
export function parametersOf({ inputSchema }: Tool): readonly (readonly [string, JsonSchema])[] {
  const properties = isRecord(inputSchema) ? inputSchema["properties"] : undefined;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isRecord(schema) ? [[name, schema] as const] : [],
  );
}

interface SchemaVisitor {
  readonly onText: (where: string, text: string) => void;
  readonly onName: (name: string) => void;
}

function walk(schema: unknown, path: readonly string[], visitor: SchemaVisitor): void {
  if (!isRecord(schema)) return;
  const where = path.length === 0 ? "its input schema" : `its parameter "${path.join(".")}"`;
  for (const key of ["title", "description"]) {
    const text = schema[key];
    if (typeof text === "string") visitor.onText(where, text);
  }
  for (const [name, inner] of MAPS.flatMap((keyword) => entriesOf(schema[keyword]))) {
    visitor.onName(name);
    walk(inner, [...path, name], visitor);
  }
  for (const inner of [...LISTS, ...SINGLES].flatMap((keyword) => schema[keyword]))
    walk(inner, path, visitor);
}

function entriesOf(map: unknown): [string, unknown][] {
  return isRecord(map) ? Object.entries(map) : [];
}
