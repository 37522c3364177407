import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createGateway, type StdioServer } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { descendants, isAlive, processesWith, until, watchdogs } from "../support/processes.ts";
import { configOf, everything, files, raw, server, temporaryFolder } from "../support/servers.ts";

const GATEWAY = fileURLToPath(new URL("../support/gateway-process.ts", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const PATIENCE_MS = 60_000;

let running: { child: ChildProcess; token: string } | undefined;
afterEach(() => {
  running?.child.kill("SIGKILL");
  for (const pid of processesWith(running?.token ?? "no such text")) process.kill(pid, "SIGKILL");
});

/** Starts a gateway whose servers carry a text of this test's own in their environment. */
async function startGateway(
  ...servers: StdioServer[]
): Promise<{ child: ChildProcess; token: string; pid: number }> {
  const token = `TEST_${Math.random().toString(36).slice(2)}`;
  const file = join(temporaryFolder(), "config.json");
  const marked = servers.map((one) => ({ ...one, env: { TOKEN: token } }));
  writeFileSync(file, JSON.stringify(configOf(...marked)));
  const args = ["--conditions=@plimsoll/source", "--import", TSX, GATEWAY, file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
  running = { child, token };
  let said = "";
  child.stdout?.on("data", (piece) => (said += piece));
  await until(() => said.includes("ready"), "the gateway is ready", PATIENCE_MS);
  return { child, token, pid: Number(child.pid) };
}

/** A server behind `npx`, as most configs have it. */
function behindNpx(): StdioServer {
  const { args } = raw("stubborn");
  return server("npx", "npx", "--no-install", "-c", `node ${args.map((word) => `'${word}'`).join(" ")}`);
}

describe("a gateway that is killed", () => {
  it("leaves no process behind: no plain one, none behind npx, none that ignores requests, none that left its group", async () => {
    const { child, token, pid } = await startGateway(
      everything(),
      files(),
      raw("stubborn"),
      raw("daemon"),
      behindNpx(),
    );
    const started = processesWith(token);
    expect(started.length).toBeGreaterThanOrEqual(6);
    const [watchdog] = watchdogs(pid);
    expect(watchdogs(pid)).toHaveLength(1);
    child.kill("SIGKILL");
    await until(
      () => processesWith(token).length === 0,
      "every process of every server is gone",
      PATIENCE_MS,
    );
    await until(() => !isAlive(Number(watchdog)), "the watchdog is gone", PATIENCE_MS);
  });

  it("leaves no process behind either where its whole group is killed", async () => {
    const { token, pid } = await startGateway(raw("stubborn"), raw("daemon"));
    const [watchdog] = watchdogs(pid);
    process.kill(-pid, "SIGKILL");
    await until(
      () => processesWith(token).length === 0,
      "every process of every server is gone",
      PATIENCE_MS,
    );
    await until(() => !isAlive(Number(watchdog)), "the watchdog is gone", PATIENCE_MS);
  });
});

describe("the watchdog", () => {
  it("is one for all servers, comes with the first and goes with the last", async () => {
    const before = watchdogs(process.pid);
    const gateway = createGateway({ config: configOf(raw("fine"), raw("echo"), raw("logs")) });
    await gateway.ready();
    expect(watchdogs(process.pid).filter((pid) => !before.includes(pid))).toHaveLength(1);
    await gateway.close();
    await until(() => watchdogs(process.pid).every((pid) => before.includes(pid)), "the watchdog is gone");
  });
});

describe("a server that is closed", () => {
  it("takes what it started with it, also what left its group and ignores requests", async () => {
    const before = new Set(descendants(process.pid));
    const token = `TEST_${Math.random().toString(36).slice(2)}`;
    const gateway = createGateway({ config: configOf({ ...raw("daemon"), env: { TOKEN: token } }) });
    await gateway.ready();
    await until(() => processesWith(token).length === 2, "server and daemon run");
    await gateway.close();
    expect(processesWith(token)).toEqual([]);
    expect(descendants(process.pid).filter((pid) => !before.has(pid))).toEqual([]);
  });

  it("that died by itself leaves nothing behind", async () => {
    const token = `TEST_${Math.random().toString(36).slice(2)}`;
    const gateway = createGateway({ config: configOf({ ...raw("daemon"), env: { TOKEN: token } }) });
    await gateway.ready();
    await until(() => processesWith(token).length === 2, "server and daemon run");
    const { outcome } = await gateway.runtime.call({ name: "daemon__fine", arguments: {} });
    const pid = Number(/pid (\d+)/.exec(JSON.stringify(outcome))?.[1]);
    process.kill(pid, "SIGKILL");
    await until(() => processesWith(token).length === 0, "its daemon is gone too");
    await gateway.close();
  });
});
