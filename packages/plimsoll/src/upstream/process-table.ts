import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** A process at one moment. Its id may be given away again; id and start together may not. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly started: string;
}

/** Every process that runs now. Empty where the system has no way to ask. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === "win32") return [];
  try {
    return process.platform === "linux" ? await readProc() : await askPs();
  } catch {
    return [];
  }
}

/** The processes that a process started, and those that they started in turn. */
export function descendantsOf(pid: number, table: readonly ProcessEntry[]): ProcessEntry[] {
  const children = table.filter(({ parent }) => parent === pid);
  return [...children, ...children.flatMap((child) => descendantsOf(child.pid, table))];
}

/** Those of the processes that still run. */
export async function stillRunning(processes: readonly ProcessEntry[]): Promise<ProcessEntry[]> {
  if (processes.length === 0) return [];
  const now = new Map((await listProcesses()).map(({ pid, started }) => [pid, started]));
  return processes.filter(({ pid, started }) => now.get(pid) === started);
}

async function readProc(): Promise<ProcessEntry[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(pids.map(readStat));
  return entries.filter((entry) => entry !== undefined);
}

// The second field is the command in parentheses and may contain anything; behind its last `)` come the state,
// the parent and the group, and 17 fields on the start in ticks since boot. A zombie has ended, whoever still waits for it.
async function readStat(name: string): Promise<ProcessEntry | undefined> {
  const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 20 || fields[0] === "Z" || fields[0] === "X") return undefined;
  return {
    pid: Number(name),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    started: String(fields[19]),
  };
}

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/;

async function askPs(): Promise<ProcessEntry[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="]);
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, group, state, started] = PS_LINE.exec(line) ?? [];
    if (state === undefined || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: String(started) }];
  });
}
