import type { Node } from "jsonc-parser";
import { type ConfigText, configError, parseConfigTree, propertiesOf } from "../config/config-text.ts";
import { nodeValue } from "../config/node-value.ts";
import {
  formatOf,
  indentAt,
  type JsonFormat,
  lineIndentAt,
  renderProperty,
  renderValue,
} from "./json-format.ts";
import { readTrivia } from "./json-trivia.ts";
import { applyEdits, type EditedText, type TextEdit } from "./text-edit.ts";

/** Writes an entry into a map of a JSON file, comments and all, and changes nothing else. */
export function addJsonEntry(file: ConfigText, key: string, name: string, entry: unknown): EditedText {
  const [mark, text] = splitMark(file.text);
  const source = { file: file.file, text };
  if (isBlank(text)) return addToBlank(mark, text, key, name, entry);
  const root = objectOf(source, parseConfigTree(source), "The file");
  const format = formatOf(text, root);
  const map = propertiesOf(source, root).find((property) => property.key === key)?.value;
  if (map === undefined) {
    const edits = insert(text, root, key, { [name]: entry }, format);
    return { text: mark + applyEdits(text, edits), shown: show(key, { [name]: entry }, format) };
  }
  const old = propertiesOf(source, objectOf(source, map, `"${key}"`)).find(
    (property) => property.key === name,
  );
  const shown = show(name, entry, format);
  if (old === undefined) {
    return { text: mark + applyEdits(text, insert(text, map, name, entry, format)), shown };
  }
  if (JSON.stringify(nodeValue(old.value)) === JSON.stringify(entry)) return { text: file.text, shown };
  const { offset, length } = old.value;
  const indent = lineIndentAt(text, old.keyNode.offset);
  const value = renderValue(entry, format, indent);
  return {
    text: mark + applyEdits(text, [{ offset, length, content: value }]),
    shown,
    replaced: text.slice(offset, offset + length),
  };
}

/** Takes an entry out of a map of a JSON file; nothing if it is not there. */
export function removeJsonEntry(file: ConfigText, key: string, name: string): string | undefined {
  const [mark, text] = splitMark(file.text);
  const source = { file: file.file, text };
  if (isBlank(text)) return undefined;
  const root = parseConfigTree(source);
  const map = root.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1];
  const properties = map?.children ?? [];
  const at = properties.findIndex(({ children }) => children?.[0]?.value === name);
  const property = properties[at];
  if (property === undefined) return undefined;
  return mark + applyEdits(text, remove(text, property, properties[at - 1]));
}

/** A mark of the byte order stays where it is; nothing else reads it. */
function splitMark(text: string): [mark: string, text: string] {
  return text.startsWith("\uFEFF") ? ["\uFEFF", text.slice(1)] : ["", text];
}

// Not `trim`: it takes more for white space than JSON does, and what is written behind that would be no JSON.
function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, ""));
}

function addToBlank(mark: string, text: string, key: string, name: string, entry: unknown): EditedText {
  const format = formatOf(text, undefined);
  const lines = renderValue({ [key]: { [name]: entry } }, format, "");
  const gap = text === "" || /[\r\n]$/.test(text) ? "" : format.lineEnd;
  return {
    text: `${mark}${text}${gap}${lines}${format.lineEnd}`,
    shown: show(key, { [name]: entry }, format),
  };
}

function objectOf(source: ConfigText, node: Node, what: string): Node {
  if (node.type === "object") return node;
  throw configError(source, node.offset, `${what} is not an object.`, "Write { } there first.");
}

function show(name: string, value: unknown, format: JsonFormat): string {
  return renderProperty(name, value, { ...format, lineEnd: "\n" }, "");
}

/** Adds a property after the last one: in a line of its own, unless the whole object is in one line. */
function insert(text: string, object: Node, name: string, value: unknown, format: JsonFormat): TextEdit[] {
  const { offset, length } = object;
  const last = object.children?.at(-1);
  const inner = text.slice(offset + 1, offset + length - 1);
  const isInline = !/[\r\n]/.test(last === undefined ? text.trim() : inner) && text.trim() !== "{}";
  if (last === undefined) {
    const outer = lineIndentAt(text, offset);
    if (isInline) return [at(offset + 1, `${JSON.stringify(name)}: ${JSON.stringify(value)}`)];
    const line = `${format.lineEnd}${outer}${format.unit}`;
    const closing = /[\r\n]/.test(inner) ? "" : `${format.lineEnd}${outer}`;
    return [at(offset + 1, `${line}${renderProperty(name, value, format, outer + format.unit)}${closing}`)];
  }
  const indent = indentAt(text, last.offset) ?? lineIndentAt(text, offset) + format.unit;
  const written = isInline
    ? ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`
    : `${format.lineEnd}${indent}${renderProperty(name, value, format, indent)}`;
  const after = last.offset + last.length;
  const { comma, end } = readTrivia(text, after);
  if (comma !== undefined) return [at(end, `${written},`)];
  return end === after ? [at(end, `,${written}`)] : [at(after, ","), at(end, written)];
}

/** Takes a property away with its comma and its line. */
function remove(text: string, { offset, length }: Node, previous: Node | undefined): TextEdit[] {
  const { comma } = readTrivia(text, offset + length);
  const gap = /(\r\n|[\r\n])?[ \t]*$/.exec(text.slice(0, offset))?.[0].length ?? 0;
  const end = comma === undefined ? offset + length : comma + 1;
  const own = { offset: offset - gap, length: end - offset + gap, content: "" };
  if (comma !== undefined || previous === undefined) return [own];
  const before = readTrivia(text, previous.offset + previous.length).comma;
  return before === undefined ? [own] : [{ offset: before, length: 1, content: "" }, own];
}

function at(offset: number, content: string): TextEdit {
  return { offset, length: 0, content };
}
