import type { Store, StoreKey } from "@plimsoll/core";
import type { ServerConfig } from "../config/config.ts";
import { isRecord } from "../internal/is-record.ts";
import { toConfigHash } from "./config-hash.ts";
import type { StoredListing } from "./stored-listing.ts";

const PREFIX = "listing/";
const LISTS = ["tools", "prompts", "resources", "resourceTemplates"] as const;

/**
 * What servers listed, in the store, for every gateway of the deployment. Where the store is away, what this process
 * has seen is still there.
 */
export class ListingBook {
  readonly #store: Store;
  readonly #seen = new Map<string, StoredListing>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** What a server listed, as long as its entry in the config is the same. */
  async read(server: ServerConfig): Promise<StoredListing | undefined> {
    const config = toConfigHash(server);
    const kept = await this.#store.read(toListingKey(server.name)).then(
      (found) => found?.value,
      () => this.#seen.get(server.name),
    );
    return isListing(kept) && kept.config === config ? kept : undefined;
  }

  async write(server: ServerConfig, listing: StoredListing): Promise<void> {
    this.#seen.set(server.name, listing);
    await this.#store.write(toListingKey(server.name), listing).catch(() => undefined);
  }

  /** Calls a listener with the name of a server whose listing was written, by whichever process. */
  async subscribe(listener: (server: string) => void): Promise<() => Promise<void>> {
    return this.#store
      .subscribe("catalog", ({ owner, id }) => {
        if (owner === "shared" && id.startsWith(PREFIX)) listener(id.slice(PREFIX.length));
      })
      .catch(() => async () => undefined);
  }
}

/** Where in a store the listing of a server is. */
export function toListingKey(server: string): StoreKey {
  return { space: "catalog", owner: "shared", id: `${PREFIX}${server}` };
}

/** What another version of Plimsoll wrote may be anything. */
function isListing(value: unknown): value is StoredListing {
  return (
    isRecord(value) &&
    typeof value["config"] === "string" &&
    typeof value["listedAt"] === "number" &&
    ["undefined", "string"].includes(typeof value["instructions"]) &&
    isRecord(value["schemaHashes"]) &&
    LISTS.every((list) => Array.isArray(value[list]))
  );
}
