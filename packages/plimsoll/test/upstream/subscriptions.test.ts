import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LazyUpstream } from "../../src/upstream/lazy-upstream.ts";
import { PATIENCE } from "../../src/upstream/upstream-state.ts";
import { until } from "../support/processes.ts";
import { raw, server, temporaryFolder } from "../support/servers.ts";
import { callOf, upstreamOf } from "../support/upstreams.ts";

const about = (method: "subscribe" | "unsubscribe") => ({
  method: `resources/${method}`,
  params: { uri: "x:y" },
});
const pidOf = async (upstream: LazyUpstream) => Number(/\d+/.exec(await callOf(upstream))?.[0]);

function listen(upstream: LazyUpstream) {
  const told = { updates: 0 };
  upstream.subscribe((event) => {
    if (event.type === "updated") told.updates += 1;
  });
  return told;
}

describe("a server that somebody listens to", () => {
  it("is not idle, until nobody listens any longer", async () => {
    const upstream = upstreamOf(raw("resources"), { idleSeconds: 0.3 });
    const told = listen(upstream);
    await upstream.request(about("subscribe"));
    await delay(900);
    told.updates = 0;
    await until(() => told.updates > 2, "updates go on");
    expect(upstream.health.state).toBe("up");
    await upstream.request(about("unsubscribe"));
    await until(() => upstream.health.state === "asleep", "it is stopped");
  });

  it("is started again after a crash, and asked again, without anybody's request", async () => {
    const upstream = upstreamOf(raw("resources"));
    const told = listen(upstream);
    await upstream.request(about("subscribe"));
    process.kill(await pidOf(upstream), "SIGKILL");
    await until(() => upstream.health.state !== "up", "the crash is heard of");
    await until(() => upstream.health.state === "up", "it is started again");
    told.updates = 0;
    await until(() => told.updates > 2, "updates go on");
  });

  it("is tried again later and later where it does not start, until it does, or nobody listens any longer", async () => {
    const flag = join(temporaryFolder(), "works");
    const { command, args } = raw("resources");
    const script = `test -e '${flag}' && exec '${command}' ${args.map((word) => `'${word}'`).join(" ")}`;
    const patience = { ...PATIENCE, firstDelayMs: 200, longestDelayMs: 400 };
    const upstream = upstreamOf(server("flagged", "sh", "-c", script), {}, { patience });
    const states: string[] = [];
    upstream.subscribe((event) => event.type === "health" && states.push(event.health.state));
    const failed = () => states.filter((state) => state === "failing").length;
    writeFileSync(flag, "");
    await upstream.request(about("subscribe"));
    rmSync(flag);
    process.kill(await pidOf(upstream), "SIGKILL");
    await until(() => failed() > 2, "it was tried again");
    writeFileSync(flag, "");
    await until(() => upstream.health.state === "up", "it is started again");
    rmSync(flag);
    process.kill(await pidOf(upstream), "SIGKILL");
    await until(() => upstream.health.state === "failing", "it is gone");
    await until(() => failed() > 4, "it was tried again");
    await until(() => upstream.health.state === "failing", "it failed again");
    expect(await upstream.request(about("unsubscribe"))).toEqual({});
    const before = states.length;
    await delay(1_000);
    expect(states.length).toBe(before);
  });
});
