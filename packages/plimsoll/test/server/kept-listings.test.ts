import { createRuntime, estimateTokens, type Source, toSourceId } from "@plimsoll/core";
import { fromMcpTool } from "@plimsoll/core/mcp";
import { DEFAULT_REQUEST_LIMITS, DEFAULT_SETTINGS, type Gateway, type ProfileConfig } from "plimsoll";
import { describe, expect, it } from "vitest";
import { Observers } from "../../src/observe/observers.ts";
import { createFrontParts } from "../../src/server/front-parts.ts";
import { CallLimits } from "../../src/server/limits/call-limits.ts";
import { NO_METER } from "../../src/server/meter.ts";
import { serviceNamed } from "../../src/server/service-named.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { LateQuarantine } from "../../src/trust/late-quarantine.ts";
import type { StoredListing } from "../../src/upstream/stored-listing.ts";
import { configOf, server } from "../support/servers.ts";

interface Kept {
  readonly name: string;
  readonly instructions?: string;
  /** It never answers. */
  readonly hangs?: boolean;
}

/** A gateway that has listings and no servers: whatever would start one fails. */
async function gatewayOf(
  kept: readonly Kept[],
  profiles: Readonly<Record<string, ProfileConfig>> = {},
): Promise<Gateway> {
  const listingOf = ({ instructions }: Kept): StoredListing => ({
    config: "",
    listedAt: 0,
    era: "legacy",
    eraAt: 0,
    ...(instructions === undefined ? {} : { instructions }),
    tools: [{ name: "work", description: "Works.", inputSchema: { type: "object" } }],
    prompts: [{ name: "ask", description: "Asks." }],
    resources: [{ uri: "x://1", name: "one" }],
    resourceTemplates: [{ uriTemplate: "x://{id}", name: "any" }],
    schemaHashes: {},
  });
  const sources = kept.map((one): Source => {
    const { tools } = listingOf(one);
    const { instructions } = one;
    return {
      id: toSourceId(one.name),
      title: one.name,
      kind: "mcp",
      list: async () => ({
        tools: tools.map((tool) => fromMcpTool(tool, { type: "run", run: () => "done" })),
        ...(instructions === undefined ? {} : { instructions }),
      }),
    };
  });
  const runtime = createRuntime({ sources, strategy: "bridge" });
  await runtime.ready();
  const fails = (): never => {
    throw new Error("A server was started.");
  };
  const store = createMemoryStore();
  const gateway: Gateway = {
    id: "test",
    unlisted: () => [],
    reconfigure: fails,
    under: () => gateway,
    quarantine: new LateQuarantine({ store, configFile: "", classes: () => ({}) }),
    config: {
      ...configOf(...kept.map(({ name }) => server(name, "none"))),
      profiles,
      settings: DEFAULT_SETTINGS,
    },
    runtime,
    store,
    meter: NO_METER,
    observers: new Observers(),
    callLimits: new CallLimits(() => DEFAULT_REQUEST_LIMITS, NO_METER),
    upstreams: {
      servers: kept.map(({ name }) => server(name, "none")),
      of: fails,
      listing: (name) => {
        const one = kept.find((candidate) => candidate.name === name);
        return one === undefined || one.hangs === true
          ? new Promise(() => {})
          : Promise.resolve(listingOf(one));
      },
      all: () => [],
      subscribe: () => () => {},
      refresh: fails,
      reconfigure: fails,
      close: async () => {},
      withholds: () => false,
      announce: fails,
      release: () => {},
    },
    ready: async () => [],
    listed: async () => {},
    close: () => runtime.close(),
  };
  return gateway;
}

function serve(gateway: Gateway, profile?: string) {
  const service = serviceNamed(createFrontParts(gateway), profile);
  if (service === undefined) throw new Error("There is no such profile.");
  return service;
}

const CONNECTION = {
  era: "modern" as const,
  principal: undefined,
  workspace: undefined,
  profile: undefined,
  session: undefined,
};
const WATCH = {
  signal: new AbortController().signal,
  progress: () => {},
  scope: { ...CONNECTION, session: undefined, capabilities: {}, meta: {} },
};

it("starts no server to list tools, prompts and resources, to find and to describe", async () => {
  const gateway = await gatewayOf([{ name: "b" }, { name: "a" }], {
    pinned: { pins: ["*/work"] },
    through: { transparent: "a" },
  });
  for (const profile of [undefined, "pinned", "through"]) {
    const service = serve(gateway, profile);
    service.instructions();
    expect((await service.listTools(CONNECTION)).length).toBeGreaterThan(0);
    expect((await service.listPrompts()).length).toBeGreaterThan(0);
    expect((await service.listResources()).length).toBeGreaterThan(0);
    expect((await service.listResourceTemplates()).length).toBeGreaterThan(0);
  }
  const service = serve(gateway);
  for (const call of [
    { name: "tool_find", arguments: { query: "work" } },
    { name: "tool_describe", arguments: { names: ["a__work"] } },
  ]) {
    expect(await service.callTool(call, WATCH, CONNECTION)).toMatchObject({ type: "done" });
  }
  expect((await service.listPrompts()).map(({ name }) => name)).toEqual(["a__ask", "b__ask"]);
});

it("lists what the others have where one server hangs", async () => {
  const service = serve(await gatewayOf([{ name: "slow", hangs: true }, { name: "quick" }]));
  expect((await service.listResources()).map(({ uri }) => uri)).toEqual(["plimsoll://quick/x://1"]);
}, 30_000);

describe("instructions", () => {
  it("name every server, with the first sentence of its own words, in order", async () => {
    const gateway = await gatewayOf([
      { name: "zebra", instructions: "\n\n## Zebra\u200b\u202e server\nStripes. More." },
      { name: "ant", instructions: "Carries things. Twice." },
      { name: "My Server", instructions: "" },
    ]);
    const lines = serve(gateway).instructions().split("\n");
    expect(lines.slice(-4)).toEqual([
      "Tools come from these servers:",
      `- ${toSourceId("My Server")}`,
      "- ant: Carries things.",
      "- zebra: Zebra server",
    ]);
  });

  it.each([1, 30, 300])("stay short however many servers there are (%i)", async (count) => {
    const kept = Array.from({ length: count }, (_, at) => ({
      name: `server-number-${String(at).padStart(3, "0")}`,
      instructions: "This server does a great many things of which this is only the first sentence.",
    }));
    const text = serve(await gatewayOf(kept)).instructions();
    expect(estimateTokens(text)).toBeLessThanOrEqual(450);
    if (count < 300) expect(text).toContain("server-number-000: This server");
    else expect(text).toMatch(/\n- server-number-000\n.*\n- and \d+ more$/s);
  });

  it("are the same, whatever the order of the config", async () => {
    const kept = [{ name: "a", instructions: "One." }, { name: "b" }, { name: "c", instructions: "Three." }];
    const one = serve(await gatewayOf(kept)).instructions();
    expect(serve(await gatewayOf([...kept].reverse())).instructions()).toBe(one);
  });

  it("do not tell of servers that the profile has nothing of", async () => {
    const gateway = await gatewayOf([{ name: "a" }, { name: "b" }], { only: { allow: ["b/*"] } });
    expect(serve(gateway, "only").instructions()).toMatch(/servers:\n- b$/);
  });
});
