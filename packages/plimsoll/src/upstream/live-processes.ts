const live = new Set<number>();

/** Keeps a child process from outliving this one, however this one ends; the answer takes it off the list. */
export function guardProcess(pid: number): () => void {
  if (live.size === 0) process.on("exit", killLive);
  live.add(pid);
  return () => {
    live.delete(pid);
    if (live.size === 0) process.off("exit", killLive);
  };
}

// Runs on the way out, where nothing can be waited for.
function killLive(): void {
  for (const pid of live) kill(pid);
}

/** Ends a process at once; one that has ended already is no error. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone.
  }
}
