import type { Node } from "jsonc-parser";
import { parse, TomlError } from "smol-toml";
import { type ConfigText, configError } from "./config-text.ts";

/** The tree of a TOML text, in the shape that JSON is read in, or an error that says where it breaks. */
export function parseTomlTree(source: ConfigText): Node {
  try {
    return toNode(parse(source.text), [], findPlaces(source.text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message shows the line, and there may be a secret on it.
    const what = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    const offset = offsetOf(source.text, error.line, error.column);
    throw configError(source, offset, `The file is not TOML: ${what}.`, "Correct it there.");
  }
}

type Path = readonly string[];

function toNode(value: unknown, path: Path, places: ReadonlyMap<string, number>): Node {
  const place = { offset: placeOf(path, places), length: 0 };
  if (Array.isArray(value)) {
    const children = value.map((item) => toNode(item, path, places));
    return { ...place, type: "array", children };
  }
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    const children = Object.entries(value).map(([key, inner]): Node => {
      const node = toNode(inner, [...path, key], places);
      const keyNode: Node = { offset: node.offset, length: 0, type: "string", value: key };
      return { offset: node.offset, length: 0, type: "property", children: [keyNode, node] };
    });
    return { ...place, type: "object", children };
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return { ...place, type: typeof value as "string" | "number" | "boolean", value };
  }
  return { ...place, type: "null", value: null }; // a date: nothing that is asked for here
}

/** Where a value is written; where that is not known, what it is in. */
function placeOf(path: Path, places: ReadonlyMap<string, number>): number {
  for (let length = path.length; length > 0; length -= 1) {
    const place = places.get(toKey(path.slice(0, length)));
    if (place !== undefined) return place;
  }
  return 0;
}

const KEY = /[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'/.source;
const DOTTED = `(?:${KEY})(?:\\s*\\.\\s*(?:${KEY}))*`;
const HEADER = new RegExp(`^\\s*\\[\\[?\\s*(${DOTTED})\\s*\\]`);
const PAIR = new RegExp(`^(\\s*)(${DOTTED})\\s*=`);

/** Where the headers and keys of a text stand. The parser tells no places; these are only for messages. */
function findPlaces(text: string): Map<string, number> {
  const places = new Map<string, number>();
  let table: Path = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const header = HEADER.exec(line)?.[1];
    const [, indent = "", pair] = PAIR.exec(line) ?? [];
    if (header !== undefined) {
      table = toPath(header);
      note(places, table, offset + line.indexOf("["));
    } else if (pair !== undefined) {
      note(places, [...table, ...toPath(pair)], offset + indent.length);
    }
    offset += line.length + 1;
  }
  return places;
}

function note(places: Map<string, number>, path: Path, offset: number): void {
  for (let length = 1; length <= path.length; length += 1) {
    const key = toKey(path.slice(0, length));
    if (!places.has(key)) places.set(key, offset);
  }
}

function toPath(dotted: string): Path {
  return (dotted.match(new RegExp(KEY, "g")) ?? []).map((key) => key.replace(/^["']|["']$/g, ""));
}

function toKey(path: Path): string {
  return JSON.stringify(path);
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}
