import { type FSWatcher, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { realPath } from "./gateway-command.ts";

/** How a file is watched. */
export interface WatchFileOptions {
  /** How long it must be left alone before it counts as changed. */
  readonly settleMs: number;
  /** How often it is looked at where the system tells nothing. */
  readonly lookMs: number;
}

/**
 * Calls a listener once at the start, and after every change of a file's text, one call at a time, until the answer
 * is called. Editors put a new file in the place of the old one, so the folder is watched, and the one that it is a
 * link into. Nothing here keeps the process alive.
 */
export function watchFile(
  file: string,
  listener: () => Promise<void>,
  { settleMs, lookMs }: WatchFileOptions,
): () => void {
  let text: string | undefined | null = null; // nothing is known yet
  let reading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const now = await textOf(file);
    if (now === text) return;
    text = now;
    await listener();
  };
  const lookSoon = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reading = reading.then(look);
    }, delayMs);
    timer.unref();
  };
  const folders = new Set([dirname(file), dirname(realPath(file))]);
  const watchers = [...folders].flatMap((folder) => watchFolder(folder, () => lookSoon(settleMs)));
  const clock = setInterval(() => {
    void textOf(file).then((now) => {
      if (text !== null && now !== text) lookSoon(settleMs);
    });
  }, lookMs);
  clock.unref();
  // It may have changed since it was read for the first time.
  lookSoon(0);
  return () => {
    clearTimeout(timer);
    clearInterval(clock);
    for (const watcher of watchers) watcher.close();
  };
}

/** A file that is not there has no text. */
function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

/** Where a folder cannot be watched, looking at the file now and then has to do. */
function watchFolder(folder: string, hear: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, hear);
    watcher.on("error", () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
