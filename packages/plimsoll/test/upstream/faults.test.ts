import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createGateway, DEFAULT_LIMITS, type GatewayOptions } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { descendants, isAlive, until } from "../support/processes.ts";
import { configOf, everything, raw, server, temporaryFolder } from "../support/servers.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

function start(options: GatewayOptions) {
  const gateway = createGateway(options);
  open.push(gateway);
  return gateway;
}

function sourcesOf({ runtime }: ReturnType<typeof start>): Record<string, number> {
  const mcp = runtime.catalog.snapshot().sources.filter(({ kind }) => kind === "mcp");
  return Object.fromEntries(mcp.map(({ id, tools }) => [id, tools]));
}

async function callOf(gateway: ReturnType<typeof start>, name: string, args: object = {}) {
  const { outcome, result } = await gateway.runtime.call({ name, arguments: args });
  return { type: outcome.type, text: result?.content.map((block) => "text" in block && block.text).join() };
}

describe("servers that fail at the start", () => {
  it("cost only themselves, and say why they failed", async () => {
    const missing = join(tmpdir(), "no-such-folder");
    const gateway = start({
      config: configOf(
        everything(),
        server("absent", "no-such-command-anywhere"),
        { ...server("homeless", process.execPath), cwd: missing },
        raw("exit"),
        raw("quit"),
        raw("hang"),
        raw("hang-on-list"),
        raw("endless"),
      ),
      startTimeoutMs: 3_000,
    });
    const failures = await gateway.ready();
    expect(sourcesOf(gateway)).toEqual({ everything: 17 });
    expect(await callOf(gateway, "everything__echo", { message: "hi" })).toEqual({
      type: "ok",
      text: "Echo: hi",
    });
    const reasons = Object.fromEntries(failures.map(({ source, error }) => [source, String(error)]));
    expect(reasons).toEqual({
      absent: expect.stringContaining('the command "no-such-command-anywhere" was not found.'),
      homeless: expect.stringContaining(`its folder ${missing} does not exist.`),
      exit: expect.stringContaining(
        "it ended before it answered. Check its arguments and variables. It said: TOKEN",
      ),
      quit: expect.stringContaining("it ended before it answered."),
      hang: expect.stringContaining("it did not answer within 3 seconds."),
      "hang-on-list": expect.stringContaining("it did not list its tools: it took more than 3 seconds."),
      endless: expect.stringContaining(
        "it did not list its tools: its list has no end: it points to a page twice.",
      ),
    });
  });

  it("do not keep a call waiting for longer than the gateway's patience", async () => {
    const gateway = start({
      config: configOf(raw("fine"), raw("hang")),
      startTimeoutMs: 20_000,
      patienceMs: 1_500,
    });
    let isReady = false;
    void gateway.ready().then(() => {
      isReady = true;
    });
    await gateway.listed();
    expect(await callOf(gateway, "fine__fine")).toMatchObject({ type: "ok" });
    expect(isReady).toBe(false);
  });

  it("leave no process behind, though they were never reached", async () => {
    const before = new Set(descendants(process.pid));
    const gateway = start({ config: configOf(raw("hang")), startTimeoutMs: 500 });
    const started: number[] = [];
    await until(() => {
      started.push(...descendants(process.pid).filter((pid) => !before.has(pid)));
      return started.length > 0;
    }, "the server is started");
    await gateway.ready();
    await until(() => !started.some(isAlive), "the server that hangs is ended");
  });
});

describe("servers that were away at the start", () => {
  it("are tried again, and are there once they work", async () => {
    const flag = join(temporaryFolder(), "works-now");
    const { command, args } = raw("fine");
    const script = `test -e '${flag}' && exec '${command}' ${args.map((word) => `'${word}'`).join(" ")}`;
    const gateway = start({ config: configOf(server("late", "sh", "-c", script)), retryDelayMs: 100 });
    expect(await gateway.ready()).toHaveLength(1);
    writeFileSync(flag, "");
    await until(() => sourcesOf(gateway)["late"] === 1, "the server is listed");
    expect(await callOf(gateway, "late__fine")).toMatchObject({ type: "ok" });
  });
});

describe("servers that lie", () => {
  it("lose the tools that are malformed, and keep the others", async () => {
    const gateway = start({ config: configOf(raw("malformed")) });
    expect(await gateway.ready()).toEqual([]);
    const snapshot = gateway.runtime.catalog.snapshot();
    expect(snapshot.entries().map(({ name }) => name)).toEqual(["malformed/fine", "malformed/odd-extras"]);
    expect(snapshot.setAside.map(({ tool, reason }) => [tool, reason])).toEqual([
      ["(unnamed)", "it has no name"],
      ["(unnamed)", "it has no name"],
      ["no-schema", "its input schema is not an object"],
      ["wrong-type", 'its input schema is not of type "object"'],
      ["wrong-words", "its description is not a text"],
    ]);
  });

  it("are not heard where they chatter on their output or have no tools", async () => {
    const gateway = start({ config: configOf(raw("noisy"), raw("no-tools")) });
    expect(await gateway.ready()).toEqual([]);
    expect(sourcesOf(gateway)).toEqual({ noisy: 1, "no-tools": 0 });
    expect(await callOf(gateway, "noisy__fine")).toMatchObject({ type: "ok" });
  });
});

describe("servers that misbehave at a call", () => {
  it.each<[string, RegExp]>([
    ["hang-on-call", /is late: it did not answer "tools\/call" within 1 seconds/],
    ["crash-on-call", /Connection closed: it ended/],
    ["flood", /it floods: it sent more than 10000 lines within 5 seconds that answer nothing/],
    ["chatter", /it floods/],
    ["huge", /it sent a message of more than 64 MB/],
    ["garbage", /is late/],
    ["stranger", /is late/],
    ["liar", /Its result does not fit its output schema/],
    ["nonsense", /sent an answer that is none of the protocol: .*"result":"nonsense"/],
    ["null", /sent an answer that is none of the protocol: .*"result":null/],
  ])("(%s) fail that call, cost nobody else, and leave nothing behind", async (mode, reason) => {
    const before = new Set(descendants(process.pid));
    const limits = {
      ...DEFAULT_LIMITS,
      timeoutSeconds: ["flood", "chatter", "huge"].includes(mode) ? 60 : 1,
    };
    const gateway = start({ config: configOf({ ...raw(mode), limits }, raw("fine")) });
    expect(await gateway.ready()).toEqual([]);
    let answered = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        expect(await callOf(gateway, "fine__fine")).toMatchObject({ type: "ok" });
        answered += 1;
        await delay(20);
      }
    })();
    const { type, text } = await callOf(gateway, `${mode}__fine`);
    isOver = true;
    await others;
    expect(text).toMatch(reason);
    expect(type).toBe("failed");
    expect(answered).toBeGreaterThan(0);
    expect(await callOf(gateway, "fine__fine")).toMatchObject({ type: "ok" });
    await gateway.close();
    expect(descendants(process.pid).filter((pid) => !before.has(pid))).toEqual([]);
  });

  it("are not started again without an end", async () => {
    const gateway = start({ config: configOf(raw("crash-on-call")), retryDelayMs: 60_000 });
    await gateway.ready();
    for (let round = 0; round < 6; round += 1) {
      expect(await callOf(gateway, "crash-on-call__fine")).toMatchObject({ type: "failed" });
    }
    expect(gateway.upstreams.of("crash-on-call").health).toMatchObject({ state: "failing", failures: 2 });
  });
});

describe("servers that change", () => {
  it("are listed again when they say so", async () => {
    const gateway = start({ config: configOf(raw("changing")) });
    await gateway.ready();
    expect(sourcesOf(gateway)).toEqual({ changing: 1 });
    await callOf(gateway, "changing__fine");
    await until(() => sourcesOf(gateway)["changing"] === 2, "the new tool is in the catalog");
    expect(await callOf(gateway, "changing__late")).toEqual({ type: "ok", text: "changed" });
  });

  it("that died are started again by the next call", async () => {
    const gateway = start({ config: configOf(raw("fine")) });
    await gateway.ready();
    const pidOf = async () => Number(/\d+/.exec((await callOf(gateway, "fine__fine")).text ?? "")?.[0]);
    const first = await pidOf();
    expect(isAlive(first)).toBe(true);
    process.kill(first, "SIGKILL");
    await until(() => !isAlive(first), "the server is dead");
    await delay(50); // A call sent before Node hears of the death is lost with the server.
    const second = await pidOf();
    expect(second).not.toBe(first);
    expect(isAlive(second)).toBe(true);
  });

  it("that die in the middle of a call fail that call alone", async () => {
    const before = new Set(descendants(process.pid));
    const gateway = start({ config: configOf(everything()) });
    await gateway.ready();
    const started = descendants(process.pid).filter((pid) => !before.has(pid));
    const call = callOf(gateway, "everything__trigger-long-running-operation", { duration: 20, steps: 20 });
    await delay(200);
    for (const pid of started) process.kill(pid, "SIGKILL");
    expect(await call).toEqual({ type: "failed", text: expect.stringContaining("Connection closed") });
    expect(await callOf(gateway, "everything__echo", { message: "back" })).toEqual({
      type: "ok",
      text: "Echo: back",
    });
  });
});
