import { randomUUID } from "node:crypto";
import type { Store, StoreKey, StoreSpace, StoreValue } from "@plimsoll/core";
import { compareText } from "../internal/compare.ts";

/** State that ends with the process: for tests, and for gateways that must not write to a disk. */
export function createMemoryStore(): Store {
  const kept = new Map<string, Kept>();
  const listeners = new Set<Listener>();
  const current = (name: string): Kept | undefined => {
    const found = kept.get(name);
    if (found === undefined || found.expiresAt > Date.now()) return found;
    kept.delete(name);
    return undefined;
  };
  const announce = (key: StoreKey): void => {
    for (const { space, call } of [...listeners]) if (space === key.space) call({ ...key });
  };
  return {
    async read(key) {
      return toValue(current(toName(key)));
    },
    async write(key, value, { over, ttlMs } = {}) {
      const name = toName(key);
      const before = current(name);
      if (over !== undefined && over !== (before?.version ?? null)) {
        return { type: "conflict", current: toValue(before) };
      }
      const version = randomUUID();
      const expiresAt = ttlMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + ttlMs;
      kept.set(name, { key: { ...key }, text: JSON.stringify(value), version, expiresAt });
      announce(key);
      return { type: "written", version };
    },
    async remove(key) {
      if (kept.delete(toName(key))) announce(key);
    },
    async *list(space, owner) {
      const ids = [...kept.keys()]
        .flatMap((name) => current(name)?.key ?? [])
        .filter((key) => key.space === space && key.owner === owner)
        .map(({ id }) => id);
      for (const id of ids.sort(compareText)) yield { space, owner, id };
    },
    async subscribe(space, listener) {
      const entry: Listener = { space, call: listener };
      listeners.add(entry);
      return async () => void listeners.delete(entry);
    },
    async close() {
      listeners.clear();
    },
  };
}

interface Kept {
  readonly key: StoreKey;
  readonly text: string;
  readonly version: string;
  readonly expiresAt: number;
}

interface Listener {
  readonly space: StoreSpace;
  readonly call: (key: StoreKey) => void;
}

// An array as JSON cannot run together, whatever its parts contain.
function toName({ space, owner, id }: StoreKey): string {
  return JSON.stringify([space, owner, id]);
}

function toValue(kept: Kept | undefined): StoreValue | undefined {
  return kept === undefined ? undefined : { value: JSON.parse(kept.text), version: kept.version };
}
