import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Store, StoreKey, StoreSpace, StoreValue, StoreWrite, StoreWriteOptions } from "@plimsoll/core";
import { type Database, open, type RootDatabase } from "lmdb";
import { compareText } from "../internal/compare.ts";
import { ChangeLog } from "./change-log.ts";
import { findInnerDamage } from "./check-copy.ts";
import { findDamage, isDamage, markDamage, moveAside } from "./damage.ts";
import { signIn } from "./sign-in.ts";
import { readHead, readRecord, toRecord } from "./store-record.ts";

const FILE = "store.lmdb";
/** How long another process's write may go unheard by a subscriber. */
const POLL_MS = 250;
const SWEEP_MS = 600_000;

/** Where an embedded store is, and who is told of trouble with it. */
export interface EmbeddedStoreOptions {
  /** Made if it is not there; for this user only. */
  readonly folder: string;
  /** Hears a sentence when a damaged file had to be moved aside. */
  readonly note?: (sentence: string) => void;
}

/**
 * State in one file of this machine, shared by every process that opens the same folder. A write is a transaction:
 * whole or absent, also where the process is killed in the middle of it.
 */
export async function openEmbeddedStore({ folder, note }: EmbeddedStoreOptions): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const file = join(folder, FILE);
  const { isOrphaned, signOut } = signIn(file);
  try {
    // A process that was killed leaves the file whole, but so it looks too when the file killed the process.
    const damage = findDamage(file) ?? (isOrphaned ? await findInnerDamage(file) : undefined);
    if (damage !== undefined) await replace(file, damage, note);
    return new EmbeddedStore(openFile(file), file, signOut);
  } catch (cause) {
    if (!isDamage(cause)) {
      signOut();
      throw cause;
    }
    await replace(file, String(cause), note);
    return new EmbeddedStore(openFile(file), file, signOut);
  }
}

async function replace(file: string, reason: string, note: EmbeddedStoreOptions["note"]): Promise<void> {
  const aside = await moveAside(file);
  note?.(`${file} is damaged (${reason}): it was moved to ${aside}, and what it held is asked for again.`);
}

function openFile(file: string): RootDatabase<Buffer, string> {
  const settings = { encoding: "binary", noSubdir: true, maxDbs: 4, permissionsMode: 0o600 } as const;
  // By default the library answers a write before it is safe: what the last processes wrote is then lost when they are
  // killed. This way a write that was answered outlives any process; a power cut may undo the last one, and no more.
  const durability = { overlappingSync: false, noMetaSync: true };
  return open<Buffer, string>({ path: file, ...settings, ...durability });
}

class EmbeddedStore implements Store {
  readonly #file: string;
  readonly #signOut: () => void;
  readonly #root: RootDatabase<Buffer, string>;
  readonly #values: Database<Buffer, string>;
  readonly #changes: ChangeLog;
  readonly #listeners = new Set<{ readonly space: StoreSpace; readonly call: (key: StoreKey) => void }>();
  readonly #sweeping: NodeJS.Timeout;
  #polling: NodeJS.Timeout | undefined;
  #heard = 0;

  constructor(root: RootDatabase<Buffer, string>, file: string, signOut: () => void) {
    this.#file = file;
    this.#signOut = signOut;
    this.#root = root;
    this.#values = root.openDB<Buffer, string>({ name: "values", encoding: "binary" });
    this.#changes = new ChangeLog(root.openDB<string, number>({ name: "changes", encoding: "string" }));
    this.#sweeping = setInterval(() => void this.#sweep().catch(() => undefined), SWEEP_MS);
    this.#sweeping.unref();
  }

  async read(key: StoreKey): Promise<StoreValue | undefined> {
    return this.#look(() => readRecord(this.#values.get(toName(key)), key, Date.now()));
  }

  async write(key: StoreKey, value: unknown, { over, ttlMs }: StoreWriteOptions = {}): Promise<StoreWrite> {
    const name = toName(key);
    const version = randomUUID();
    const text = JSON.stringify(value);
    const result = await this.#change((now): StoreWrite => {
      if (over !== undefined) {
        const current = readRecord(this.#values.get(name), key, now);
        if (over !== (current?.version ?? null)) return { type: "conflict", current };
      }
      const expiry = ttlMs === undefined ? {} : { expiresAt: now + ttlMs };
      void this.#values.put(name, toRecord({ owner: key.owner, id: key.id, version, ...expiry }, text));
      this.#changes.append(key, now);
      return { type: "written", version };
    });
    this.#hear();
    return result;
  }

  async remove(key: StoreKey): Promise<void> {
    const name = toName(key);
    await this.#change((now) => {
      if (!this.#values.doesExist(name)) return;
      void this.#values.remove(name);
      this.#changes.append(key, now);
    });
    this.#hear();
  }

  async *list(space: StoreSpace, owner: string): AsyncGenerator<StoreKey> {
    const prefix = toPrefix(space, owner);
    const now = Date.now();
    const ids = this.#look(() =>
      [...this.#values.getRange({ start: prefix, end: `${prefix}~` })].flatMap(({ value }) => {
        const head = readHead(value, now);
        return head?.owner === owner ? [head.id] : [];
      }),
    );
    for (const id of ids.sort(compareText)) yield { space, owner, id };
  }

  async subscribe(space: StoreSpace, listener: (key: StoreKey) => void): Promise<() => Promise<void>> {
    const entry = { space, call: listener };
    if (this.#listeners.size === 0) this.#heard = this.#look(() => this.#changes.last);
    this.#listeners.add(entry);
    this.#polling ??= setInterval(() => this.#hear(), POLL_MS).unref();
    return async () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.#stopPolling();
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stopPolling();
    clearInterval(this.#sweeping);
    await this.#root.close();
    this.#signOut();
  }

  #stopPolling(): void {
    clearInterval(this.#polling);
    this.#polling = undefined;
  }

  /** Reads share a view of the file until they are told otherwise; another process may have written meanwhile. */
  #look<T>(read: () => T): T {
    try {
      this.#root.resetReadTxn();
      return read();
    } catch (cause) {
      markDamage(this.#file, cause);
      throw cause;
    }
  }

  async #change<T>(write: (now: number) => T): Promise<T> {
    try {
      return await this.#root.transaction(() => write(Date.now()));
    } catch (cause) {
      markDamage(this.#file, cause);
      throw cause;
    }
  }

  /** Tells the subscribers what was written since they were told last, by whichever process. */
  #hear(): void {
    if (this.#listeners.size === 0) return;
    for (const key of this.#news()) {
      for (const { space, call } of [...this.#listeners]) if (space === key.space) call({ ...key });
    }
  }

  #news(): readonly StoreKey[] {
    try {
      return this.#look(() => {
        const changes = this.#changes.since(this.#heard);
        this.#heard = this.#changes.last;
        return changes ?? this.#everyKey();
      });
    } catch {
      return []; // An outage is told to whoever reads or writes.
    }
  }

  /** For a subscriber that slept for so long that the log has forgotten: anything may have changed. */
  #everyKey(): StoreKey[] {
    const now = Date.now();
    return [...this.#values.getRange({})].flatMap(({ key, value }) => {
      const head = readHead(value, now);
      const space = key.slice(0, key.indexOf(":")) as StoreSpace;
      return head === undefined ? [] : [{ space, owner: head.owner, id: head.id }];
    });
  }

  async #sweep(): Promise<void> {
    const isOver = (record: Buffer | undefined): boolean => readHead(record, Date.now()) === undefined;
    const over = this.#look(() => [...this.#values.getRange({})].filter(({ value }) => isOver(value)));
    if (over.length === 0) return;
    await this.#change(() => {
      // It may have been written again meanwhile.
      for (const { key } of over) if (isOver(this.#values.get(key))) void this.#values.remove(key);
    });
  }
}

// LMDB's keys are short and have an order of their own; a hash is neither too long nor mistaken for another.
function toName({ space, owner, id }: StoreKey): string {
  return `${toPrefix(space, owner)}${hash(id)}`;
}

function toPrefix(space: StoreSpace, owner: string): string {
  return `${space}:${hash(owner)}:`;
}

function hash(text: string): string {
  // By UTF-16, so that two texts that differ only in broken surrogates differ here too.
  return createHash("sha256").update(Buffer.from(text, "utf16le")).digest("base64url");
}
