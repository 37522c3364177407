import { randomUUID } from "node:crypto";
import type { Store, StoreKey } from "@plimsoll/core";

const KEY: StoreKey = { space: "trust", owner: "shared", id: "stamp" };

/** Another one than before, if anything was decided since; nothing, where nothing ever was. */
export async function readStamp(store: Store): Promise<string> {
  const held = await store.read(KEY);
  return typeof held?.value === "string" ? held.value : "";
}

/** Has whoever relies on the decisions of before look again. */
export async function renewStamp(store: Store): Promise<void> {
  await store.write(KEY, randomUUID());
}
