import { randomUUID } from "node:crypto";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../errors.ts";

/** Makes a folder for secrets, if it is not there, and makes sure that only this user can look into it. */
export async function makeSecretFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkPrivate(folder, 0o700);
}

/**
 * Refuses a file or folder that other users can read or change, or that is another user's. Windows has no such bits:
 * there the folder lies in the user's profile, which is closed to other users.
 */
export async function checkPrivate(path: string, wanted: 0o600 | 0o700): Promise<void> {
  if (process.getuid === undefined) return;
  const found = await lstat(path);
  const isKind = wanted === 0o700 ? found.isDirectory() : found.isFile();
  if (!isKind) throw unsafe(path, `it is not a plain ${wanted === 0o700 ? "folder" : "file"}.`, "Remove it.");
  if (found.uid !== process.getuid()) throw unsafe(path, "it is another user's.", "Remove it.");
  if ((found.mode & 0o077) === 0) return;
  const mode = (found.mode & 0o777).toString(8);
  const remedy = `Close it: chmod ${wanted.toString(8)} ${path}. If others have used this machine meanwhile, log in again: plimsoll login.`;
  throw unsafe(path, `other users of this machine can read or change it (its mode is ${mode}).`, remedy);
}

/** Writes a file that only this user can read, whole or not at all. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

function unsafe(path: string, reason: string, remedy: string): PlimsollError<"VAULT_UNSAFE"> {
  return new PlimsollError("VAULT_UNSAFE", `${path} cannot hold secrets: ${reason} ${remedy}`, {
    path,
    reason,
  });
}
