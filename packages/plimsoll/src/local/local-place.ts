import { createHash, randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stateFolder } from "../store/state-folder.ts";
import { makePrivateFolder } from "./private-folder.ts";

// The least of what systems allow for the path of a socket, without its closing zero.
const MAX_SOCKET_BYTES = 103;

/** Where the local gateway of one config is announced: the files there begin with the id. */
export interface LocalPlace {
  readonly folder: string;
  readonly id: string;
}

/** The place of a config file: the same for every program that means the same file, by whatever path. */
export async function localPlaceOf(
  configFile: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<LocalPlace> {
  const folder = join(stateFolder(env), "local");
  await makePrivateFolder(folder);
  const file = await realpath(configFile).catch(() => configFile);
  return { folder, id: createHash("sha256").update(file).digest("hex").slice(0, 16) };
}

/** A new address for a local gateway to listen at, reachable for this user's programs alone. */
export async function newAddress({ folder, id }: LocalPlace): Promise<string> {
  const name = `${id}-${randomBytes(6).toString("hex")}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\plimsoll-${name}`;
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= MAX_SOCKET_BYTES) return path;
  const shorter = join(tmpdir(), `plimsoll-${process.getuid?.() ?? 0}`);
  await makePrivateFolder(shorter);
  return join(shorter, `${name}.sock`);
}

/** Where a gateway that runs in the background writes what it has to say. */
export function logFileOf({ folder, id }: LocalPlace): string {
  return join(folder, `${id}.log`);
}
