import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { stateFolder } from "../store/state-folder.ts";
import { withFileLock } from "./file-lock.ts";
import { makeKey, readKeys, writeKeys } from "./key-file.ts";
import { checkPrivate, makeSecretFolder, writePrivateFile } from "./private-file.ts";
import { openRecord, sealRecord, type VaultKey } from "./sealed-record.ts";

/** Whose secret it is, and for which server. */
export interface VaultPlace {
  /** The hash of the server's entry: what was given for one address is not sent to another. */
  readonly server: string;
  /** A principal, or `shared`. */
  readonly owner: string;
}

/**
 * Secrets that outlive a process, sealed on disk.
 *
 * Contract:
 * - What was written is whole or absent after a crash, and is seen by every process that opens the same folder.
 * - A record is opened only at the place it was written for; one that was changed, or whose key is lost, is absent.
 * - `alone` runs one at a time for a place, among all processes; it must not be used inside itself.
 * - Rejects where other users could read what it keeps.
 */
export interface Vault {
  read(place: VaultPlace): Promise<unknown>;
  write(place: VaultPlace, value: unknown): Promise<void>;
  /** Answers whether there was something. */
  remove(place: VaultPlace): Promise<boolean>;
  alone<T>(place: VaultPlace, run: () => Promise<T>): Promise<T>;
  /** Makes a new key, seals everything under it, and forgets the keys of before. */
  rotate(): Promise<void>;
}

const SEALED = ".sealed";
const KEY_DAYS = 90;
const DAY_MS = 86_400_000;

/** Where this user's vault is. */
export function vaultFolder(): string {
  return join(stateFolder(), "secrets");
}

/** A vault in a folder of its own. Nothing is made before something is written. */
export function openVault(folder: string): Vault {
  const keyFile = join(folder, "key.json");
  const fileOf = (place: VaultPlace): string => join(folder, `${hashOf(place)}${SEALED}`);
  const locked = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    await makeSecretFolder(folder);
    return withFileLock(join(folder, `${name}.lock`), run);
  };
  const newestKey = async (): Promise<VaultKey> => {
    const [newest] = await readKeys(keyFile);
    if (newest !== undefined && Date.now() - newest.madeAt < KEY_DAYS * DAY_MS) return newest;
    return rotateNow(folder, keyFile);
  };
  return {
    async read(place) {
      const text = await textOf(fileOf(place));
      if (text === undefined) return undefined;
      await checkPrivate(folder, 0o700);
      return openRecord(text, hashOf(place), await readKeys(keyFile));
    },
    write: (place, value) =>
      locked("vault", async () => {
        await writePrivateFile(fileOf(place), sealRecord(value, hashOf(place), await newestKey()));
      }),
    async remove(place) {
      if ((await textOf(fileOf(place))) === undefined) return false;
      await locked("vault", () => rm(fileOf(place), { force: true }));
      return true;
    },
    alone: (place, run) => locked(hashOf(place), run),
    rotate: () => locked("vault", async () => void (await rotateNow(folder, keyFile))),
  };
}

/** The old keys stay in the file until nothing is sealed under them: killed in the middle, it loses nothing. */
async function rotateNow(folder: string, keyFile: string): Promise<VaultKey> {
  const old = await readKeys(keyFile);
  const key = makeKey();
  await writeKeys(keyFile, [key, ...old]);
  for (const name of await readdir(folder)) {
    if (name.endsWith(".draft")) await rm(join(folder, name), { force: true });
    if (!name.endsWith(SEALED)) continue;
    const file = join(folder, name);
    const place = name.slice(0, -SEALED.length);
    const value = openRecord((await textOf(file)) ?? "", place, old);
    if (value === undefined) await rm(file, { force: true });
    else await writePrivateFile(file, sealRecord(value, place, key));
  }
  await writeKeys(keyFile, [key]);
  return key;
}

/** The name of a record's file, which says nothing of whose it is. */
function hashOf({ server, owner }: VaultPlace): string {
  return createHash("sha256")
    .update(JSON.stringify([server, owner]))
    .digest("hex");
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
