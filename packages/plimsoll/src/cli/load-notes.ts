import type { SetAside } from "@plimsoll/core";
import type { LoadedCatalog } from "../catalog-file/load-catalog-files.ts";
import { toCountOf } from "./output.ts";

const MAX_LISTED = 5;

/** What to say beside a result about files that hold more than tools: the first of each kind, and how many more. */
export function toLoadNotes({ badRows, manifests }: LoadedCatalog): string[] {
  return [
    ...manifests.map(
      ({ file }) => `${file} is a manifest: it names tools without describing them, and is no catalog.`,
    ),
    ...listFirst(
      badRows.kept.map(({ file, line, reason }) => `${file}:${line} was set aside: ${reason}.`),
      badRows.total,
      "row",
    ),
  ];
}

/** What to say about tools that the catalog could not use, where the result itself does not. */
export function toSetAsideNotes(setAside: readonly SetAside[]): string[] {
  const notes = setAside.map(
    ({ source, tool, reason }) => `${source}: the tool ${JSON.stringify(tool)} was set aside: ${reason}.`,
  );
  return listFirst(notes, setAside.length, "tool");
}

function listFirst(notes: readonly string[], total: number, thing: string): string[] {
  const first = notes.slice(0, MAX_LISTED);
  if (total <= first.length) return first;
  return [...first, `… and ${toCountOf(total - first.length, `more ${thing}`)}.`];
}
