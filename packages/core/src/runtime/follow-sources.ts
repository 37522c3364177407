import type { Catalog } from "../catalog/catalog.ts";
import type { Source, SourceIdentity } from "../catalog/source.ts";
import { PlimsollError } from "../errors.ts";
import { defined } from "../internal/defined.ts";
import { toSourceId } from "../tool/source-id.ts";
import type { SourceFailure } from "./runtime.ts";

/** The sources of a runtime, on their way into the catalog. */
export interface FollowedSources {
  /** Whether all of them have been listed, so that the catalog has everything there is. */
  isComplete(): boolean;
  /** Settles when every source that does not wait has been listed once, or has failed to. */
  ready(): Promise<readonly SourceFailure[]>;
  /** Lists every source that still waits or that failed, and comes back when the signal is aborted all the same. */
  catchUp(signal: AbortSignal): Promise<void>;
  /** Whether a name begins as those of a source that still waits. */
  isAwaited(name: string): boolean;
  close(): Promise<void>;
}

/** Lists every source that does not wait, side by side, and each again whenever it says that it changed. */
export function followSources(
  catalog: Catalog,
  sources: readonly Source[],
  { postpones = false }: { readonly postpones?: boolean } = {},
): FollowedSources {
  checkIds(sources);
  const waits = ({ connectsToList }: Source): boolean => postpones && connectsToList === true;
  const listings = new Map<Source, Promise<SourceFailure | undefined>>();
  const listed = new Set<Source>();
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
      listed.add(source);
      return undefined;
    } catch (error) {
      return { source: source.id, error };
    }
  };
  const list = (source: Source): Promise<SourceFailure | undefined> => {
    const listing = refresh(source);
    listings.set(source, listing);
    return listing;
  };
  const listAgain = async (source: Source): Promise<void> => {
    const listing = listings.get(source);
    if (listing !== undefined && (await listing) === undefined) return;
    // Of several who waited for a listing that failed, the first tries again, for all of them.
    await (listings.get(source) === listing ? list(source) : listings.get(source));
  };
  for (const source of sources) if (!waits(source)) void list(source);
  const subscriptions = sources.map((source) => source.subscribe?.(() => void refresh(source)));
  return {
    isComplete: () => sources.every((source) => listed.has(source)),
    ready: async () => (await Promise.all(listings.values())).filter((failure) => failure !== undefined),
    async catchUp(signal) {
      if (signal.aborted) return;
      const ended = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      await Promise.race([Promise.all(sources.map(listAgain)), ended]);
    },
    isAwaited: (name) =>
      sources.some(
        (source) =>
          waits(source) && !listings.has(source) && /^(mcp__)?(.*?)(\/|__)/u.exec(name)?.[2] === source.id,
      ),
    async close() {
      closing.abort();
      for (const unsubscribe of subscriptions) unsubscribe?.();
      await Promise.allSettled(sources.map((source) => source.close?.()));
    },
  };
}

function toIdentity({ id, kind, title }: Source): SourceIdentity {
  return { id, kind, ...defined({ title }) };
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
