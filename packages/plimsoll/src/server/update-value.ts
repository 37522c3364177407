import type { Store, StoreKey } from "@plimsoll/core";

const MOST_TRIES = 20;

/**
 * Changes a value of the store, whoever else changes it meanwhile. Answers what stands there afterwards; nothing is
 * written where the change answers what it was given.
 */
export async function updateValue<Value>(
  store: Store,
  key: StoreKey,
  change: (value: Value | undefined) => Value | undefined,
  options: { readonly ttlMs?: number } = {},
): Promise<Value | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const held = await store.read(key);
    const before = held?.value as Value | undefined;
    const after = change(before);
    if (after === before || after === undefined) return before;
    const written = await store.write(key, after, { over: held?.version ?? null, ...options });
    if (written.type === "written") return after;
  }
  throw new Error(`${key.space} ${key.id} is changed by too many at once.`);
}
