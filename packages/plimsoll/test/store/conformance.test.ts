import { rm } from "node:fs/promises";
import type { Store } from "@plimsoll/core";
import { type StoreDriver, storeConformance } from "@plimsoll/core/testing";
import { describe, test } from "vitest";
import { openEmbeddedStore } from "../../src/store/embedded-store.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { temporaryFolder } from "../support/servers.ts";

const memory: StoreDriver = {
  name: "memory",
  async open() {
    const store = createMemoryStore();
    return { replica: async () => store, dispose: () => store.close() };
  },
};

const embedded: StoreDriver = {
  name: "embedded",
  async open() {
    const folder = temporaryFolder();
    const stores: Store[] = [];
    return {
      async replica() {
        const store = await openEmbeddedStore({ folder });
        stores.push(store);
        return store;
      },
      async dispose() {
        await Promise.all(stores.map((store) => store.close()));
        await rm(folder, { recursive: true });
      },
    };
  },
};

describe("every store keeps the contract", () => {
  for (const { title, run } of [...storeConformance(memory), ...storeConformance(embedded)]) test(title, run);
});
