import type { LoadedCatalog } from "../catalog-file/load-catalog-files.ts";
import { toCountOf } from "./output.ts";

const MAX_LISTED = 5;

/** What to say beside a result about files that were not read whole: the first of each kind, and how many more. */
export function toLoadNotes({ catalog, badRows, manifests }: LoadedCatalog): string[] {
  const { setAside } = catalog.snapshot();
  return [
    ...manifests.map(
      ({ file }) =>
        `${file} is a manifest: it names tools without describing them, so none of them is found.`,
    ),
    ...listFirst(
      badRows.kept.map(({ file, line, reason }) => `${file}:${line} was set aside: ${reason}.`),
      badRows.total,
      "row",
    ),
    ...listFirst(
      setAside.map(
        ({ source, tool, reason }) => `${source}: the tool ${JSON.stringify(tool)} was set aside: ${reason}.`,
      ),
      setAside.length,
      "tool",
    ),
  ];
}

function listFirst(notes: readonly string[], total: number, thing: string): string[] {
  const first = notes.slice(0, MAX_LISTED);
  if (total <= first.length) return first;
  return [...first, `… and ${toCountOf(total - first.length, `more ${thing}`)}.`];
}
