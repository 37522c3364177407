import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { isRecord } from "../internal/is-record.ts";

const LOOK_AGAIN_MS = 25;
const BEAT_MS = 3_000;
// Several beats: a process that was merely slow is not taken for gone.
const STALE_MS = 20_000;

/**
 * Does something alone among all processes that lock the same file. What a process that was killed holds is taken
 * from it: at once on the same machine, else when its lock has not been touched for a while.
 */
export async function withFileLock<T>(file: string, run: () => Promise<T>): Promise<T> {
  const own = JSON.stringify({ id: randomUUID(), pid: process.pid, host: hostname() });
  while (!(await take(file, own))) {
    await removeStale(file);
    await delay(LOOK_AGAIN_MS);
  }
  const beat = setInterval(() => {
    const now = new Date();
    void utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  try {
    return await run();
  } finally {
    clearInterval(beat);
    if ((await textOf(file)) === own) await rm(file, { force: true });
  }
}

async function take(file: string, own: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(own).finally(() => handle.close());
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw cause;
  }
}

/** Moved before it is removed: of several who find it stale one has it, and sees whether it was still that one. */
async function removeStale(file: string): Promise<void> {
  const found = await textOf(file);
  if (found === undefined || !(await isStale(file, found))) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  // Another was faster, and this is the lock of who came after: it is put back, unless a third has it by now.
  if ((await textOf(aside)) !== found) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isStale(file: string, text: string): Promise<boolean> {
  const touchedAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  if (Date.now() - touchedAt > STALE_MS) return true;
  const { pid, host } = readHolder(text);
  return host === hostname() && typeof pid === "number" && !isRunning(pid);
}

function readHolder(text: string): { readonly pid?: unknown; readonly host?: unknown } {
  try {
    const holder: unknown = JSON.parse(text);
    return isRecord(holder) ? holder : {};
  } catch {
    return {}; // Its holder has not come to write it, or never will: then its age tells.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}
