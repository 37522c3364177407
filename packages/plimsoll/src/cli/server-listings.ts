import { type Catalog, toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";

/** What is known of a server's list: nothing yet, that it is in the catalog, or why it is not. */
export type ListingState =
  | { readonly type: "awaited" }
  | { readonly type: "listed" }
  | { readonly type: "failed"; readonly error: unknown };

/** The servers of a gateway on their way into the catalog. */
export interface ServerListings {
  /** By the server's name, in the order of the config. */
  readonly states: ReadonlyMap<string, ListingState>;
  /** Settles when nothing is awaited any more; never rejects. */
  readonly settled: Promise<void>;
  /** Calls a listener when a server is known to have listed or failed. */
  onSettle(listener: (server: string) => void): void;
}

/** Follows each server until it is known what it lists, or why it lists nothing. */
export function followListings(gateway: Gateway): ServerListings {
  const states = new Map<string, ListingState>();
  const listeners = new Set<(server: string) => void>();
  const follow = async (name: string): Promise<void> => {
    states.set(name, { type: "awaited" });
    const state = await listingOf(gateway, name);
    states.set(name, state);
    for (const listener of listeners) listener(name);
  };
  const settled = Promise.all(gateway.config.servers.map(({ name }) => follow(name))).then(() => undefined);
  return { states, settled, onSettle: (listener) => void listeners.add(listener) };
}

async function listingOf({ upstreams, runtime }: Gateway, name: string): Promise<ListingState> {
  try {
    await upstreams.listing(name);
    await untilInCatalog(runtime.catalog, toSourceId(name));
    return { type: "listed" };
  } catch (error) {
    return { type: "failed", error };
  }
}

/** The listing is kept a moment before the catalog has it. */
function untilInCatalog(catalog: Catalog, source: string): Promise<void> {
  return new Promise((resolve) => {
    if (catalog.snapshot().sources.some(({ id }) => id === source)) return resolve();
    const end = catalog.subscribe((change) => {
      if (change.source !== source) return;
      end();
      resolve();
    });
  });
}
