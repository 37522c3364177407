import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { PATIENCE } from "../../src/upstream/upstream-state.ts";
import { raw } from "../support/servers.ts";
import { callOf, endOf, upstreamOf } from "../support/upstreams.ts";

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

const pidIn = (text: string): number => JSON.parse(text).pid;
const MODERN = { era: "modern" } as const;

describe("a server with calls that are late", () => {
  it("goes on with the others, and is ended only when none is within its time", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 3 });
    const pid = pidIn(await callOf(upstream));
    const late = [1, 2, 3].map(() => endOf(callOf(upstream, { isMute: true })));
    await delay(1_500);
    expect(pidIn(await endOf(callOf(upstream, { ms: 2_000 })))).toBe(pid);
    expect(await Promise.all(late)).toEqual(Array(3).fill(expect.stringContaining("is late")));
    expect(upstream.health.state).toBe("up");
    await Promise.all([1, 2, 3].map(() => endOf(callOf(upstream, { isMute: true }))));
    expect(upstream.health).toMatchObject({
      state: "failing",
      reason: "it left 3 requests in a row without an answer.",
    });
  });

  it("is not taken for stuck while it says anything at all", async () => {
    const upstream = upstreamOf(
      raw("scripted"),
      { timeoutSeconds: 1 },
      { patience: { ...PATIENCE, silencesToFail: 1 } },
    );
    await upstream.introduction();
    for (let round = 0; round < 3; round += 1) {
      expect(await endOf(callOf(upstream, { ms: 100, log: "at work", isMute: true }))).toContain("is late");
    }
    expect(upstream.health.state).toBe("up");
  });
});

describe("a request that waits for its turn", () => {
  it("is told after its time that the server is busy, whatever is collected meanwhile", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 2, concurrency: 1 });
    await upstream.introduction();
    const ask = () => delay(6_000, { action: "accept", content: {} });
    const ahead = callOf(upstream, { ask: "Who are you?" }, { ask });
    await delay(300);
    const { signal } = new AbortController();
    const behind = endOf(callOf(upstream, {}, { signal }));
    await delay(300);
    collectGarbage();
    expect(await Promise.race([behind, ahead])).toContain("it was busy with other requests for 2 seconds");
    await ahead;
  });
});

describe("a call that reports progress", () => {
  it("has its time again after each", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 1 });
    await upstream.introduction();
    const heard: unknown[] = [];
    const text = await endOf(
      callOf(upstream, { ms: 2_500, steps: 9 }, { progress: (update) => heard.push(update) }),
    );
    expect(JSON.parse(text)).toMatchObject({ told: ["nothing"] });
    expect(heard).toHaveLength(9);
  });

  it("does not go on for ever", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 0.2 });
    await upstream.introduction();
    const call = callOf(upstream, { ms: 60_000, steps: 1_200 }, { progress: () => undefined });
    expect(await endOf(call)).toContain("is late");
    expect(upstream.health.state).toBe("up");
  });
});

describe("a question whose client has gone away with it", () => {
  const never = () => new Promise<never>(() => undefined);

  it("is declined after the time of a call where others wait in line, who are then served", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 2, concurrency: 1 });
    await upstream.introduction();
    const asking = callOf(upstream, { ask: "Are you there?" }, { ask: never, ...MODERN });
    await delay(800);
    const behind = endOf(callOf(upstream));
    expect(JSON.parse(await behind)).toMatchObject({ told: [{ action: "cancel" }, "nothing"] });
    expect(JSON.parse(await asking)).toMatchObject({ told: [{ action: "cancel" }] });
  });

  it("is declined at once where it is older than that when somebody comes", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 1, concurrency: 1 });
    await upstream.introduction();
    const asking = callOf(upstream, { ask: "Are you there?" }, { ask: never, ...MODERN });
    expect(await Promise.race([asking, delay(2_200, "open")])).toBe("open");
    expect(JSON.parse(await endOf(callOf(upstream)))).toMatchObject({
      told: [{ action: "cancel" }, "nothing"],
    });
  });

  it("waits for its client where nobody else needs the server, and where the client is there", async () => {
    const upstream = upstreamOf(raw("scripted"), { timeoutSeconds: 1, concurrency: 1 });
    await upstream.introduction();
    const ask = () => delay(2_200, { action: "accept", content: {} });
    const answered = { told: expect.arrayContaining([{ action: "accept", content: {} }]) };
    const alone = await callOf(upstream, { ask: "Are you there?" }, { ask, ...MODERN });
    expect(JSON.parse(alone)).toMatchObject(answered);
    const present = callOf(upstream, { ask: "Are you there?" }, { ask });
    await delay(100);
    expect(await endOf(callOf(upstream))).toContain("it was busy with other requests for 1 seconds");
    expect(JSON.parse(await present)).toMatchObject(answered);
  });
});
