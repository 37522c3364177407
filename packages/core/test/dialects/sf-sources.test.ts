import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createRuntime, type Runtime, type RuntimeOptions, type TelemetryEvent } from "@plimsoll/core";
import { type McpClient, mcpSource } from "@plimsoll/core/mcp";
import { describe, expect, test } from "vitest";
import { sf } from "../../src/dialects/sf/sf.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";
import { found, search } from "./sf-workplace.ts";

const LISTED = [
  { name: "create_issue", description: "Open an issue", inputSchema: { type: "object" } },
  { name: "list_issues", description: "List issues", inputSchema: { type: "object" } },
];

/** A server that counts who connects to it, and who asks for its tools. */
function aServer(connecting: (time: number) => Promise<void> = async () => {}) {
  const server = {
    connections: 0,
    listings: 0,
    connect: async (): Promise<McpClient> => {
      server.connections += 1;
      await connecting(server.connections);
      return {
        listTools: async () => {
          server.listings += 1;
          return { tools: LISTED };
        },
        callTool: async ({ name }) => ({ content: [{ type: "text", text: `did ${name}` }] }),
      };
    },
  };
  return server;
}

function runtimeOf(sources: RuntimeOptions["sources"], options: RuntimeOptions = {}): Runtime {
  return createRuntime({ tools: [aTool("look")], dialect: sf, ...options, ...(sources && { sources }) });
}

describe('"MCP discovery already lazy-connects": a source without a stored catalog', () => {
  test("connects when a search looks for tools of servers, once, and not before", async () => {
    const tracker = aServer();
    const runtime = runtimeOf([mcpSource("tracker", tracker.connect)]);
    const talk = talkWith(runtime);
    expect(await runtime.ready()).toEqual([]);
    expect(await found(talk, { query: "open an issue" })).toMatchObject({ matches: [] });
    expect(tracker.connections).toBe(0);

    const opened = await found(talk, { query: "open an issue", domain: "mcp", limit: 1 });
    expect(opened).toMatchObject({
      matches: [{ name: "tracker__create_issue", canonicalName: "tracker/create_issue", domain: "tracker" }],
      loadedAfter: ["tracker/create_issue"],
    });
    expect(talk.step().tools.at(-1)?.name).toBe("tracker__create_issue");
    await talk.call(calling("tracker__create_issue"));
    expect(talk.textOf("tracker__create_issue")).toBe("did create_issue");
    await search(talk, { query: "list issues", domain: "mcp" });
    expect(tracker.connections).toBe(1);
  });

  test("is connected to by a call of what was loaded before a restart", async () => {
    const before = talkWith(runtimeOf([mcpSource("tracker", aServer().connect)]));
    await search(before, { query: "open an issue", domain: "mcp", limit: 1 });
    const tracker = aServer();
    const talk = talkWith(runtimeOf([mcpSource("tracker", tracker.connect)]));
    talk.history = JSON.parse(JSON.stringify(before.history));
    await talk.call(calling("other__create_issue"));
    expect(tracker.connections).toBe(0);
    await talk.call(calling("tracker__create_issue"));
    expect(talk.textOf("tracker__create_issue")).toBe("did create_issue");
    expect(tracker.connections).toBe(1);
  });

  test("is connected to once by searches that come together", async () => {
    const tracker = aServer();
    const talk = talkWith(runtimeOf([mcpSource("tracker", tracker.connect)]));
    const asking = (query: string) => calling("sf_tool_search", { query, domain: "mcp", limit: 1 });
    await talk.call(asking("create_issue"), asking("list_issues"));
    expect(tracker.connections).toBe(1);
    expect(
      talk
        .step()
        .tools.slice(-2)
        .map(({ name }) => name),
    ).toEqual(["tracker__create_issue", "tracker__list_issues"]);
  });

  test("keeps a conversation open to it, though nothing is lazy yet", () => {
    const { connect } = aServer();
    expect(talkWith(runtimeOf([mcpSource("tracker", connect)])).step().strategy).toBe("append");
  });

  test("is told of in a message once it is there", async () => {
    const { connect } = aServer();
    const talk = talkWith(runtimeOf([mcpSource("tracker", connect)]));
    await search(talk, { query: "open an issue", domain: "mcp" });
    expect(talk.step().messages.at(-1)).toMatchObject({
      role: "user",
      text: 'Tools of these servers are available now: tracker (2). Find them with sf_tool_search, domain "mcp".',
    });
  });

  test("is connected to again after a restart by the next such search, and what was loaded is loaded still", async () => {
    const sourced = () => runtimeOf([mcpSource("tracker", aServer().connect)]);
    const talk = talkWith(sourced());
    await search(talk, { query: "create_issue", domain: "mcp", limit: 1 });
    const resumed = talkWith(sourced());
    resumed.history = JSON.parse(JSON.stringify(talk.history));
    expect(resumed.step().tools.at(-1)?.name).toBe("tracker__create_issue");
    await search(resumed, { query: "list_issues", domain: "mcp", limit: 1 });
    const { loadedBefore } = await found(resumed, { query: "look" });
    expect(loadedBefore).toEqual(["tracker/create_issue", "tracker/list_issues"]);
    await resumed.call(calling("tracker__create_issue"));
    expect(resumed.textOf("tracker__create_issue")).toBe("did create_issue");
  });

  test("is counted by telemetry with what it brought", async () => {
    const events: TelemetryEvent[] = [];
    const source = mcpSource("tracker", aServer().connect);
    const talk = talkWith(runtimeOf([source], { telemetry: (event) => events.push(event) }));
    await search(talk, { query: "open an issue", domain: "mcp", limit: 1 });
    const [loaded] = events.filter((event) => event.type === "tool-loaded");
    expect(loaded?.names).toEqual(["tracker/create_issue"]);
    expect(loaded?.tokens).toBeGreaterThan(0);
  });

  test("law 9: one that fails costs the others nothing, and is tried again by the next search", async () => {
    const broken = aServer(async (time) => {
      if (time === 1) throw new Error("connection refused");
    });
    const sources = [mcpSource("broken", broken.connect), mcpSource("tracker", aServer().connect)];
    const runtime = runtimeOf(sources);
    const talk = talkWith(runtime);
    const first = await found(talk, { query: "create_issue", domain: "mcp", limit: 1 });
    expect(first.matches.map(({ name }) => name)).toEqual(["tracker__create_issue"]);
    expect(await runtime.ready()).toEqual([{ source: "broken", error: new Error("connection refused") }]);
    const second = await found(talk, { query: "create_issue", domain: "mcp", limit: 1 });
    expect(second.matches.map(({ name }) => name)).toEqual(["broken__create_issue"]);
  });

  test("searches that come together after a failure share the next attempt", async () => {
    const broken = aServer(async (time) => {
      if (time === 1) throw new Error("connection refused");
    });
    const talk = talkWith(runtimeOf([mcpSource("broken", broken.connect)]));
    const asking = (query: string) => calling("sf_tool_search", { query, domain: "mcp", limit: 1 });
    await talk.call(asking("create_issue"));
    await talk.call(asking("create_issue"), asking("list_issues"));
    expect([broken.connections, broken.listings]).toEqual([2, 1]);
    expect(talk.step().tools.slice(-2)).toMatchObject([
      { name: "broken__create_issue" },
      { name: "broken__list_issues" },
    ]);
  });

  test("law 9: one that hangs is not waited for longer than a call may take", async () => {
    const hanging = aServer(() => new Promise(() => {}));
    const sources = [mcpSource("hanging", hanging.connect), mcpSource("tracker", aServer().connect)];
    const talk = talkWith(runtimeOf(sources, { timeoutMs: 20 }));
    const { matches } = await found(talk, { query: "create_issue", domain: "mcp", limit: 1 });
    expect(matches.map(({ name }) => name)).toEqual(["tracker__create_issue"]);
  });

  test("law 9: nor is it where garbage is collected meanwhile", async () => {
    const hanging = aServer(() => new Promise(() => {}));
    const talk = talkWith(runtimeOf([mcpSource("hanging", hanging.connect)], { timeoutMs: 500 }));
    setFlagsFromString("--expose-gc");
    setTimeout(runInNewContext("gc"), 100);
    const { matches } = await found(talk, { query: "create_issue", domain: "mcp", limit: 1 });
    expect(matches).toEqual([]);
  });
});

test("a source with a stored catalog is found without connecting, and connects on the first call", async () => {
  const tracker = aServer();
  const runtime = runtimeOf([mcpSource("tracker", tracker.connect, { catalog: LISTED })]);
  await runtime.ready();
  const talk = talkWith(runtime);
  await search(talk, { query: "create_issue", limit: 1 });
  expect(tracker.connections).toBe(0);
  await talk.call(calling("tracker__create_issue"));
  expect(tracker.connections).toBe(1);
});

test("a dialect that does not postpone sources lists them at the start", async () => {
  const tracker = aServer();
  const runtime = runtimeOf([mcpSource("tracker", tracker.connect)], { dialect: "plimsoll" });
  await runtime.ready();
  expect(tracker.connections).toBe(1);
  expect(runtime.catalog.snapshot().get("tracker/create_issue")).toBeDefined();
});
