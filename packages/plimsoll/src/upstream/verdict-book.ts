import type { Store, StoreKey } from "@plimsoll/core";
import type { ServerConfig } from "../config/config.ts";
import { toConfigHash } from "./config-hash.ts";
import type { Connection } from "./connection.ts";
import { type EraVerdict, readVerdict } from "./era-verdict.ts";

/** What is known of the eras of servers, kept for the next start. An outage of the store costs time, nothing else. */
export class VerdictBook {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async read(server: ServerConfig): Promise<EraVerdict | undefined> {
    try {
      const kept = await this.#store.read(toKey(server));
      return readVerdict(kept?.value, toConfigHash(server), Date.now());
    } catch {
      return undefined;
    }
  }

  /** Takes down what a connection that was made without a verdict has found out. */
  async write(server: ServerConfig, { introduction, transport, isEraSure }: Connection): Promise<void> {
    // One that said nothing may have been slow to start: it is asked again at the next start.
    if (!isEraSure) return;
    const verdict: EraVerdict = { config: toConfigHash(server), at: Date.now(), era: "legacy", transport };
    try {
      if (introduction.era === "legacy") await this.#store.write(toKey(server), verdict);
      else await this.#store.remove(toKey(server));
    } catch {
      // Said above.
    }
  }
}

function toKey({ name }: ServerConfig): StoreKey {
  return { space: "catalog", owner: "shared", id: `era/${name}` };
}
