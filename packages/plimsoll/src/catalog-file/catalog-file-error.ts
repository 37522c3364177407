import { join } from "node:path";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../errors.ts";

/** What a catalog file may be, as the remedy for one that is something else. */
export const FORMS =
  "Name a file of JSON Lines with one tool a line, a tools/list result, an array of tools, or a manifest.";

/** The error of a catalog file that cannot be read at all: where reading ended, why, and what to do. */
export function catalogFileError(
  file: string,
  line: number,
  reason: string,
  remedy: string,
  cause?: unknown,
): PlimsollError<"CATALOG_FILE_UNREADABLE"> {
  const place = line === 0 ? file : `${file}:${line}`;
  return new PlimsollError(
    "CATALOG_FILE_UNREADABLE",
    `${place}: ${reason} ${remedy}`,
    { file, line, reason },
    { cause },
  );
}

/** The error of a folder in a file's place. */
export function folderError(file: string, cause?: unknown): PlimsollError<"CATALOG_FILE_UNREADABLE"> {
  return catalogFileError(
    file,
    0,
    "It is a folder.",
    `Name a file in it, such as ${join(file, "tools.jsonl")}.`,
    cause,
  );
}

/** What the system or the decompressor threw on a line, in words for whoever named the file. */
export function toCatalogFileError(file: string, line: number, cause: unknown): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  if (PlimsollError.is(cause) || code === undefined) return cause;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return catalogFileError(file, 0, "There is no such file.", "Name an existing one.", cause);
  }
  if (code === "EISDIR") return folderError(file, cause);
  if (!code.startsWith("Z_")) {
    return catalogFileError(file, 0, `It cannot be read (${code}).`, "Name a readable file.", cause);
  }
  const reason = code === "Z_BUF_ERROR" ? "Its gzip data ends too early." : "Its gzip data is damaged.";
  return catalogFileError(file, line, reason, "Fetch or pack the file again.", cause);
}
