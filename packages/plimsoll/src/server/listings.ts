import { setTimeout as delay } from "node:timers/promises";
import { toSourceId } from "@plimsoll/core";
import type { Gateway } from "../gateway.ts";
import { compareText } from "../internal/compare.ts";
import type { StoredListing } from "../upstream/stored-listing.ts";

const PATIENCE_MS = 5_000;

/** A server with what it listed. */
export interface ListedServer {
  readonly name: string;
  /** The id of its source. */
  readonly id: string;
  readonly listing: StoredListing;
}

/** Every server that has listed, by id; one that fails or hangs costs only itself. */
export async function listServers(gateway: Gateway): Promise<readonly ListedServer[]> {
  const { servers } = gateway.upstreams;
  const listed = await Promise.all(
    servers.map(async ({ name }): Promise<ListedServer | undefined> => {
      const listing = await listServer(gateway, name).catch(() => undefined);
      return listing === undefined ? undefined : { name, id: toSourceId(name), listing };
    }),
  );
  return listed.filter((one) => one !== undefined).sort((a, b) => compareText(a.id, b.id));
}

/** What one server listed; rejects where it cannot be had soon. */
export async function listServer({ upstreams }: Gateway, name: string): Promise<StoredListing> {
  const impatience = new AbortController();
  const late = async (): Promise<never> => {
    await delay(PATIENCE_MS, undefined, { ref: false, signal: impatience.signal });
    throw new Error(`The server "${name}" has not listed yet.`);
  };
  try {
    return await Promise.race([upstreams.listing(name), late()]);
  } finally {
    impatience.abort();
  }
}
