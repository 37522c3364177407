import type { ServerConfig } from "../config/config.ts";
import type { RequestScope } from "../server/request-scope.ts";
import type { StoredListing } from "./stored-listing.ts";
import type { Upstream, UpstreamEvent } from "./upstream.ts";

/** Every upstream of a gateway, one for each that has to be told apart by its scope. */
export interface UpstreamPool {
  /** As configured now, in the order of the config. */
  readonly servers: readonly ServerConfig[];
  /** The upstream of a server for the request that is being served; the shared one where none is. */
  of(server: string, scope?: RequestScope): Upstream;
  /** What a server listed last, from the store; it is asked only where nothing is kept. */
  listing(server: string): Promise<StoredListing>;
  /** Asks a server again, whatever is kept, and keeps its answer. */
  refresh(server: string): Promise<StoredListing>;
  /** Every upstream there is, with whom it is for; nothing is started by asking. */
  all(): readonly { readonly upstream: Upstream; readonly scope: string }[];
  /** Hears what happens to any of them; of a change, once the new listing is kept. The answer ends that. */
  subscribe(listener: (server: string, event: UpstreamEvent) => void): () => void;
  /** Takes over another config: what is unchanged goes on undisturbed. */
  reconfigure(servers: readonly ServerConfig[]): Promise<void>;
  close(): Promise<void>;
}
