import { readToolRow, type ToolRow } from "./tool-row.ts";

/** What a catalog file turns out to hold, piece by piece. */
export type FileItem =
  | { readonly type: "row"; readonly row: ToolRow; readonly kind: FileToolKind }
  | { readonly type: "bad-row"; readonly line: number; readonly reason: string }
  | { readonly type: "manifest"; readonly value: unknown };

/** The kind of source that a row without a server belongs to. */
export type FileToolKind =
  | "manifest" // a row of JSON Lines or of an array: described by the file alone
  | "mcp"; // an entry of a `tools/list` result: the file stands for one server

/** Makes an item of a value that stands where a tool is expected; the line is only asked for if it is none. */
export function toFileItem(value: unknown, kind: FileToolKind, lineOf: () => number): FileItem {
  const row = readToolRow(value);
  return "reason" in row
    ? { type: "bad-row", line: lineOf(), reason: row.reason }
    : { type: "row", row, kind };
}
