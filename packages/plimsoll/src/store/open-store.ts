import type { Store } from "@plimsoll/core";
import { createMemoryStore } from "./memory-store.ts";
import { stateFolder } from "./state-folder.ts";

/**
 * The store of this user's gateways. Where it cannot be had (a disk that cannot be written, a system that LMDB is not
 * built for) a gateway works all the same, and asks its servers anew each time.
 */
export async function openStore(note: (sentence: string) => void): Promise<Store> {
  const folder = stateFolder();
  try {
    const { openEmbeddedStore } = await import("./embedded-store.ts");
    return await openEmbeddedStore({ folder, note });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    note(
      `Nothing is kept for the next start: ${folder} cannot be used (${reason}). PLIMSOLL_HOME names another folder.`,
    );
    return createMemoryStore();
  }
}
