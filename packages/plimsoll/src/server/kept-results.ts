import type { ResultKeeper, Store, StoredResult } from "@plimsoll/core";

const HOUR_MS = 3_600_000;

/** Keeps results that are longer than a page, for the principal whom they were given to, for an hour. */
export function keptResults(
  store: Store,
  owner: string,
  pages: NonNullable<ResultKeeper["pages"]>,
): ResultKeeper {
  return {
    pages,
    async keep(handle, result) {
      await store.write({ space: "result", owner, id: handle }, result, { ttlMs: HOUR_MS });
    },
    async read(handle) {
      const held = await store.read({ space: "result", owner, id: handle });
      return held?.value as StoredResult | undefined;
    },
  };
}
