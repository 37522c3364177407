import type { Catalog } from "../catalog/catalog.ts";
import type { Source, SourceIdentity } from "../catalog/source.ts";
import { PlimsollError } from "../errors.ts";
import { toSourceId } from "../tool/source-id.ts";
import type { SourceFailure } from "./runtime.ts";

/** The sources of a runtime, on their way into the catalog. */
export interface FollowedSources {
  /** Settles when every source has been listed once, or has failed to. */
  ready(): Promise<readonly SourceFailure[]>;
  close(): Promise<void>;
}

/** Lists every source, side by side, and again whenever one says that it changed. */
export function followSources(catalog: Catalog, sources: readonly Source[]): FollowedSources {
  checkIds(sources);
  const closing = new AbortController();
  const newest = new Map<Source, number>();
  const refresh = async (source: Source): Promise<SourceFailure | undefined> => {
    const round = (newest.get(source) ?? 0) + 1;
    newest.set(source, round);
    try {
      const listing = await source.list(closing.signal);
      // An answer that was overtaken by a newer question is old news.
      const isNewest = newest.get(source) === round;
      if (isNewest && !closing.signal.aborted) catalog.replace(toIdentity(source), listing);
      return undefined;
    } catch (error) {
      return { source: source.id, error };
    }
  };
  const first = Promise.all(sources.map(refresh));
  const subscriptions = sources.map((source) => source.subscribe?.(() => void refresh(source)));
  return {
    ready: async () => (await first).filter((failure) => failure !== undefined),
    async close() {
      closing.abort();
      for (const unsubscribe of subscriptions) unsubscribe?.();
      await Promise.allSettled(sources.map((source) => source.close?.()));
    },
  };
}

function toIdentity({ id, kind, title }: Source): SourceIdentity {
  return { id, kind, ...(title === undefined ? {} : { title }) };
}

function checkIds(sources: readonly Source[]): void {
  const seen = new Set<string>();
  for (const { id } of sources) {
    const reason = seen.has(id)
      ? "two sources have that id"
      : toSourceId(id) !== id
        ? "it is not an id"
        : undefined;
    if (reason !== undefined) {
      const message = `Source "${id}" cannot be added: ${reason}. Make one with toSourceId.`;
      throw new PlimsollError("SOURCE_CONFLICT", message, { source: id, reason });
    }
    seen.add(id);
  }
}
