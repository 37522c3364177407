import { setTimeout as delay } from "node:timers/promises";
import {
  createGateway,
  DEFAULT_LIMITS,
  type ServerConfig,
  type ServerLimits,
  type StdioServer,
} from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import type { RequestScope } from "../../src/server/request-scope.ts";
import { openEmbeddedStore } from "../../src/store/embedded-store.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { createUpstreamPool, type UpstreamPoolOptions } from "../../src/upstream/create-upstream-pool.ts";
import type { Upstream } from "../../src/upstream/upstream.ts";
import { descendants, isAlive, until, watchdogs } from "../support/processes.ts";
import { configOf, everything, files, raw, temporaryFolder } from "../support/servers.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function poolOf(servers: readonly ServerConfig[], options: Partial<UpstreamPoolOptions> = {}) {
  const pool = createUpstreamPool({ gateway: "test", servers, store: createMemoryStore(), ...options });
  open.push(pool);
  return pool;
}

function limited(server: StdioServer, limits: Partial<ServerLimits>): StdioServer {
  return { ...server, limits: { ...DEFAULT_LIMITS, ...limits } };
}

const as = (principal: string | undefined, workspace?: string): RequestScope =>
  ({
    principal: principal === undefined ? undefined : { id: principal },
    workspace,
    capabilities: {},
    meta: {},
  }) as unknown as RequestScope;

async function pidOf(upstream: Upstream): Promise<number> {
  const result = await upstream.request({ method: "tools/call", params: { name: "fine", arguments: {} } });
  return Number(/pid (\d+)/.exec(JSON.stringify(result))?.[1]);
}

describe("a stored listing", () => {
  it("is enough to list, find and describe: nothing is started", async () => {
    const folder = temporaryFolder();
    const config = configOf(everything(), files(), raw("fine"));
    const first = createGateway({ config, store: await openEmbeddedStore({ folder }) });
    expect(await first.ready()).toEqual([]);
    const known = first.runtime.catalog.snapshot();
    await first.close();

    const before = [...descendants(process.pid), ...watchdogs(process.pid)];
    const started: number[] = [];
    const watching = setInterval(() => started.push(...descendants(process.pid)), 5);
    const second = createGateway({ config, store: await openEmbeddedStore({ folder }) });
    open.push(second);
    expect(await second.ready()).toEqual([]);
    expect(second.runtime.catalog.snapshot().fingerprint).toBe(known.fingerprint);
    const found = await second.runtime.find("read a text file");
    expect(found.matches[0]?.name).toBe("files/read_text_file");
    const described = await second.runtime.call({
      name: "tool_describe",
      arguments: { names: ["everything__echo"] },
    });
    expect(JSON.stringify(described.result)).toContain("Echoes back the input");
    clearInterval(watching);
    expect(new Set(started.filter((pid) => !before.includes(pid)))).toEqual(new Set());
    expect(second.upstreams.all()).toEqual([]);

    const { outcome } = await second.runtime.call({ name: "fine__fine", arguments: {} });
    expect(outcome.type).toBe("ok");
    expect(second.upstreams.all().map(({ upstream }) => upstream.server.name)).toEqual(["fine"]);
  });

  it("is not that of a server whose entry is another now", async () => {
    const store = createMemoryStore();
    await poolOf([raw("fine")], { store }).listing("fine");
    const other = { ...raw("changing"), name: "fine" };
    const pool = poolOf([other], { store });
    await pool.listing("fine");
    expect(pool.all()).toHaveLength(1);
    const slower = limited(other, { timeoutSeconds: 5 });
    const third = poolOf([slower], { store });
    await third.listing("fine");
    expect(third.all()).toHaveLength(0);
  });

  it("has everything the server offers, and the hashes of its tools as the catalog has them", async () => {
    const gateway = createGateway({ config: configOf(everything()) });
    open.push(gateway);
    await gateway.ready();
    const listing = await gateway.upstreams.listing("everything");
    expect(listing).toMatchObject({
      era: "legacy",
      config: expect.any(String),
      instructions: expect.any(String),
    });
    const { tools, prompts, resources, resourceTemplates } = listing;
    expect([tools.length, prompts.length > 0, resources.length > 0, resourceTemplates.length > 0]).toEqual([
      17,
      true,
      true,
      true,
    ]);
    const entries = gateway.runtime.catalog.snapshot().entries();
    expect(listing.schemaHashes).toEqual(
      Object.fromEntries(entries.map(({ tool, schemaHash }) => [tool.name, schemaHash])),
    );
  });

  it("is brought up to date after the server was started for something else", async () => {
    const store = createMemoryStore();
    const first = poolOf([raw("fine")], { store });
    const { listedAt } = await first.listing("fine");
    await delay(5);
    const pool = poolOf([raw("fine")], { store });
    await pool.listing("fine");
    await pidOf(pool.of("fine"));
    const listedLater = async (): Promise<boolean> => (await pool.listing("fine")).listedAt > listedAt;
    let isLater = false;
    await until(() => {
      void listedLater().then((later) => {
        isLater = later;
      });
      return isLater;
    }, "the listing is newer");
  });

  it("that another gateway brings up to date reaches this one, which asks nobody", async () => {
    const folder = temporaryFolder();
    const config = configOf(raw("changing"));
    const gateways = [];
    for (let at = 0; at < 2; at += 1) {
      const gateway = createGateway({ config, store: await openEmbeddedStore({ folder }) });
      open.push(gateway);
      await gateway.ready();
      gateways.push(gateway);
    }
    const [first, second] = gateways;
    await first?.runtime.call({ name: "changing__fine", arguments: {} });
    await until(
      () => second?.runtime.catalog.snapshot().get("changing/late") !== undefined,
      "the other gateway has the new tool",
    );
    expect(second?.upstreams.all()).toEqual([]);
  });
});

describe("a pool", () => {
  it("gives everybody one process of a shared server, and each their own of another", async () => {
    const pool = poolOf([
      raw("fine", "shared"),
      limited(raw("fine", "mine"), { scope: "principal" }),
      limited(raw("fine", "here"), { scope: "workspace" }),
    ]);
    const pids = async (scope: RequestScope): Promise<number[]> =>
      Promise.all(["shared", "mine", "here"].map((name) => pidOf(pool.of(name, scope))));
    const [ann, annElsewhere, bob, nobody] = await Promise.all([
      pids(as("ann", "w")),
      pids(as("ann", "v")),
      pids(as("bob", "w")),
      pids(as(undefined)),
    ]);
    const distinct = (at: number): number =>
      new Set([ann, annElsewhere, bob, nobody].map((row) => row?.[at])).size;
    expect([distinct(0), distinct(1), distinct(2)]).toEqual([1, 3, 4]);
    expect(ann[1]).toBe(annElsewhere[1]);
    expect(pool.all()).toHaveLength(8);
    expect(await pids(as("ann", "w"))).toEqual(ann);
  });

  it("lets go of what is one person's once it is idle", async () => {
    const pool = poolOf([limited(raw("fine"), { scope: "principal", idleSeconds: 0.2 })]);
    const pid = await pidOf(pool.of("fine", as("ann")));
    await until(() => pool.all().length === 0 && !isAlive(pid), "it is gone");
  });

  it("has room for so many, ends the one that was used least lately, and refuses where all are in use", async () => {
    const pool = poolOf([limited(raw("slow"), { scope: "principal" })], { most: 2 });
    const use = async (who: string, ms: number) =>
      pool.of("slow", as(who)).request({ method: "tools/call", params: { name: "fine", arguments: { ms } } });
    await use("ann", 1);
    await use("bob", 1);
    await use("cid", 1);
    expect(pool.all().map(({ scope }) => scope)).toEqual(['["principal","bob"]', '["principal","cid"]']);
    const busy = [use("bob", 1_000), use("cid", 1_000)];
    await delay(50);
    await expect(use("dee", 1)).rejects.toThrow("too many are using servers of their own now");
    await Promise.all(busy);
  });

  it("takes over another config without disturbing what is unchanged", async () => {
    const pool = poolOf([raw("slow"), raw("fine"), raw("echo")]);
    const running = pool
      .of("slow")
      .request({ method: "tools/call", params: { name: "fine", arguments: { ms: 800 } } });
    const kept = await pidOf(pool.of("fine"));
    await pool.of("echo").introduction();
    await pool.reconfigure([
      raw("fine"),
      raw("slow"),
      limited(raw("echo"), { timeoutSeconds: 1 }),
      raw("logs"),
    ]);
    expect(pool.servers.map(({ name }) => name)).toEqual(["fine", "slow", "echo", "logs"]);
    expect(await pidOf(pool.of("fine"))).toBe(kept);
    expect(JSON.stringify(await running)).toContain("most");
    expect(pool.all().map(({ upstream }) => upstream.server.name)).toEqual(["slow", "fine"]);
    await pool.reconfigure([raw("slow")]);
    expect(isAlive(kept)).toBe(false);
    expect(() => pool.of("fine")).toThrow("there is no server of that name in the config.");
  });

  it("tells of a change once the new listing is kept, and of nothing where nothing is different", async () => {
    const pool = poolOf([raw("changing")]);
    await pool.listing("changing");
    const events: string[] = [];
    const sizes: Promise<number>[] = [];
    pool.subscribe((server, event) => {
      if (event.type !== "changed") return;
      events.push(`${server} ${event.what}`);
      sizes.push(pool.listing(server).then(({ tools }) => tools.length));
    });
    for (let round = 0; round < 2; round += 1) {
      await pool.of("changing").request({ method: "tools/call", params: { name: "fine", arguments: {} } });
      await delay(800);
    }
    expect([events, await Promise.all(sizes)]).toEqual([["changing tools"], [2]]);
  });

  it("works on where its store is out of order", async () => {
    const store = createMemoryStore();
    const broken = async (): Promise<never> => {
      throw new Error("The disk is full.");
    };
    const pool = poolOf([raw("fine")], { store: { ...store, read: broken, write: broken, remove: broken } });
    expect((await pool.listing("fine")).tools).toHaveLength(1);
    expect(await pidOf(pool.of("fine"))).toBeGreaterThan(0);
    expect((await pool.listing("fine")).tools).toHaveLength(1);
  });
});
