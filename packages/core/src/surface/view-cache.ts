import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import { createPermittedView, type PermittedView } from "./permitted-view.ts";
import type { Circumstances, Policy } from "./policy.ts";
import type { SnapshotTransform } from "./transformed-snapshot.ts";

const MOST_VIEWS = 64;

/** Views that are asked for again and again, under the same policies, model and mode. */
export interface ViewCache {
  get(snapshot: CatalogSnapshot, policies: readonly Policy[], circumstances: Circumstances): PermittedView;
}

/**
 * Keeps one view for equal questions about the newest snapshot, so that what an index worked out for a view
 * serves the next search too. Policies are told apart by what they say: one that a host changed in place is another.
 */
export function createViewCache(transform: SnapshotTransform): ViewCache {
  let current: CatalogSnapshot | undefined;
  let views = new Map<string, PermittedView>();

  return {
    get(snapshot, policies, circumstances) {
      if (snapshot !== current) {
        current = snapshot;
        views = new Map();
      }
      const key = JSON.stringify([policies, circumstances.model, circumstances.mode]);
      let view = views.get(key);
      if (view === undefined) {
        view = createPermittedView(
          transform(snapshot, circumstances),
          structuredClone(policies),
          circumstances,
        );
        const oldest = views.size < MOST_VIEWS ? undefined : views.keys().next().value;
        if (oldest !== undefined) views.delete(oldest);
        views.set(key, view);
      }
      return view;
    },
  };
}
