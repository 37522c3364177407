import type { Catalog } from "../catalog/catalog.ts";
import type { Source, SourceIdentity } from "../catalog/source.ts";
import { defined } from "../internal/defined.ts";
import type { SourceFailure } from "./runtime.ts";

/** One source on its way into the catalog. */
export interface FollowedSource {
  readonly source: Source;
  /** Whether it is listed only when a model looks for its tools. */
  readonly waits: boolean;
  /** Whether it has been listed, so that the catalog has its tools. */
  isListed(): boolean;
  /** Its first listing, or the one that was tried again after that had failed; nothing while it waits. */
  listing(): Promise<SourceFailure | undefined> | undefined;
  /** Lists it if it was not, or not with success; of several who ask at once, one does it for all. */
  listAgain(): Promise<void>;
  /** Listens no more, and closes it; its tools stay. */
  close(): Promise<void>;
  /** The same, and its tools leave the catalog. */
  leave(): Promise<void>;
}

/** Lists a source, unless it waits, and again whenever it says that it changed. */
export function followSource(catalog: Catalog, source: Source, waits: boolean): FollowedSource {
  const closing = new AbortController();
  let newest = 0;
  let isListed = false;
  let isHeld = false;
  let listing: Promise<SourceFailure | undefined> | undefined;
  const refresh = async (): Promise<SourceFailure | undefined> => {
    newest += 1;
    const round = newest;
    try {
      const listed = await source.list(closing.signal);
      // An answer that was overtaken by a newer question is old news.
      if (newest === round && !closing.signal.aborted) {
        catalog.replace(toIdentity(source), listed);
        isHeld = true;
      }
      isListed = true;
      return undefined;
    } catch (error) {
      return { source: source.id, error };
    }
  };
  const list = (): Promise<SourceFailure | undefined> => {
    listing = refresh();
    return listing;
  };
  if (!waits) void list();
  const unsubscribe = source.subscribe?.(() => void refresh());
  const close = async (): Promise<void> => {
    closing.abort();
    unsubscribe?.();
    await source.close?.();
  };
  return {
    source,
    waits,
    isListed: () => isListed,
    listing: () => listing,
    async listAgain() {
      const before = listing;
      if (before !== undefined && (await before) === undefined) return;
      // Of several who waited for a listing that failed, the first tries again, for all of them.
      await (listing === before ? list() : listing);
    },
    close,
    leave() {
      closing.abort();
      if (isHeld) catalog.remove(source.id);
      isHeld = false;
      return close();
    },
  };
}

function toIdentity({ id, kind, title }: Source): SourceIdentity {
  return { id, kind, ...defined({ title }) };
}
