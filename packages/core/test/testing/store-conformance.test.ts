import type { Store, StoreKey, StoreValue } from "@plimsoll/core";
import { storeConformance } from "@plimsoll/core/testing";
import { describe, expect, test } from "vitest";

interface Kept {
  key: StoreKey;
  text: string;
  version: string;
  expiresAt: number;
}

/** A plain store, written to be done wrong in one place at a time. */
class PlainStore implements Store {
  readonly kept = new Map<string, Kept>();
  readonly listeners = new Set<(key: StoreKey) => void>();
  writes = 0;

  toName({ space, owner, id }: StoreKey): string {
    return JSON.stringify([space, owner, id]);
  }
  current(key: StoreKey): Kept | undefined {
    const found = this.kept.get(this.toName(key));
    return found === undefined || found.expiresAt <= Date.now() ? undefined : found;
  }
  toValue(kept: Kept | undefined): StoreValue | undefined {
    return kept === undefined ? undefined : { value: JSON.parse(kept.text), version: kept.version };
  }
  isFree(key: StoreKey, over: string | null | undefined): boolean {
    return over === undefined || over === (this.current(key)?.version ?? null);
  }
  nextVersion(_value: unknown): string {
    this.writes += 1;
    return `v${this.writes}`;
  }
  announce(key: StoreKey): void {
    for (const listener of [...this.listeners]) listener(key);
  }

  async read(key: StoreKey): Promise<StoreValue | undefined> {
    return this.toValue(this.current(key));
  }
  async write(key: StoreKey, value: unknown, { over, ttlMs }: Parameters<Store["write"]>[2] = {}) {
    if (!this.isFree(key, over))
      return { type: "conflict", current: this.toValue(this.current(key)) } as const;
    const version = this.nextVersion(value);
    const expiresAt = ttlMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + ttlMs;
    this.kept.set(this.toName(key), { key, text: JSON.stringify(value), version, expiresAt });
    this.announce(key);
    return { type: "written", version } as const;
  }
  async remove(key: StoreKey): Promise<void> {
    this.kept.delete(this.toName(key));
    this.announce(key);
  }
  async *list(space: string, owner: string): AsyncIterable<StoreKey> {
    yield* [...this.kept.values()]
      .filter(({ key }) => key.space === space && key.owner === owner && this.current(key) !== undefined)
      .map(({ key }) => key)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  async subscribe(space: string, listener: (key: StoreKey) => void): Promise<() => Promise<void>> {
    const own = (key: StoreKey): void => void (key.space === space && listener(key));
    this.listeners.add(own);
    return async () => void this.listeners.delete(own);
  }
  async close(): Promise<void> {}
}

const casesOf = (Kind: new () => Store) =>
  storeConformance({
    name: "plain",
    async open() {
      const store = new Kind();
      return { replica: async () => store, dispose: () => store.close() };
    },
  });
const failing = async (Kind: new () => Store): Promise<string[]> => {
  const ended = await Promise.allSettled(casesOf(Kind).map(({ run }) => run()));
  return ended.flatMap((one) => (one.status === "rejected" ? String(one.reason.message) : []));
};

class RunsTogether extends PlainStore {
  override toName = ({ space, owner, id }: StoreKey): string => `${space}:${owner}:${id}`;
}
class CutsKeys extends PlainStore {
  override toName = (key: StoreKey): string => JSON.stringify([key.space, key.owner, key.id]).slice(0, 2_000);
}
class FoldsCase extends PlainStore {
  override toName = (key: StoreKey): string => JSON.stringify([key.space, key.owner, key.id]).toLowerCase();
}
class SharesValues extends PlainStore {
  readonly values = new Map<string, unknown>();
  override async write(...[key, value, options]: Parameters<Store["write"]>) {
    this.values.set(this.toName(key), value);
    return super.write(key, value, options);
  }
  override async read(key: StoreKey) {
    const found = await super.read(key);
    return found === undefined ? undefined : { ...found, value: this.values.get(this.toName(key)) };
  }
}
class IgnoresVersions extends PlainStore {
  override isFree = (): boolean => true;
}
class ForgetsRemovedVersions extends PlainStore {
  override isFree = (key: StoreKey, over: string | null | undefined): boolean =>
    this.current(key) === undefined || over === undefined || over === this.current(key)?.version;
}
class ChecksBeforeItWaits extends PlainStore {
  override async write(...[key, value, options = {}]: Parameters<Store["write"]>) {
    if (!this.isFree(key, options.over)) return super.write(key, value, options);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return super.write(key, value, options.ttlMs === undefined ? {} : { ttlMs: options.ttlMs });
  }
}
class HashesVersions extends PlainStore {
  override nextVersion = (value: unknown): string => `h${JSON.stringify(value)}`;
}
class NeverExpires extends PlainStore {
  override current = (key: StoreKey): Kept | undefined => this.kept.get(this.toName(key));
}
class KeepsFirstExpiry extends PlainStore {
  override async write(...[key, value, options = {}]: Parameters<Store["write"]>) {
    const before = this.current(key);
    const written = await super.write(key, value, options);
    const now = this.kept.get(this.toName(key));
    if (before !== undefined && now !== undefined) now.expiresAt = before.expiresAt;
    return written;
  }
}
class ListsUnsorted extends PlainStore {
  override async *list(space: string, owner: string) {
    const keys: StoreKey[] = [];
    for await (const key of super.list(space, owner)) keys.push(key);
    yield* keys.reverse();
  }
}
class ListsTwice extends PlainStore {
  override async *list(space: string, owner: string) {
    for await (const key of super.list(space, owner)) yield* [key, key];
  }
}
class TellsNothingOfRemovals extends PlainStore {
  override async remove(key: StoreKey) {
    this.kept.delete(this.toName(key));
  }
}
class TellsEverybody extends PlainStore {
  override async subscribe(_space: string, listener: (key: StoreKey) => void) {
    this.listeners.add(listener);
    return async () => void this.listeners.delete(listener);
  }
}
class TellsOnlyTheLast extends PlainStore {
  #timer: ReturnType<typeof setTimeout> | undefined;
  override announce(key: StoreKey): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => super.announce(key), 5);
  }
}
class NeverUnsubscribes extends PlainStore {
  override async subscribe(space: string, listener: (key: StoreKey) => void) {
    await super.subscribe(space, listener);
    return async () => undefined;
  }
}

describe("the conformance suite of stores", () => {
  for (const { title, run } of casesOf(PlainStore)) test(title, run);

  test.each<[string, new () => Store, string]>([
    ["owner and id that run together", RunsTogether, "has another's value"],
    ["keys that are cut", CutsKeys, "has another's value"],
    ["keys without case", FoldsCase, "has another's value"],
    ["values that are shared", SharesValues, "a change of what was written changed what is kept"],
    ["versions that count for nothing", IgnoresVersions, "was not refused with the current value"],
    ["old versions that count where nothing is", ForgetsRemovedVersions, "was not refused with nothing"],
    ["a check before the write", ChecksBeforeItWaits, "of 8 writes over one version were written"],
    ["versions that come back", HashesVersions, "a write of the same value kept its version"],
    ["values that never end", NeverExpires, "a value is read after its time"],
    ["a time that a later write does not lift", KeepsFirstExpiry, "kept the time of the one before"],
    ["a list in another order", ListsUnsorted, "are not those that were written, in order of id"],
    ["a list that repeats itself", ListsTwice, "are not those that were written, in order of id"],
    ["silence about removals", TellsNothingOfRemovals, "did not hear of another's removal"],
    ["news of other spaces", TellsEverybody, "a subscriber heard of another space"],
    ["news of the last write alone", TellsOnlyTheLast, "did not hear of every one of many writes"],
    ["a subscription without an end", NeverUnsubscribes, "heard of a write after its end"],
  ])("finds %s", async (_, Kind, reason) => {
    expect(await failing(Kind)).toContainEqual(expect.stringContaining(reason));
  });
});
