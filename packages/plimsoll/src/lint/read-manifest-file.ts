import { readFile } from "node:fs/promises";
import { type Manifest, PlimsollError, validateManifest } from "@plimsoll/core";
import jsonc, { type JSONPath, type Node } from "jsonc-parser";
import { type ConfigText, parseConfigTree } from "../config/config-text.ts";
import { nodeValue } from "../config/node-value.ts";
import type {} from "../errors.ts";
import type { LintManifest } from "./lint-manifest.ts";
import { toListedRow, toListedTool, withoutIgnores } from "./listed.ts";
import { toPlace } from "./place.ts";

/** Reads a manifest file; everything that is wrong with it is one error, each with its place. */
export async function readManifestFile(file: string): Promise<LintManifest> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const reason = code === "ENOENT" ? "There is no such file." : `It cannot be read (${code}).`;
    throw unreadable(file, [`${file}: ${reason} Name an existing one with --manifest.`], cause);
  }
  return parseManifestText({ file, text: text.replace(/^\uFEFF/, "") });
}

/** Reads the text of a manifest file: JSON, comments and trailing commas allowed. */
export function parseManifestText(source: ConfigText): LintManifest {
  if (source.text.trim() === "") {
    const remedy = 'Write { "version": "1.0.0", "provides": { "tools": [] } }.';
    throw unreadable(source.file, [`${source.file}:1:1: The file is empty. ${remedy}`]);
  }
  const root = parseConfigTree(source);
  const value: unknown = nodeValue(root);
  // Ignores have rules of their own: a reason that is missing is a finding, and no bar to all the others.
  const problems = validateManifest(withoutIgnores(value)).map(
    ({ path, message }) => `${placeOf(source, root, toPath(path))}: ${message}`,
  );
  if (problems.length > 0) throw unreadable(source.file, [...new Set(problems)]);
  const manifest = value as Manifest;
  const at = (...path: JSONPath): string => placeOf(source, root, path);
  return {
    file: source.file,
    manifest,
    tools: manifest.provides.tools.map((tool, index) => toListedTool(tool, at("provides", "tools", index))),
    rows: (manifest.lifecycle ?? []).map((row, index) => toListedRow(row, at("lifecycle", index))),
  };
}

/** The place of a value, or of the nearest one around it that is there. */
function placeOf(source: ConfigText, root: Node, path: JSONPath): string {
  const node = jsonc.findNodeAtLocation(root, path);
  if (node !== undefined) return toPlace(source, node.offset);
  return path.length === 0 ? toPlace(source, root.offset) : placeOf(source, root, path.slice(0, -1));
}

/** The keys of a JSON Pointer; one of digits alone is a place in a list. */
function toPath(pointer: string): JSONPath {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function unreadable(
  file: string,
  problems: readonly string[],
  cause?: unknown,
): PlimsollError<"MANIFEST_UNREADABLE"> {
  return new PlimsollError("MANIFEST_UNREADABLE", problems.join("\n"), { file, problems }, { cause });
}
