import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * A code fence, and what the comment on the line above it promises:
 *
 * - `<!-- file: PATH -->`: it is that file, whole. Examples are run, everything else is type-checked.
 * - `<!-- excerpt: PATH -->`: its lines stand in that file, one after the other.
 * - `<!-- output: COMMAND -->`: the command prints it.
 * - `<!-- run -->`: its commands succeed; `<!-- run: N -->`: the last one ends with exit code N.
 * - `<!-- ci -->`: its commands are those that CI and a test of their own run.
 */
export interface Fence {
  readonly document: string;
  /** The lines of its two marks, the first of the document being 1. */
  readonly line: number;
  readonly end: number;
  readonly language: string;
  readonly text: string;
  readonly kind: string | undefined;
  readonly argument: string;
}

/** The fences of one document. */
export function fencesOf(document: string, markdown: string): Fence[] {
  const lines = markdown.split("\n");
  const fences: Fence[] = [];
  let open: { line: number; language: string; marker: string } | undefined;
  lines.forEach((line, at) => {
    const fence = /^```(\w*)\s*$/.exec(line);
    if (fence === null) return;
    if (open === undefined) {
      open = { line: at + 1, language: fence[1] ?? "", marker: lines[at - 1] ?? "" };
      return;
    }
    const marker = /^<!-- (file|excerpt|output|run|ci)(?:: (.+))? -->$/.exec(open.marker);
    const text = lines.slice(open.line, at).join("\n");
    fences.push({ document, ...open, end: at + 1, text, kind: marker?.[1], argument: marker?.[2] ?? "" });
    open = undefined;
  });
  return fences;
}

/** Every Markdown file of the repository that users read. */
export function documents(): string[] {
  const skipped = new Set(["node_modules", "dist", ".git", ".plimsoll"]);
  const walk = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (skipped.has(entry.name)) return [];
      return entry.isDirectory() ? walk(path) : entry.name.endsWith(".md") ? [path] : [];
    });
  return walk(".");
}

/** Every fence of every document. */
export function allFences(): Fence[] {
  return documents().flatMap((path) => fencesOf(path, readFileSync(join(ROOT, path), "utf8")));
}
