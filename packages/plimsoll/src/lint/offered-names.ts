import { isAlias } from "./lint-manifest.ts";
import type { LintSubject } from "./lint-subject.ts";

/** Where a manifest offers a name as a tool of its own: its list, or a row that says `active` or `deferred`. */
export function offeredByManifest({ manifest }: LintSubject): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const note = (name: string, place: string): void => void (places.has(name) || places.set(name, place));
  for (const tool of manifest?.tools ?? []) if (!isAlias(tool)) note(tool.name, tool.place);
  for (const { row, place } of manifest?.rows ?? []) {
    if (row.state === "active" || row.state === "deferred") note(row.name, place);
  }
  return places;
}
