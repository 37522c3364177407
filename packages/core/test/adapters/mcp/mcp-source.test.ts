import type { Client } from "@modelcontextprotocol/client";
import type { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createRuntime, type Progress, type Runtime } from "@plimsoll/core";
import { type McpClient, mcpSource } from "@plimsoll/core/mcp";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";
import {
  clientV1,
  clientV2,
  connectHttp,
  connectInMemory,
  connectModern,
  connectStdio,
  MODERN,
  officialServer,
  serveHttp,
} from "./connect.ts";
import { aWorkshop, type Seen } from "./workshop.ts";

/** A workshop, and a client that is connected to it. */
interface Connected {
  readonly client: Client | ClientV1;
  readonly seen: Seen;
}

const CLIENTS: Readonly<Record<string, () => Promise<Connected>>> = {
  "of the first SDK": async () => {
    const { server, seen } = aWorkshop();
    return { client: await connectInMemory(clientV1(), server), seen };
  },
  "of the second, in the legacy era": async () => {
    const { server, seen } = aWorkshop();
    return { client: await connectInMemory(clientV2(), server), seen };
  },
  "of the second, in the modern era": async () => {
    const seen: Seen = { cancelled: [], metas: [] };
    const client = await connectModern(clientV2(MODERN), () => aWorkshop(undefined, {}, seen).server);
    return { client, seen };
  },
  "of the second, in the modern era, over HTTP": async () => {
    const seen: Seen = { cancelled: [], metas: [] };
    const url = await serveHttp(() => aWorkshop(undefined, {}, seen).server);
    return { client: await connectHttp(clientV2(MODERN), url), seen };
  },
};

async function aRuntime(client: McpClient | (() => Promise<McpClient>)): Promise<Runtime> {
  const runtime = createRuntime({ sources: [mcpSource("workshop", client)] });
  expect(await runtime.ready()).toEqual([]);
  return runtime;
}

const namesOf = (runtime: Runtime): string[] =>
  runtime.catalog
    .snapshot()
    .entries()
    .map(({ name }) => name);

test("clients of both SDKs are MCP clients, without a cast", () => {
  expectTypeOf<Client>().toExtend<McpClient>();
  expectTypeOf<ClientV1>().toExtend<McpClient>();
  expectTypeOf<{ listTools(): Promise<{ tools: [] }>; callTool(): Promise<string> }>().toExtend<McpClient>();
});

describe.each(Object.entries(CLIENTS))("a client %s", (_title, connect) => {
  test("brings the tools, classed, and found by the values that they allow", async () => {
    const { client } = await connect();
    const runtime = await aRuntime(client);
    expect(namesOf(runtime)).toEqual([
      "workshop/add_numbers",
      "workshop/break_down",
      "workshop/fire_kiln",
      "workshop/name_pot",
      "workshop/report_failure",
      "workshop/show_everything",
    ]);
    expect(runtime.catalog.snapshot().get("workshop/fire_kiln")).toMatchObject({
      lazy: true,
      risk: { level: "write", verified: true },
    });
    expect((await runtime.find("how many feet")).matches[0]?.name).toBe("workshop/add_numbers");
  });

  test("hands results on whole", async () => {
    const { client } = await connect();
    const runtime = await aRuntime(client);
    const direct = await client.callTool({ name: "show_everything", arguments: {} });
    const { outcome, result } = await runtime.call({ name: "show_everything", arguments: {} });
    expect(outcome.type).toBe("ok");
    expect(result).toEqual(direct);
    expect(result).toMatchObject({ _meta: { "example.com/trace": "t1" } });
    expect(result?.content.map(({ type }) => type)).toEqual([
      "text",
      "image",
      "audio",
      "resource",
      "resource",
      "resource_link",
    ]);
    expect((await runtime.call({ name: "add_numbers", arguments: { a: 1 } })).result).toMatchObject({
      content: [{ type: "text", text: "3" }],
      structuredContent: { sum: 3 },
    });
  });

  test("tells of failures in the server's own words", async () => {
    const runtime = await aRuntime((await connect()).client);
    const failing = await runtime.call({ name: "report_failure", arguments: {} });
    expect(failing.result).toMatchObject({ isError: true, content: [{ text: "the kiln is cold" }] });
    const thrown = await runtime.call({ name: "break_down", arguments: {} });
    expect(thrown.result).toMatchObject({ isError: true, content: [{ text: "the fuse is wet" }] });
  });

  test("passes progress on, and calls the tool off at the server", async () => {
    const { client, seen } = await connect();
    const runtime = await aRuntime(client);
    const updates: Progress[] = [];
    const giveUp = new AbortController();
    const call = runtime.call(
      { name: "fire_kiln", arguments: { steps: 3, forever: true } },
      { signal: giveUp.signal, progress: (update) => void updates.push(update) },
    );
    await vi.waitFor(() => expect(updates.at(-1)?.progress).toBe(3), { timeout: 10_000 });
    expect(updates[0]).toEqual({ progress: 1, total: 3, message: "step 1" });
    giveUp.abort();
    expect((await call).outcome.type).toBe("cancelled");
    await vi.waitFor(() => expect(seen.cancelled).toEqual(["fire_kiln"]), { timeout: 10_000 });
  });
});

describe("what a server needs from the user", () => {
  const factory = () => aWorkshop().server;
  const capabilities = { elicitation: { form: {} } };
  const pot = { name: "name_pot", arguments: { pot: "A" } };

  test("ends the call in input-required, and the answers go back to the server with its state", async () => {
    const runtime = await aRuntime(await connectModern(clientV2(MODERN, { capabilities }), factory));
    const { outcome } = await runtime.call(pot);
    if (outcome.type !== "input-required") return expect.unreachable(outcome.type);
    expect(outcome.request).toMatchObject({
      requests: { name: { method: "elicitation/create", params: { message: "How is A called?" } } },
      state: "pot A",
    });
    const answers = { name: { action: "accept", content: { name: "Vera" } } };
    const resumed = await runtime.call(pot, { answers: { answers, state: "pot A" } });
    expect(resumed.result?.content).toEqual([{ type: "text", text: "A is called Vera (pot A)" }]);
  });

  test("is answered by the client where the host told it how to, in both eras", async () => {
    for (const mode of ["legacy", MODERN] as const) {
      const client = clientV2(mode, { capabilities });
      client.setRequestHandler("elicitation/create", async () => ({
        action: "accept",
        content: { name: "Ida" },
      }));
      if (mode === "legacy") await connectInMemory(client, factory());
      else await connectModern(client, factory);
      const { result } = await (await aRuntime(client)).call(pot);
      expect(result?.content).toEqual([{ type: "text", text: "A is called Ida (pot A)" }]);
    }
  });
});

describe("a list that changes", () => {
  test("is listed again: first SDK on both sides", async () => {
    const server = new McpServerV1({ name: "old", version: "1" });
    server.registerTool("first", { inputSchema: { a: z.string() } }, async () => ({ content: [] }));
    const runtime = await aRuntime(await connectInMemory(clientV1(), server));
    expect(namesOf(runtime)).toEqual(["workshop/first"]);
    server.registerTool("second", {}, async () => ({ content: [] }));
    await vi.waitFor(() => expect(namesOf(runtime)).toEqual(["workshop/first", "workshop/second"]));
  });

  test.each(["legacy", MODERN] as const)(
    "is listed again, in the era %j, until the runtime is closed",
    async (mode) => {
      const { server } = aWorkshop();
      const client = clientV2(mode);
      if (mode === "legacy") await connectInMemory(client, server);
      else await connectModern(client, () => server);
      const list = vi.spyOn(client, "listTools");
      const runtime = await aRuntime(client);
      await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(1));
      const added = server.registerTool("late", { description: "Comes late" }, async () => ({ content: [] }));
      await vi.waitFor(() => expect(namesOf(runtime)).toContain("workshop/late"));
      await runtime.close();
      const listings = list.mock.calls.length;
      added.remove();
      await client.callTool({ name: "add_numbers", arguments: { a: 1 } });
      expect(list.mock.calls.length).toBe(listings);
    },
  );

  test("is heard of beside the host's own handler for what nobody handles", async () => {
    const { server } = aWorkshop();
    const client = clientV2();
    const heard: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
    const runtime = await aRuntime(await connectInMemory(client, server));
    server.registerTool("late", {}, async () => ({ content: [] }));
    await vi.waitFor(() => expect(namesOf(runtime)).toContain("workshop/late"));
    expect(heard).toEqual(["notifications/tools/list_changed"]);
  });

  test("makes an end of a stored catalog", async () => {
    const { server } = aWorkshop();
    const stored = [{ name: "add_numbers", inputSchema: { type: "object" } }];
    const connect = () => connectInMemory(clientV2(), server);
    const runtime = createRuntime({ sources: [mcpSource("workshop", connect, { catalog: stored })] });
    await runtime.ready();
    expect(namesOf(runtime)).toEqual(["workshop/add_numbers"]);
    await runtime.call({ name: "add_numbers", arguments: { a: 1 } });
    expect(namesOf(runtime)).toEqual(["workshop/add_numbers"]);
    server.registerTool("late", {}, async () => ({ content: [] }));
    await vi.waitFor(() => expect(namesOf(runtime)).toContain("workshop/late"));
  });
});

describe("a connection that the source makes itself", () => {
  test("is shared by callers that come meanwhile, and made again after it failed", async () => {
    let attempts = 0;
    const connect = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("connection refused");
      return connectInMemory(clientV2(), aWorkshop().server);
    };
    const catalog = [{ name: "add_numbers", inputSchema: { type: "object" } }];
    const runtime = createRuntime({ sources: [mcpSource("workshop", connect, { catalog })] });
    await runtime.ready();
    const call = { name: "add_numbers", arguments: { a: 1 } };
    const failed = await Promise.all([runtime.call(call), runtime.call(call)]);
    expect(failed.map(({ outcome }) => outcome)).toMatchObject([
      { type: "failed", message: "connection refused" },
      { type: "failed", message: "connection refused" },
    ]);
    expect(attempts).toBe(1);
    const worked = await Promise.all([runtime.call(call), runtime.call(call)]);
    expect(worked.map(({ outcome }) => outcome.type)).toEqual(["ok", "ok"]);
    expect(attempts).toBe(2);
  });

  test("is made again after it was lost, and the list is read again", async () => {
    const clients: Client[] = [];
    const connect = async () => {
      const { server } = aWorkshop();
      if (clients.length > 0) server.registerTool("new_here", {}, async () => ({ content: [] }));
      const client = await connectInMemory(clientV2(), server);
      clients.push(client);
      return client;
    };
    const runtime = await aRuntime(connect);
    await clients[0]?.close();
    const { outcome } = await runtime.call({ name: "add_numbers", arguments: { a: 1 } });
    expect([outcome.type, clients.length]).toEqual(["ok", 2]);
    await vi.waitFor(() => expect(namesOf(runtime)).toContain("workshop/new_here"));
  });

  test("is closed with the runtime, also one that is still being made; a client handed over is not", async () => {
    const own = await connectInMemory(clientV2(), aWorkshop().server);
    const given = await connectInMemory(clientV2(), aWorkshop().server);
    let connected = (_client: McpClient): void => {};
    const slow = new Promise<McpClient>((resolve) => {
      connected = resolve;
    });
    const runtime = createRuntime({
      sources: [mcpSource("own", async () => own), mcpSource("given", given), mcpSource("slow", () => slow)],
    });
    await vi.waitFor(() => expect(namesOf(runtime)).toContain("own/add_numbers"));
    await runtime.close();
    await runtime.close();
    expect([own.transport, given.transport === undefined]).toEqual([undefined, false]);
    const late = await connectInMemory(clientV2(), aWorkshop().server);
    connected(late);
    await vi.waitFor(() => expect(late.transport).toBeUndefined());
    const { outcome } = await runtime.call({ name: "own/add_numbers", arguments: { a: 1 } });
    expect(outcome).toMatchObject({ type: "failed", message: "The source is closed." });
  });
});

describe("law 9: what a server lists wrongly", () => {
  const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

  test.each([
    ["the same cursor again", () => "same", 'it gave the cursor "same" twice'],
    ["new cursors for ever", (page: number) => `page ${page}`, "it goes on after 1000 pages"],
  ])("%s costs its source alone", async (_title, cursorOf, reason) => {
    let pages = 0;
    const endless: McpClient = {
      listTools: async () => {
        pages += 1;
        return { tools: [tool(`t${pages}`)], nextCursor: cursorOf(pages) };
      },
      callTool: async () => "ran",
    };
    const fine = await connectInMemory(clientV2(), aWorkshop().server);
    const runtime = createRuntime({ sources: [mcpSource("endless", endless), mcpSource("workshop", fine)] });
    expect(await runtime.ready()).toMatchObject([
      { source: "endless", error: { code: "LISTING_ENDLESS", message: expect.stringContaining(reason) } },
    ]);
    expect(runtime.catalog.snapshot().size).toBe(6);
  });

  test("pages are read to the end, each once", async () => {
    const asked: (string | undefined)[] = [];
    const paged: McpClient = {
      listTools: async ({ cursor } = {}) => {
        asked.push(cursor);
        const page = Number(cursor ?? 0);
        return { tools: [tool(`t${page}`)], ...(page < 3 ? { nextCursor: String(page + 1) } : {}) };
      },
      callTool: async () => "ran",
    };
    expect(namesOf(await aRuntime(paged))).toEqual(
      ["t0", "t1", "t2", "t3"].map((name) => `workshop/${name}`),
    );
    expect(asked).toEqual([undefined, "1", "2", "3"]);
  });

  test.each([
    ["first", clientV1],
    ["second", clientV2],
  ])("a malformed tool costs itself alone, though the %s SDK refuses the page", async (_title, aClient) => {
    const path = new URL("../../../../plimsoll/test/support/raw-server.mjs", import.meta.url).pathname;
    const program = { command: process.execPath, args: [path, "malformed"], stderr: "ignore" as const };
    const client = await connectStdio<Client | ClientV1>(aClient(), program);
    await expect(client.listTools()).rejects.toThrow();
    const runtime = await aRuntime(client);
    expect(namesOf(runtime)).toContain("workshop/fine");
    expect(runtime.catalog.snapshot().setAside.length).toBeGreaterThan(2);
    expect((await runtime.call({ name: "fine", arguments: {} })).outcome.type).toBe("ok");
  });
});

describe("what a listed tool asks for", () => {
  const listed = [
    { name: "plain", inputSchema: { type: "object" } },
    {
      name: "wanted",
      inputSchema: { type: "object" },
      annotations: { title: "Wanted at once" },
      _meta: { "anthropic/alwaysLoad": true, "anthropic/searchHint": "kettle teapot" },
    },
    {
      name: "odd",
      inputSchema: { type: "object" },
      _meta: { "anthropic/alwaysLoad": "yes", "anthropic/searchHint": 7 },
    },
  ];
  const client: McpClient = { listTools: async () => ({ tools: listed }), callTool: async () => "ran" };

  test("is honoured: it is there from the first step on, and found by its hint", async () => {
    const runtime = await aRuntime(client);
    const { tools } = runtime.step({ history: [], model: "deepseek-v4" });
    expect(tools.map(({ name }) => name)).toContain("workshop__wanted");
    expect(tools.map(({ name }) => name)).not.toContain("workshop__plain");
    expect(tools.map(({ name }) => name)).not.toContain("workshop__odd");
    expect((await runtime.find("a teapot")).matches[0]?.name).toBe("workshop/wanted");
    expect(runtime.catalog.snapshot().get("workshop/wanted")?.tool.title).toBe("Wanted at once");
  });

  test("takes no place from the host's own tools", async () => {
    const huge = ["a", "b", "c"].map((name) => ({
      name,
      description: "word ".repeat(7_000),
      inputSchema: { type: "object" },
      _meta: { "anthropic/alwaysLoad": true },
    }));
    const greedy: McpClient = { listTools: async () => ({ tools: huge }), callTool: async () => "ran" };
    const own = {
      name: "own",
      description: "Mine",
      inputSchema: { type: "object" },
      execution: { type: "host" },
    } as const;
    const runtime = createRuntime({ tools: [own], sources: [mcpSource("greedy", greedy)] });
    await runtime.ready();
    const names = runtime.step({ history: [], model: "gpt-4o" }).tools.map(({ name }) => name);
    expect(names).toContain("own");
    expect(runtime.catalog.snapshot().size).toBe(4);
    expect(names.filter((name) => name.startsWith("greedy__"))).toEqual([]);
  });
});

describe.each([
  ["first", clientV1],
  ["second", clientV2],
])("the official servers, through the %s SDK", (_title, aClient) => {
  test("everything: contents, structure, progress", async () => {
    const program = officialServer("mcp-server-everything", "stdio");
    const runtime = await aRuntime(await connectStdio<Client | ClientV1>(aClient(), program));
    const call = async (name: string, input: object) =>
      (await runtime.call({ name, arguments: input })).result;
    expect(await call("echo", { message: "ahoy" })).toMatchObject({ content: [{ text: "Echo: ahoy" }] });
    const image = await call("get-tiny-image", {});
    expect(image?.content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(await call("get-structured-content", { location: "Chicago" })).toMatchObject({
      structuredContent: { temperature: expect.any(Number) },
    });
    const seen: number[] = [];
    await runtime.call(
      { name: "trigger-long-running-operation", arguments: { duration: 1.5, steps: 6 } },
      { progress: ({ progress }) => void seen.push(progress) },
    );
    // Best effort: what arrives with the result may be dropped by the client.
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test("filesystem and memory: errors and structure", async () => {
    const files = await connectStdio<Client | ClientV1>(
      aClient(),
      officialServer("mcp-server-filesystem", import.meta.dirname),
    );
    const memory = await connectStdio<Client | ClientV1>(aClient(), officialServer("mcp-server-memory"));
    const runtime = createRuntime({ sources: [mcpSource("files", files), mcpSource("memory", memory)] });
    expect(await runtime.ready()).toEqual([]);
    const read = await runtime.call({ name: "files/read_text_file", arguments: { path: "/nowhere" } });
    expect(read.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("denied") }],
    });
    const search = await runtime.call({ name: "memory/search_nodes", arguments: { query: "nobody" } });
    expect(search.result).toMatchObject({ structuredContent: { entities: [] } });
  });
});
