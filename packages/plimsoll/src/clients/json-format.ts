import type { Node } from "jsonc-parser";
import { isRecord } from "../internal/is-record.ts";
import { lineEndOf } from "./text-edit.ts";

/** How a JSON file is laid out, so that what is added looks like the rest. */
export interface JsonFormat {
  readonly lineEnd: string;
  /** One level of indentation. */
  readonly unit: string;
}

/** Finds out how a JSON file is laid out; two spaces where it does not show. */
export function formatOf(text: string, root: Node | undefined): JsonFormat {
  const first = root?.children?.[0];
  const inner = first === undefined ? undefined : indentAt(text, first.offset);
  const outer = root === undefined ? "" : lineIndentAt(text, root.offset);
  const unit = inner?.startsWith(outer) === true ? inner.slice(outer.length) : "";
  return { lineEnd: lineEndOf(text), unit: unit === "" ? "  " : unit };
}

/** The white space that begins the line of a place, if nothing else comes before the place. */
export function indentAt(text: string, offset: number): string | undefined {
  const line = lineBefore(text, offset);
  return /^[ \t]*$/.test(line) ? line : undefined;
}

/** The white space that begins the line of a place. */
export function lineIndentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(text, offset))?.[0] ?? "";
}

/** A property as it is written in a file, over several lines; lists of words stay in one. */
export function renderProperty(name: string, value: unknown, format: JsonFormat, indent: string): string {
  return `${JSON.stringify(name)}: ${renderValue(value, format, indent)}`;
}

/** A value that begins in a line of this indentation. */
export function renderValue(value: unknown, format: JsonFormat, indent: string): string {
  const inner = `${indent}${format.unit}`;
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== "object" || item === null);
    if (isFlat) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    return wrap(
      "[",
      value.map((item) => renderValue(item, format, inner)),
      "]",
      format,
      indent,
    );
  }
  if (!isRecord(value)) return JSON.stringify(value);
  const properties = Object.entries(value).map(([key, item]) => renderProperty(key, item, format, inner));
  return properties.length === 0 ? "{}" : wrap("{", properties, "}", format, indent);
}

function wrap(
  open: string,
  items: readonly string[],
  close: string,
  { lineEnd, unit }: JsonFormat,
  indent: string,
): string {
  const lines = items.map((item) => `${lineEnd}${indent}${unit}${item}`);
  return `${open}${lines.join(",")}${lineEnd}${indent}${close}`;
}

function lineBefore(text: string, offset: number): string {
  return (
    text
      .slice(0, offset)
      .split(/[\r\n]/)
      .at(-1) ?? ""
  );
}
