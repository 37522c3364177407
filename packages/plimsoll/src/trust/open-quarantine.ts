import type { Store, Trust } from "@plimsoll/core";
import type { GatewayConfig } from "../config/config.ts";
import { ListingBook } from "../upstream/listing-book.ts";
import { Quarantine } from "./quarantine.ts";
import { classOf } from "./risk-classes.ts";

/** A quarantine with what is kept of every server of a config; nothing is started. */
export interface OpenQuarantine {
  readonly quarantine: Quarantine;
  /** The servers of which nothing is kept yet. */
  readonly unlisted: readonly string[];
}

/** The levels of trust that a config uses, its own first. */
export function levelsOf({ settings, profiles }: GatewayConfig): readonly Trust[] {
  const own = settings.trust ?? "first-use";
  return [...new Set([own, ...Object.values(profiles).map(({ trust }) => trust ?? own)])];
}

/** Looks at what servers listed last, as a gateway of the same config and store does. */
export async function openQuarantine(config: GatewayConfig, store: Store): Promise<OpenQuarantine> {
  const isClassed = (tool: string): boolean => classOf(config.risk ?? {}, tool) !== undefined;
  const quarantine = new Quarantine({ store, isClassed });
  const book = new ListingBook(store);
  const levels = levelsOf(config);
  const unlisted: string[] = [];
  for (const server of config.servers) {
    const listing = await book.read(server);
    if (listing === undefined) unlisted.push(server.name);
    else for (const trust of levels) await quarantine.admit(server.name, listing, trust);
  }
  return { quarantine, unlisted };
}
