import { describe, expect, it } from "vitest";
import { KeyRing, LONGEST_SEAL_MS } from "../../src/server/key-ring.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";

const DAY_MS = 86_400_000;

describe("the ring of keys", () => {
  it("has one key for all replicas, whoever comes first", async () => {
    const store = createMemoryStore();
    const rings = Array.from({ length: 5 }, () => new KeyRing(store));
    const keys = await Promise.all(rings.map((ring) => ring.current()));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(new Set(keys.map((key) => key.for("x").toString("hex"))).size).toBe(1);
  });

  it("has another key for each purpose", async () => {
    const key = await new KeyRing(createMemoryStore()).current();
    expect(key.for("one")).not.toEqual(key.for("other"));
    expect(key.for("one")).toHaveLength(32);
  });

  it("seals with another key after a day, and opens with the old one as long as it may have to", async () => {
    const store = createMemoryStore();
    let now = Date.now();
    const ring = new KeyRing(store, () => now);
    const other = new KeyRing(store, () => now);
    const first = await ring.current();
    now += DAY_MS - 1;
    expect((await ring.current()).id).toBe(first.id);
    now += 1;
    const second = await ring.current();
    expect(second.id).not.toBe(first.id);
    expect((await other.current()).id).toBe(second.id);
    // What was sealed a moment before the change is good for as long as anything is.
    now += LONGEST_SEAL_MS - 1;
    expect((await ring.find(first.id))?.for("x")).toEqual(first.for("x"));
    expect((await other.find(first.id))?.for("x")).toEqual(first.for("x"));
    now += DAY_MS;
    expect(await ring.find(first.id)).toBeUndefined();
    await ring.current();
    expect(await new KeyRing(store, () => now).find(first.id)).toBeUndefined();
  });

  it("knows no key that nobody made", async () => {
    const ring = new KeyRing(createMemoryStore());
    expect(await ring.find("00000000")).toBeUndefined();
    await ring.current();
    for (const id of ["", "00000000", "__proto__", "constructor"])
      expect(await ring.find(id)).toBeUndefined();
  });
});
