import type { SourceMark } from "../activation/record.ts";
import type { SourceSummary } from "../catalog/catalog-snapshot.ts";
import { compareText } from "../internal/compare.ts";
import type { PermittedView } from "./permitted-view.ts";

/** What a conversation has not been told of its sources: servers that came, went, or list other tools now. */
export interface SourceNews {
  readonly added: readonly SourceSummary[];
  readonly changed: readonly SourceSummary[];
  readonly removed: readonly string[];
  /** To be kept with the announcement, so that it is made once; an empty hash means gone. */
  readonly marks: readonly SourceMark[];
}

/**
 * Compares what a conversation was told with what there is. Only servers are news, and only those of which the
 * asker may find something: the rest is nobody's business.
 */
export function planNews(told: readonly SourceMark[], view: PermittedView): SourceNews | undefined {
  const known = new Map(told.map(({ id, hash }) => [id, hash]));
  const now = view.snapshot.sources.filter(({ kind }) => kind === "mcp");
  const differing = now.filter(({ id, hash }) => known.get(id) !== hash);
  const ids = new Set(view.snapshot.sources.map(({ id }) => id));
  const removed = [...known].flatMap(([id, hash]) => (hash !== "" && !ids.has(id) ? [id] : []));
  if (differing.length === 0 && removed.length === 0) return undefined;

  const findable = countFindable(view);
  const shown = differing.flatMap((source): SourceSummary[] => {
    const tools = findable.get(source.id);
    return tools === undefined ? [] : [{ ...source, tools }];
  });
  if (shown.length === 0 && removed.length === 0) return undefined;
  return {
    added: shown.filter(({ id }) => (known.get(id) ?? "") === ""),
    changed: shown.filter(({ id }) => (known.get(id) ?? "") !== ""),
    removed: removed.sort(compareText),
    marks: [...shown.map(({ id, hash }) => ({ id, hash })), ...removed.map((id) => ({ id, hash: "" }))],
  };
}

/** How many tools of each source the asker may find; sources of which there is none are left out. */
export function countFindable(view: PermittedView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of view.snapshot.entries()) {
    const { id } = entry.source;
    if (view.ask(entry).find) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
