import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DEFAULT_LIMITS } from "plimsoll";
import { expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { createUpstreamPool } from "../../src/upstream/create-upstream-pool.ts";
import { descendants, until, watchdogs } from "../support/processes.ts";
import { raw } from "../support/servers.ts";

const CYCLES = Number(process.env["PLIMSOLL_CYCLES"] ?? 50);
const WAYS = ["stop", "crash", "kill"] as const;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What is held, once everything that can be let go of has been. */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/** What keeps a process alive, but for what is there in any case. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /Process|Pipe|Timeout|Socket|FSReq/.test(kind)).length;

it(
  `${CYCLES} starts, stops and crashes leave no process, no open handle, and no growth in memory`,
  async () => {
    const before = new Set(descendants(process.pid));
    const limits = { ...DEFAULT_LIMITS, scope: "shared" as const };
    const patience = { firstDelayMs: 0, longestDelayMs: 0, failuresToOpen: 1_000_000, silencesToFail: 3 };
    const pool = createUpstreamPool({
      servers: [
        { ...raw("fine"), limits },
        { ...raw("crash-on-call"), limits },
      ],
      store: createMemoryStore(),
      patience,
    });
    const call = (name: string) =>
      pool.of(name).request({ method: "tools/call", params: { name: "fine", arguments: {} } });
    const cycle = async (way: (typeof WAYS)[number]): Promise<void> => {
      if (way === "crash")
        return void (await expect(call("crash-on-call")).rejects.toThrow("Connection closed"));
      const pid = Number(/pid (\d+)/.exec(JSON.stringify(await call("fine")))?.[1]);
      if (way === "kill") process.kill(pid, "SIGKILL");
      await pool.of("fine").stop();
    };
    await pool.listing("fine");
    const warmUp = Math.max(Math.floor(CYCLES / 5), 6);
    let early = 0;
    let openEarly = 0;
    for (let at = 0; at < CYCLES + warmUp; at += 1) {
      if (at === warmUp) [early, openEarly] = [await heldBytes(), handles()];
      await cycle(WAYS[at % WAYS.length] ?? "stop");
    }
    const late = await heldBytes();
    // A hundred bytes a cycle would not show in 50; what holds on to a connection or a process does, by megabytes.
    expect(late / early).toBeLessThan(1.5);
    expect(handles()).toBeLessThanOrEqual(openEarly + 4);
    await pool.close();
    expect(descendants(process.pid).filter((pid) => !before.has(pid))).toEqual([]);
    await until(() => watchdogs(process.pid).length === 0, "the watchdog is gone");
  },
  60_000 + CYCLES * 2_000,
);
