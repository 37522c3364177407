import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The folders of core in the order of a tool's life. An import points left, or stays in its own folder. */
export const LAYERS: readonly (readonly string[])[] = [
  ["errors", "internal"],
  ["tool"],
  ["catalog", "search"],
  ["activation"],
  ["surface"],
  ["call"],
  ["meta"],
  ["dialects"],
  ["runtime"],
  ["adapters"],
  ["testing"],
  ["index"],
];

/** A source file: its path from `src`, with forward slashes, and its text. */
export type Sources = ReadonlyMap<string, string>;

/** Reads every TypeScript file below a folder. */
export function readSources(root: string): Sources {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  return new Map(paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(root, path), "utf8")]));
}

/** A text without its comments. */
export function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
}

/** Everything a text imports, by `from "…"`, bare `import "…"` and `import("…")`. */
export function importsOf(text: string): string[] {
  const matches = codeOf(text).matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(["'])([^"']+)\1/g);
  return [...matches].map((match) => match[2] ?? "");
}

/** The imports that the layer table forbids, as `from -> to`. */
export function findLayerViolations(sources: Sources): string[] {
  return edgesOf(sources).flatMap(([from, to]) => {
    const [fromFolder, toFolder] = [folderOf(from), folderOf(to)];
    if (fromFolder === toFolder) return [];
    return rankOf(toFolder) < rankOf(fromFolder) ? [] : [`${from} -> ${to}`];
  });
}

/** The import cycles among files, each as the path that closes it. */
export function findCycles(sources: Sources): string[] {
  const targets = new Map<string, string[]>();
  for (const [from, to] of edgesOf(sources)) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return cycles;
}

/** The packages that files import, each once. */
export function findPackages(sources: Sources): string[] {
  const bare = [...sources.values()].flatMap(importsOf).filter((specifier) => !specifier.startsWith("."));
  return [...new Set(bare.map((specifier) => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier))].sort();
}

function edgesOf(sources: Sources): [string, string][] {
  return [...sources].flatMap(([path, text]) =>
    importsOf(text)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier): [string, string] => [
        path,
        relative(".", resolve(dirname(path), specifier)).replaceAll("\\", "/"),
      ]),
  );
}

function folderOf(path: string): string {
  return (path.split("/")[0] ?? path).replace(/\.ts$/, "");
}

function rankOf(folder: string): number {
  const rank = LAYERS.findIndex((layer) => layer.includes(folder));
  if (rank < 0) throw new Error(`"${folder}" is not in the layer table. Add it where it belongs.`);
  return rank;
}
