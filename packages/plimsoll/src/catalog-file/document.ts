import { isRecord } from "../internal/is-record.ts";
import { type FileItem, type FileToolKind, toFileItem } from "./file-item.ts";
import { findElementLines } from "./json-syntax.ts";

/** A JSON value that is a whole catalog. */
export type CatalogDocument =
  | { readonly type: "manifest"; readonly value: unknown }
  | {
      readonly type: "list";
      readonly elements: readonly unknown[];
      readonly kind: FileToolKind;
      /** The keys that lead to the list. */
      readonly keys: readonly string[];
    };

/** Tells which kind of whole catalog a value is, if it is one. */
export function toDocument(value: unknown): CatalogDocument | undefined {
  if (Array.isArray(value)) return { type: "list", elements: value, kind: "manifest", keys: [] };
  const provided = at(at(value, "provides"), "tools");
  if (Array.isArray(provided)) return { type: "manifest", value };
  const listed = at(value, "tools");
  if (Array.isArray(listed)) return { type: "list", elements: listed, kind: "mcp", keys: ["tools"] };
  const answered = at(at(value, "result"), "tools");
  if (!Array.isArray(answered)) return undefined;
  return { type: "list", elements: answered, kind: "mcp", keys: ["result", "tools"] };
}

/** The tools of a whole catalog, one by one. */
export function* documentItems(document: CatalogDocument, text: string): Generator<FileItem> {
  if (document.type === "manifest") {
    yield document;
    return;
  }
  let lines: readonly number[] | undefined;
  for (const [index, element] of document.elements.entries()) {
    yield toFileItem(element, document.kind, () => {
      lines ??= findElementLines(text, document.keys);
      return lines[index] ?? 1;
    });
  }
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}
