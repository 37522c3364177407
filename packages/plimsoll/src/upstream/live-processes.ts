import { guardByWatchdog } from "./watchdog.ts";

const live = new Set<number>();

/**
 * Keeps a server's process, with its group where it leads one, from outliving this one, however this one ends;
 * the answer takes it off the list.
 */
export function guardProcess(pid: number): () => void {
  if (live.size === 0) process.on("exit", killLive);
  live.add(pid);
  const release = guardByWatchdog(pid);
  return () => {
    release();
    live.delete(pid);
    if (live.size === 0) process.off("exit", killLive);
  };
}

// Runs on the way out, where nothing can be waited for.
function killLive(): void {
  for (const pid of live) killGroup(pid);
}

/** Ends a process at once; one that has ended already is no error. */
export function kill(pid: number): void {
  send(pid, "SIGKILL");
}

/** Asks a process to end. */
export function terminate(pid: number): void {
  send(pid, "SIGTERM");
}

/** Ends the group that a process leads, or the process alone where it leads none. */
export function killGroup(pid: number, signal: NodeJS.Signals = "SIGKILL"): void {
  if (!send(-pid, signal)) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // It is gone.
  }
}
