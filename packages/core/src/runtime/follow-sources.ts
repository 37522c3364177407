import type { Catalog } from "../catalog/catalog.ts";
import type { Source } from "../catalog/source.ts";
import { PlimsollError } from "../errors.ts";
import { toSourceId } from "../tool/source-id.ts";
import { type FollowedSource, followSource } from "./follow-source.ts";
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
  /** Follows one more; the answer ends that, and takes its tools away. */
  follow(source: Source): () => Promise<void>;
  close(): Promise<void>;
}

/** Lists every source that does not wait, side by side, and each again whenever it says that it changed. */
export function followSources(
  catalog: Catalog,
  sources: readonly Source[],
  { postpones = false }: { readonly postpones?: boolean } = {},
): FollowedSources {
  const followed = new Map<string, FollowedSource>();
  const follow = (source: Source): (() => Promise<void>) => {
    checkIds([...[...followed.values()].map((one) => one.source), source]);
    const one = followSource(catalog, source, postpones && source.connectsToList === true);
    followed.set(source.id, one);
    return async () => {
      // Asked a second time, another source may have the id by then.
      if (followed.get(source.id) !== one) return;
      followed.delete(source.id);
      await one.leave();
    };
  };
  // All of them are looked at before any is listed: a conflict leaves nothing running.
  checkIds(sources);
  for (const source of sources) follow(source);
  const all = (): FollowedSource[] => [...followed.values()];
  return {
    isComplete: () => all().every((one) => one.isListed()),
    ready: async () =>
      (await Promise.all(all().map((one) => one.listing()))).filter((failure) => failure !== undefined),
    async catchUp(signal) {
      if (signal.aborted) return;
      const ended = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      await Promise.race([Promise.all(all().map((one) => one.listAgain())), ended]);
    },
    isAwaited: (name) =>
      all().some(
        ({ source, waits, listing }) =>
          waits && listing() === undefined && /^(mcp__)?(.*?)(\/|__)/u.exec(name)?.[2] === source.id,
      ),
    follow,
    async close() {
      await Promise.allSettled(all().map((one) => one.close()));
    },
  };
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
