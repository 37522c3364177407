import { chmod, lstat, mkdir } from "node:fs/promises";

/**
 * Makes a folder that only this user can look into, or makes sure that it is one. What another user put in its place
 * is refused: whoever owns a folder can change what is read from it.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Windows has no such bits; there a user's own folders are closed to other users.
  if (process.getuid === undefined) return;
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid()) {
    throw new Error(`${folder} is not a folder of this user's`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}
