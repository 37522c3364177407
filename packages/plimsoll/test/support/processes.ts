import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** The ids of all processes below one, by /proc, but for the watchdog: the servers, and what they started. */
export function descendants(pid: number): number[] {
  return below(pid).filter((child) => isAlive(child) && !isWatchdog(child));
}

/** The ids of the watchdogs right below a process. */
export function watchdogs(pid: number): number[] {
  return below(pid).filter(isWatchdog);
}

function below(pid: number): number[] {
  const parents = new Map(readdirSync("/proc").filter(isPid).flatMap(toPair));
  const children = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...children(child)]);
  return children(pid);
}

function isWatchdog(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("plimsoll-watchdog");
  } catch {
    return false;
  }
}

/** The ids of the processes whose environment has a text in it, wherever they stand. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter(isPid)
    .map(Number)
    .filter((pid) => isAlive(pid) && environmentOf(pid).includes(text));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

/** Whether a process runs; one that has ended and was not waited for does not. */
export function isAlive(pid: number): boolean {
  const fields = statOf(String(pid));
  return fields !== undefined && fields[0] !== "Z";
}

/** Waits until a condition holds, and fails loudly if it never does. */
export async function until(condition: () => boolean, what: string, timeoutMs = 10_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`);
    await delay(20);
  }
}

function isPid(name: string): boolean {
  return /^\d+$/.test(name);
}

function toPair(pid: string): [number, number][] {
  const fields = statOf(pid);
  return fields === undefined ? [] : [[Number(pid), Number(fields[1])]];
}

function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
