import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { ProcessEntry } from "./process-table.ts";

/**
 * The variable by which a server's processes are known: children inherit it, also those that leave the group of
 * their parent. A gateway behind a gateway adds its own mark to the one it has, so that the outer one knows both.
 */
export const MARK_VARIABLE = "PLIMSOLL_PROCESS";

/** What every mark of this process begins with. */
export const OWN_MARK: string = randomBytes(12).toString("hex");

let marks = 0;

/** A mark that no other server of any gateway has. */
export function nextMark(): string {
  marks += 1;
  return `${OWN_MARK}.${marks}.`;
}

/** The variable with a mark, for a server's environment. */
export function toMarkVariable(mark: string): Record<string, string> {
  const above = process.env[MARK_VARIABLE] ?? "";
  return { [MARK_VARIABLE]: `${above}${mark}` };
}

/** The processes of a table that carry a mark. Empty where the system does not show an environment. */
export async function listMarked(mark: string, table: readonly ProcessEntry[]): Promise<ProcessEntry[]> {
  const pids = process.platform === "linux" ? await readEnvironments(mark, table) : await askPs(mark);
  return table.filter(({ pid }) => pids.has(pid) && pid !== process.pid);
}

async function readEnvironments(mark: string, table: readonly ProcessEntry[]): Promise<Set<number>> {
  const marked = await Promise.all(
    table.map(async ({ pid }) => {
      // Those of other users cannot be read, and are none of ours.
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      return environment.includes(mark) ? [pid] : [];
    }),
  );
  return new Set(marked.flat());
}

async function askPs(mark: string): Promise<Set<number>> {
  try {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], options);
    const lines = stdout.split("\n").filter((line) => line.includes(mark));
    return new Set(lines.map((line) => Number.parseInt(line, 10)));
  } catch {
    return new Set();
  }
}
