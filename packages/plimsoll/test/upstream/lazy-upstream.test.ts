import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS, type ServerLimits, type StdioServer } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { LazyUpstream } from "../../src/upstream/lazy-upstream.ts";
import type { RelayOptions, UpstreamEvent } from "../../src/upstream/upstream.ts";
import { PATIENCE, type Patience } from "../../src/upstream/upstream-state.ts";
import { VerdictBook } from "../../src/upstream/verdict-book.ts";
import { isAlive, until } from "../support/processes.ts";
import { raw, server, temporaryFolder } from "../support/servers.ts";

const MODERN = fileURLToPath(new URL("../support/modern-server.mjs", import.meta.url));
const QUICK: Patience = { ...PATIENCE, firstDelayMs: 60_000, failuresToOpen: 2 };

const open: LazyUpstream[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((upstream) => upstream.close()));
});

function upstreamOf(
  config: StdioServer,
  limits: Partial<ServerLimits> = {},
  patience = PATIENCE,
  store = createMemoryStore(),
) {
  const upstream = new LazyUpstream(
    { ...config, limits: { ...DEFAULT_LIMITS, ...limits } },
    { gateway: "test", env: {}, patience, verdicts: new VerdictBook(store) },
  );
  open.push(upstream);
  return upstream;
}

const call = (args: object = {}, name = "fine") => ({
  method: "tools/call",
  params: { name, arguments: args },
});
const modern = () => server("modern", process.execPath, MODERN);

async function textOf(
  upstream: LazyUpstream,
  args: object = {},
  options: RelayOptions = {},
): Promise<string> {
  const { content } = (await upstream.request(call(args), options)) as { content: { text: string }[] };
  return content[0]?.text ?? "";
}

const pidOf = async (upstream: LazyUpstream): Promise<number> =>
  Number(/\d+/.exec(await textOf(upstream))?.[0]);

/** A server that writes down each of its starts. */
function counted(mode: string) {
  const log = join(temporaryFolder(), "starts");
  const { command, args } = raw(mode);
  const starts = (): number => {
    try {
      return readFileSync(log, "utf8").trim().split("\n").length;
    } catch {
      return 0;
    }
  };
  return { config: server(mode, command, ...args, log), starts };
}

describe("an upstream", () => {
  it("starts by the first request, once for all who come meanwhile, and stops when it is idle", async () => {
    const { config, starts } = counted("fine");
    const upstream = upstreamOf(config, { idleSeconds: 0.3 });
    await delay(50);
    expect([upstream.health.state, starts()]).toEqual(["asleep", 0]);
    const states: string[] = [];
    upstream.subscribe((event) => event.type === "health" && states.push(event.health.state));
    const pids = new Set(await Promise.all([pidOf(upstream), pidOf(upstream), pidOf(upstream)]));
    expect([upstream.health.state, pids.size, starts()]).toEqual(["up", 1, 1]);
    await until(() => upstream.health.state === "asleep" && ![...pids].some(isAlive), "it is stopped");
    expect(states).toEqual(["starting", "up", "asleep"]);
    expect(pids.has(await pidOf(upstream))).toBe(false);
  });

  it("is not idle while a request runs", async () => {
    const upstream = upstreamOf(raw("slow"), { idleSeconds: 0.1 });
    expect(await textOf(upstream, { ms: 600 })).toContain('"most":1');
  });

  it("relays a request and its result as they came", async () => {
    const upstream = upstreamOf(raw("echo"));
    const params = {
      name: "fine",
      arguments: { b: 1, a: [null] },
      _meta: { traceparent: "00-1", progressToken: "theirs" },
    };
    const result = await upstream.request({ method: "tools/call", params });
    const text = JSON.stringify({
      name: "fine",
      arguments: { b: 1, a: [null] },
      _meta: { traceparent: "00-1", "dev.plimsoll/hops": ["test"] },
    });
    expect(JSON.stringify(result)).toBe(
      JSON.stringify({ content: [{ type: "text", text }], zzz: 1, aaa: { b: 2, a: 1 } }),
    );
  });

  it.each(["spaced", "batch"])("reads what a server writes in another way (%s)", async (mode) => {
    const heard: unknown[] = [];
    const upstream = upstreamOf(raw(mode), { timeoutSeconds: 10 });
    const result = await upstream.request(call(), { log: ({ data }) => heard.push(data) });
    expect([result, heard]).toEqual([{ content: [] }, mode === "batch" ? ["both"] : []]);
  });

  it("keeps a server's own error, to the last part of its data", async () => {
    const failed = upstreamOf(raw("failing")).request(call());
    await expect(failed).rejects.toMatchObject({
      code: -32002,
      message: "No such thing.",
      data: { uri: "x:y", hint: "kept", code: 7 },
    });
  });

  it("hands on progress, and gives the server a token of its own for it", async () => {
    const heard: unknown[] = [];
    const upstream = upstreamOf(raw("progress"));
    await upstream.introduction();
    await textOf(upstream, {}, { progress: (update) => heard.push(update) });
    expect(heard).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });

  it("ends a request that takes too long, and tells the server", async () => {
    const upstream = upstreamOf(raw("slow"), { timeoutSeconds: 0.5 });
    await upstream.introduction();
    await expect(textOf(upstream, { ms: 5_000 })).rejects.toThrow(
      'The server "slow" is late: it did not answer "tools/call" within 0.5 seconds.',
    );
    expect(await textOf(upstream, { ms: 1 })).toMatch(/"cancelled":\[\d+\]/);
    expect(upstream.health.state).toBe("up");
  });

  it("ends a request that is cancelled, with the reason, and tells the server", async () => {
    const upstream = upstreamOf(raw("slow"));
    await upstream.introduction();
    const stop = new AbortController();
    const slow = textOf(upstream, { ms: 5_000 }, { signal: stop.signal });
    await delay(100);
    stop.abort(new Error("enough"));
    await expect(slow).rejects.toThrow("enough");
    expect(await textOf(upstream, { ms: 1 })).toMatch(/"cancelled":\[\d+\]/);
  });

  it("lets so many requests run as it may; one that is cancelled leaves the queue", async () => {
    const upstream = upstreamOf(raw("slow"), { concurrency: 2 });
    const stop = new AbortController();
    const running = Array.from({ length: 5 }, () => textOf(upstream, { ms: 150 }));
    const waiting = textOf(upstream, { ms: 150 }, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    const told = await Promise.all(running);
    expect(told.map((text) => JSON.parse(text))).toEqual(
      told.map(() => ({ most: expect.toSatisfy((most) => most <= 2), cancelled: [] })),
    );
  });

  it("does not keep a caller who has left waiting for its start", async () => {
    const upstream = upstreamOf(raw("hang"), { startSeconds: 30 });
    const stop = new AbortController();
    const request = upstream.request(call(), { signal: stop.signal });
    await delay(100);
    stop.abort(new Error("enough"));
    await expect(request).rejects.toThrow("enough");
  });
});

describe("an upstream that fails", () => {
  it("is left alone for a while, and says meanwhile what was wrong", async () => {
    const { config, starts } = counted("quit");
    const upstream = upstreamOf(config, {}, QUICK);
    await expect(textOf(upstream)).rejects.toThrow("it ended before it answered");
    const before = starts();
    await expect(textOf(upstream)).rejects.toThrow("it ended before it answered");
    expect([starts(), upstream.health]).toEqual([
      before,
      { state: "failing", reason: expect.any(String), failures: 1, retryAt: expect.any(Number) },
    ]);
  });

  it("that crashes at every call is started again at once only the first time", async () => {
    const { config, starts } = counted("crash-on-call");
    const upstream = upstreamOf(config, {}, QUICK);
    for (let round = 0; round < 5; round += 1) await expect(textOf(upstream)).rejects.toThrow();
    expect(starts()).toBe(2);
    expect(upstream.health).toMatchObject({ state: "failing", failures: 2 });
  });

  it("works again after its time, one request at a time until it has answered", async () => {
    const { config, starts } = counted("crash-on-call");
    const upstream = upstreamOf(config, {}, { ...QUICK, firstDelayMs: 1 });
    for (let round = 0; round < 3; round += 1) {
      await textOf(upstream).catch(() => undefined);
      await delay(20);
    }
    const before = starts();
    const [first, ...others] = await Promise.allSettled([
      textOf(upstream),
      textOf(upstream),
      textOf(upstream),
    ]);
    expect(String((first as PromiseRejectedResult).reason)).toContain("Connection closed");
    for (const other of others) {
      expect(String((other as PromiseRejectedResult).reason)).toContain("is being tried by another request");
    }
    expect(starts()).toBe(before + 1);
  });

  it("by answering nothing is ended after a few requests", async () => {
    const upstream = upstreamOf(
      raw("hang-on-call"),
      { timeoutSeconds: 0.2 },
      { ...QUICK, silencesToFail: 2 },
    );
    const introduced = await upstream.introduction();
    expect(introduced.era).toBe("legacy");
    await expect(textOf(upstream)).rejects.toThrow("is late");
    await expect(textOf(upstream)).rejects.toThrow("is late");
    expect(upstream.health).toMatchObject({
      state: "failing",
      reason: "it left 2 requests in a row without an answer.",
    });
  });

  it("does not start again once it is closed", async () => {
    const upstream = upstreamOf(raw("fine"));
    const pid = await pidOf(upstream);
    await Promise.all([upstream.close(), upstream.close()]);
    expect([isAlive(pid), upstream.health]).toEqual([false, { state: "closed" }]);
    await expect(textOf(upstream)).rejects.toThrow("the gateway is closing.");
  });
});

describe("a server that asks while it is at work", () => {
  it("is answered by whoever waits for it, and that takes none of its time", async () => {
    const upstream = upstreamOf(raw("asks"), { timeoutSeconds: 1 });
    const asked: unknown[] = [];
    const text = await textOf(
      upstream,
      {},
      {
        async ask(request) {
          asked.push(request);
          await delay(1_500);
          return { action: "accept", content: { n: 3 } };
        },
      },
    );
    expect(JSON.parse(text)).toEqual({ action: "accept", content: { n: 3 } });
    expect(asked).toEqual([
      {
        method: "elicitation/create",
        params: { message: "How many?", requestedSchema: { type: "object", properties: {} } },
      },
    ]);
  });

  it.each([
    ["elicitation/create", { action: "cancel" }],
    ["roots/list", { roots: [] }],
    [
      "sampling/createMessage",
      { error: { code: -32601, message: expect.stringContaining("Nobody behind") } },
    ],
  ])("is declined where nobody can answer %s", async (kind, answer) => {
    expect(JSON.parse(await textOf(upstreamOf(raw("asks")), { kind }))).toEqual(answer);
  });

  it("into a crowd is declined, and is given one request at a time from then on", async () => {
    const upstream = upstreamOf(raw("asks"));
    await upstream.introduction();
    const askers: string[] = [];
    const ask = (name: string) => async () => {
      askers.push(name);
      return { action: "accept", content: { name } };
    };
    const both = () => Promise.all(["a", "b"].map((name) => textOf(upstream, {}, { ask: ask(name) })));
    const first = await both();
    expect(first).toContain('{"action":"cancel"}');
    askers.length = 0;
    expect(await both()).toEqual([
      '{"action":"accept","content":{"name":"a"}}',
      '{"action":"accept","content":{"name":"b"}}',
    ]);
    expect(askers).toEqual(["a", "b"]);
  });

  it("or logs is heard by the one who waits", async () => {
    const heard: unknown[] = [];
    await textOf(upstreamOf(raw("logs")), {}, { log: (message) => heard.push(message) });
    expect(heard).toEqual([{ level: "info", data: "at work", extra: [1] }]);
  });
});

describe("the era of a server", () => {
  it("is found out, and kept where that saves time at the next start", async () => {
    const store = createMemoryStore();
    const { config, starts } = counted("touchy");
    await textOf(upstreamOf(config, {}, PATIENCE, store));
    expect(starts()).toBe(2); // It ended when it was asked what it does not know.
    await textOf(upstreamOf(config, {}, PATIENCE, store));
    expect(starts()).toBe(3);
    await textOf(upstreamOf({ ...config, env: { OTHER: "1" } }, {}, PATIENCE, store));
    expect(starts()).toBe(5);
  });

  it("is asked again after a day", async () => {
    const store = createMemoryStore();
    const { config, starts } = counted("touchy");
    await textOf(upstreamOf(config, {}, PATIENCE, store));
    const key = { space: "catalog", owner: "shared", id: "era/touchy" } as const;
    const { value } = (await store.read(key)) ?? {};
    await store.write(key, { ...(value as object), at: Date.now() - 90_000_000 });
    await textOf(upstreamOf(config, {}, PATIENCE, store));
    expect(starts()).toBe(4);
  });

  it("is the older one of a server that says nothing to what it does not know", async () => {
    const upstream = upstreamOf(raw("mute"), { startSeconds: 6 });
    expect((await upstream.introduction()).era).toBe("legacy");
  });

  it("is the newer one of a server that speaks only that", async () => {
    const upstream = upstreamOf(modern());
    expect(await upstream.introduction()).toMatchObject({ era: "modern", instructions: "Be modern." });
    expect(await upstream.request({ method: "tools/list" })).toMatchObject({ tools: [{ name: "modern" }] });
    await expect(upstream.request(call({ do: "fail" }, "modern"))).rejects.toMatchObject({
      code: 4242,
      message: "No.",
      data: { why: "kept" },
    });
  });
});

describe("a server of the newer era", () => {
  it("is told what the client of each request can do", async () => {
    const upstream = upstreamOf(modern());
    const options = { capabilities: { elicitation: { form: {} } } };
    const told = JSON.parse(await textOf(upstream, {}, options));
    expect(told["io.modelcontextprotocol/clientCapabilities"]).toEqual({ elicitation: { form: {} } });
  });

  it("has its questions passed on as they are, and gets the answers with the next request", async () => {
    const upstream = upstreamOf(modern());
    const options = { capabilities: { elicitation: { form: {} } } };
    const asked = await upstream.request(call({ do: "ask" }, "modern"), options);
    expect(asked).toMatchObject({
      resultType: "input_required",
      inputRequests: { q: { method: "elicitation/create" } },
      requestState: "state",
    });
    const { method, params } = call({ do: "ask" }, "modern");
    const answered = await upstream.request(
      {
        method,
        params: {
          ...params,
          inputResponses: { q: { action: "accept", content: {} } },
          requestState: "state",
        },
      },
      options,
    );
    expect(JSON.stringify(answered)).toContain('\\"state\\"');
  });

  it("is listened to: for its lists, and for the resources that somebody follows", async () => {
    const upstream = upstreamOf(modern());
    const events: UpstreamEvent[] = [];
    upstream.subscribe((event) => event.type !== "health" && events.push(event));
    await upstream.introduction();
    await delay(200);
    await upstream.request(call({ do: "change" }, "modern"));
    await until(() => events.length > 0, "the change is heard of");
    expect(events).toEqual([{ type: "changed", what: "tools" }]);
    await upstream.request({ method: "resources/subscribe", params: { uri: "x:y" } });
    await upstream.request(call({ do: "touch" }, "modern"));
    await until(() => events.length > 1, "the update is heard of");
    expect(events[1]).toEqual({ type: "updated", uri: "x:y" });
  });
});
