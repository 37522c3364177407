import { readFile } from "node:fs/promises";
import { listProcesses } from "../upstream/process-table.ts";

/** Names a process for good: its id is given away again, its id and its start together are not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the system tells it; empty where it does not. */
  readonly started: string;
}

/** The identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, started: (await startOf(process.pid)) ?? "" };
}

/** Whether a process still runs, and is not another one that has been given its id. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (started === "") return answersSignal(pid);
  return (await startOf(pid)) === started;
}

async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") {
    return (await listProcesses()).find((entry) => entry.pid === pid)?.started;
  }
  // The command, in parentheses, may contain anything; 20 fields behind it comes the start in ticks since boot.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
