import type { SourceMark } from "../activation/record.ts";
import type { SourceSummary } from "../catalog/catalog-snapshot.ts";
import { compareText } from "../internal/compare.ts";
import { findableSources } from "./findable-sources.ts";
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
  const marks = findableSources(view);
  const differing = view.snapshot.sources.flatMap((source): SourceSummary[] => {
    const mark = source.kind === "mcp" ? marks.get(source.id) : undefined;
    return mark === undefined || known.get(source.id) === mark.hash ? [] : [{ ...source, ...mark }];
  });
  const ids = new Set(view.snapshot.sources.map(({ id }) => id));
  const removed = [...known].flatMap(([id, hash]) => (hash !== "" && !ids.has(id) ? [id] : []));
  if (differing.length === 0 && removed.length === 0) return undefined;
  return {
    added: differing.filter(({ id }) => (known.get(id) ?? "") === ""),
    changed: differing.filter(({ id }) => (known.get(id) ?? "") !== ""),
    removed: removed.sort(compareText),
    marks: [...differing.map(({ id, hash }) => ({ id, hash })), ...removed.map((id) => ({ id, hash: "" }))],
  };
}
