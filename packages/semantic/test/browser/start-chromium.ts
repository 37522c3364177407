import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Where the browser is, if there is one. */
export const CHROMIUM: string | undefined = [process.env["CHROME_PATH"], "/usr/bin/chromium"].find(
  (path) => path !== undefined && existsSync(path),
);

/** A browser at work. */
export interface Chromium {
  /** The processes it consists of now, by /proc. */
  processes(): readonly number[];
  /** Rejects if it ends before `stop`, with what it said. */
  readonly ended: Promise<never>;
  /** Ends all its processes and takes its folder away. */
  stop(): Promise<void>;
}

const FLAGS = [
  "--headless",
  "--no-sandbox", // Root, as in a container, has no other way.
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--remote-debugging-pipe", // Nothing is sent over it: the browser ends when it closes, however a test run ends.
  "--no-proxy-server",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const PATIENCE_MS = 10_000;

/** Opens a page in a browser that knows nothing and reaches nothing but this machine. */
export function startChromium(program: string, url: string): Chromium {
  const home = mkdtempSync(join(tmpdir(), "plimsoll-browser-"));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${join(home, "profile")}`, url], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    env: { ...process.env, HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
  });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    complaints += chunk;
  });
  const exit = new Promise<unknown>((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  const ended = exit.then((how): never => {
    throw new Error(`${program} ended (${how}) before the page had answered: ${complaints.slice(-2000)}`);
  });
  ended.catch(() => {}); // Ending is an error only to whoever waits for the page.

  const processes = (): number[] => (child.pid === undefined ? [] : processesOf(child.pid, home));
  return {
    processes,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const end = Date.now() + PATIENCE_MS;
      while (processes().length > 0 && Date.now() < end) await delay(20);
      for (const pid of processes()) kill(pid);
      await exit;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * The group of a process, and whoever has its home: the browser's crash handlers leave the group, and processes
 * that rename themselves overwrite their environment.
 */
function processesOf(group: number, home: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = readProcess(pid, "stat");
      const [state, , groupOf] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (stat === "" || state === "Z") return false;
      return Number(groupOf) === group || readProcess(pid, "environ").includes(`HOME=${home}\0`);
    });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself since it was listed.
  }
}

/** Empty for a process that has ended or is another user's. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
