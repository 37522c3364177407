import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { kill, killGroup, terminate } from "./live-processes.ts";
import { listMarked } from "./process-marks.ts";
import { descendantsOf, listProcesses, type ProcessEntry, stillRunning } from "./process-table.ts";

const GRACE_MS = 2_000;
const LEFTOVER_GRACE_MS = 500;
const POLL_MS = 25;

/** Ends the input of a server, then asks it to end: it has two seconds for each. */
export async function endGently(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit").catch(() => undefined);
  child.stdin.end();
  await within(GRACE_MS, ended);
  if (hasEnded(child) || child.pid === undefined) return;
  killGroup(child.pid, "SIGTERM");
  await within(GRACE_MS, ended);
}

/** Ends whatever is left of a server: its group, what it started, and what carries its mark. */
export async function endFamily(pid: number, mark: string): Promise<void> {
  const family = await familyOf(pid, mark);
  if (family.length === 0) return;
  killGroup(pid, "SIGTERM");
  for (const entry of family) terminate(entry.pid);
  await untilGone(family);
  killGroup(pid);
  const left = await stillRunning([...family, ...(await familyOf(pid, mark))]);
  for (const entry of left) kill(entry.pid);
  await untilGone(left);
}

async function untilGone(family: readonly ProcessEntry[]): Promise<void> {
  const end = performance.now() + LEFTOVER_GRACE_MS;
  while ((await stillRunning(family)).length > 0 && performance.now() < end) await delay(POLL_MS);
}

async function familyOf(pid: number, mark: string): Promise<ProcessEntry[]> {
  const table = await listProcesses();
  const own = table.filter((entry) => entry.pid === pid || entry.group === pid);
  const below = own.flatMap((entry) => descendantsOf(entry.pid, table));
  const entries = [...own, ...below, ...(await listMarked(mark, table))];
  return [...new Map(entries.map((entry) => [entry.pid, entry])).values()];
}

function hasEnded({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return exitCode !== null || signalCode !== null;
}

async function within(ms: number, ended: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([ended, delay(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
