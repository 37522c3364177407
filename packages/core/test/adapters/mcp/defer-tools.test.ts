import type { Client } from "@modelcontextprotocol/client";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, McpServer, requireScopes } from "@modelcontextprotocol/server";
import type { Policy } from "@plimsoll/core";
import { type DeferToolsOptions, deferTools } from "@plimsoll/core/mcp";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";
import { clientV1, clientV2, connectInMemory, connectModern, MODERN } from "./connect.ts";
import { aWorkshop, type Seen } from "./workshop.ts";

const ERAS = ["legacy", MODERN] as const;
type Era = (typeof ERAS)[number];

/** The workshop with its tools deferred, and a client of the era. */
async function talk(era: Era, options: DeferToolsOptions = {}, client = clientV2(era)) {
  const seen: Seen = { cancelled: [], metas: [] };
  const factory = () => aWorkshop((server) => deferTools(server, options), {}, seen).server;
  if (era === "legacy") await connectInMemory(client, factory());
  else await connectModern(client, factory);
  return { client, seen, ...wordsWith(client) };
}

/** The same client, for the sake of short tests. */
function wordsWith(client: Client) {
  return {
    ask: (name: string, input: Record<string, unknown> = {}) => client.callTool({ name, arguments: input }),
    through: (name: string, input: Record<string, unknown> = {}) =>
      client.callTool({ name: "tool_call", arguments: { name, arguments: input } }),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
}

test("tools are registered with the server's own signature", () => {
  const v2 = deferTools(new McpServer({ name: "a", version: "1" }));
  expectTypeOf(v2.registerTool).toEqualTypeOf<McpServer["registerTool"]>();
  const v1 = deferTools(new McpServerV1({ name: "a", version: "1" }));
  expectTypeOf(v1.registerTool).toEqualTypeOf<McpServerV1["registerTool"]>();
  v2.registerTool(
    "typed",
    { inputSchema: z.object({ count: z.number() }) },
    async ({ count }, { mcpReq }) => {
      expectTypeOf(count).toBeNumber();
      expectTypeOf(mcpReq.signal).toExtend<AbortSignal>();
      return { content: [] };
    },
  );
});

describe.each(ERAS)("in the era %j, a call through tool_call", (era) => {
  test("reaches the handler with its own progress and metadata", async () => {
    const { client, seen } = await talk(era);
    const progress: number[] = [];
    const params = {
      name: "tool_call",
      arguments: { name: "fire_kiln", arguments: { steps: 3 } },
    };
    await client.callTool(params, { onprogress: (update) => void progress.push(update.progress) });
    // Best effort: what arrives with the result may be dropped by the client.
    expect(progress.slice(0, 2)).toEqual([1, 2]);
    const _meta = { "example.com/trace": "t9" };
    await client.callTool({ name: "tool_call", arguments: { name: "show_everything" }, _meta });
    expect(seen.metas).toEqual([expect.objectContaining(_meta)]);
  });

  test("is called off at the handler", async () => {
    const { client, seen } = await talk(era);
    const giveUp = new AbortController();
    const params = {
      name: "tool_call",
      arguments: { name: "fire_kiln", arguments: { steps: 1, forever: true } },
    };
    const call = client.callTool(params, { signal: giveUp.signal, onprogress: () => giveUp.abort() });
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(seen.cancelled).toEqual(["fire_kiln"]));
  });

  test("asks the user what the tool asks, and goes on with the answer", async () => {
    const client = clientV2(era, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler("elicitation/create", async ({ params }) => ({
      action: "accept",
      content: { name: params.message.length.toString() },
    }));
    const { through } = await talk(era, {}, client);
    expect((await through("name_pot", { pot: "A" })).content).toEqual([
      { type: "text", text: "A is called 16 (pot A)" },
    ]);
  });
});

describe("a session", () => {
  test("tells the client that the list changed, before it answers the load", async () => {
    const heard: string[] = [];
    const client = clientV2();
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
    const { ask } = await talk("legacy", {}, client);
    await ask("tool_find", { query: "kiln" });
    expect(heard).toEqual([]);
    await ask("tool_load", { names: ["fire_kiln"] });
    expect(heard).toEqual(["notifications/tools/list_changed"]);
    await ask("tool_load", { names: ["fire_kiln"] });
    expect(heard).toHaveLength(1);
  });

  test("keeps loads that come at the same time", async () => {
    const { ask, names } = await talk("legacy");
    const loads = ["fire_kiln", "break_down", "name_pot"];
    await Promise.all(loads.map((name) => ask("tool_load", { names: [name] })));
    expect((await names()).slice(-3).sort()).toEqual([...loads].sort());
  });

  test("under the strict gate calls only what was loaded; without a session there is nothing to hold it to", async () => {
    const strict = await talk("legacy", { gate: "strict", pins: ["show_everything"] });
    expect(await strict.through("add_numbers", { a: 1 })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Load it with tool_load({"names":["add_numbers"]})') }],
    });
    expect(await strict.ask("add_numbers", { a: 1 })).toMatchObject({ isError: true });
    expect((await strict.through("show_everything")).isError).not.toBe(true);
    await strict.ask("tool_load", { names: ["add_numbers"] });
    expect(await strict.through("add_numbers", { a: 1 })).toMatchObject({ structuredContent: { sum: 3 } });
    const modern = await talk(MODERN, { gate: "strict" });
    expect(await modern.through("add_numbers", { a: 1 })).toMatchObject({ structuredContent: { sum: 3 } });
  });
});

describe("a dialect", () => {
  test.each([
    ["quartet", ["tool_find", "tool_describe", "tool_load", "tool_active", "tool_call"]],
    ["sf", ["sf_tool_search", "tool_call"]],
    ["info", ["tool_info", "tool_call"]],
    ["search", ["tool_search", "tool_call"]],
  ] as const)("%s brings its own tools, and tool_call", async (dialect, expected) => {
    for (const era of ERAS) {
      const { names, through } = await talk(era, { dialect });
      expect(await names()).toEqual(expected);
      if (era === MODERN)
        expect((await through("add_numbers", { a: 1 })).structuredContent).toEqual({ sum: 3 });
    }
  });

  test.each(["info", "search"] as const)(
    "%s lists what there is, because it cannot search",
    async (dialect) => {
      const { client, ask, through } = await talk("legacy", { dialect });
      const [first] = (await client.listTools()).tools;
      expect(first?.description).toContain("fire_kiln");
      expect((await through("add_numbers", { a: 1 })).isError).toBe(true);
      await ask(first?.name ?? "", dialect === "info" ? { name: "add_numbers" } : { query: "add_numbers" });
      expect((await through("add_numbers", { a: 1 })).structuredContent).toEqual({ sum: 3 });
    },
  );
});

describe.each(ERAS)("law 4: a policy, in the era %j,", (era) => {
  test("that denies a tool hides it from find, describe, load, list and call", async () => {
    const { ask, through, names } = await talk(era, { pins: ["*"], policy: { deny: ["fire_*"] } });
    expect(await names()).not.toContain("fire_kiln");
    const answers = [
      await ask("tool_find", { query: "fire_kiln" }),
      await ask("tool_describe", { names: ["fire_kiln"] }),
      await ask("tool_load", { names: ["fire_kiln"] }),
      await through("fire_kiln", { steps: 1 }),
      await ask("fire_kiln", { steps: 1 }),
      await ask("FIRE-KILN", { steps: 1 }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/Takes its time|"fired"/);
    for (const answer of answers.slice(-3)) expect(answer.isError).toBe(true);
  });

  test.each([
    ["accept", { content: [{ type: "text", text: "3" }] }],
    ["decline", { isError: true, content: [{ text: expect.stringContaining("The user did not allow") }] }],
  ] as const)("that asks for leave asks the user, who says %s", async (action, expected) => {
    const asked: string[] = [];
    const client = clientV2(era, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return action === "accept" ? { action, content: {} } : { action };
    });
    const policy: Policy = { approve: ["add_numbers"] };
    const { through, ask } = await talk(era, { policy, pins: ["add_numbers"] }, client);
    expect(await through("add_numbers", { a: 1 })).toMatchObject(expected);
    expect(await ask("add_numbers", { a: 1 })).toMatchObject(expected);
    expect(asked).toEqual(["Allow add_numbers (read) to run?", "Allow add_numbers (read) to run?"]);
  });

  test("that asks for leave leaves room for the tool's own question", async () => {
    const client = clientV2(era, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler("elicitation/create", async ({ params }) => ({
      action: "accept",
      content: params.message.startsWith("Allow") ? {} : { name: "Vera" },
    }));
    const { through } = await talk(era, { policy: { approve: ["*"] } }, client);
    expect((await through("name_pot", { pot: "A" })).content).toEqual([
      { type: "text", text: "A is called Vera (pot A)" },
    ]);
  });
});

test("a server of the first SDK asks for leave while the call waits", async () => {
  const server = new McpServerV1({ name: "old", version: "1" });
  const tools = deferTools(server, { policy: { approve: ["erase"] } });
  tools.registerTool("erase", {}, async () => ({ content: [{ type: "text", text: "erased" }] }));
  const client = clientV1({ capabilities: { elicitation: { form: {} } } });
  const actions = ["decline", "accept"] as const;
  let asked = 0;
  client.setRequestHandler(ElicitRequestSchema, () => {
    const action = actions[asked] ?? "decline";
    asked += 1;
    return action === "accept" ? { action, content: {} } : { action };
  });
  await connectInMemory(client, server);
  const call = { name: "tool_call", arguments: { name: "erase" } };
  expect(await client.callTool(call)).toMatchObject({ isError: true });
  expect(await client.callTool(call)).toMatchObject({ content: [{ text: "erased" }] });
});

describe("what becomes of tools", () => {
  test("an old name runs its living twin, and says so beside the result", async () => {
    const row = {
      first_deprecated_version: "1",
      planned_removal_version: "TBD",
      replay_supported: true,
    } as const;
    const note = "use add_numbers instead";
    const lifecycle = [
      { name: "sum_up", replacement: "add_numbers", state: "deprecated", note, ...row },
    ] as const;
    const { through, ask } = await talk("legacy", { lifecycle });
    const expected = { structuredContent: { sum: 3 }, _meta: { "plimsoll/notice": note } };
    expect(await through("sum_up", { a: 1 })).toMatchObject(expected);
    expect(await ask("sum_up", { a: 1 })).toMatchObject(expected);
  });

  test("handles work, and the client is told only of changes that it can see", async () => {
    const server = new McpServer({ name: "a", version: "1" });
    const tools = deferTools(server, { pins: ["pinned*"] });
    const run = async () => ({ content: [{ type: "text" as const, text: "ran" }] });
    tools.registerTool("pinned", {}, run);
    const handle = tools.registerTool("hidden", { description: "Sweep the floor" }, run);
    const client = clientV2();
    const heard: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
    const { ask, through, names } = wordsWith(await connectInMemory(client, server));
    expect((await names()).at(-1)).toBe("pinned");

    tools.registerTool("late", { description: "Water the plants" }, run);
    handle.update({ description: "Sweep the yard" });
    expect(await ask("tool_find", { query: "water the plants" })).toMatchObject({
      structuredContent: { matches: [{ name: "late" }] },
    });
    expect(await ask("tool_describe", { names: ["hidden"] })).toMatchObject({
      structuredContent: { tools: [{ description: "Sweep the yard" }] },
    });
    handle.disable();
    expect((await through("hidden")).isError).toBe(true);
    handle.enable();
    expect((await through("hidden")).isError).not.toBe(true);
    handle.remove();
    expect((await through("hidden")).isError).toBe(true);
    expect(heard).toEqual([]);

    tools.registerTool("pinned_too", {}, run);
    await vi.waitFor(() => expect(heard).toEqual(["notifications/tools/list_changed"]));
    expect((await names()).slice(-2)).toEqual(["pinned", "pinned_too"]);
  });

  test("a tool that asks to be there is there", async () => {
    const server = new McpServer({ name: "a", version: "1" });
    const tools = deferTools(server);
    tools.registerTool("always", { _meta: { "anthropic/alwaysLoad": true } }, async () => ({ content: [] }));
    tools.registerTool("seldom", {}, async () => ({ content: [] }));
    const { names } = wordsWith(await connectInMemory(clientV2(), server));
    expect((await names()).slice(-1)).toEqual(["always"]);
  });
});

describe("what cannot be meant", () => {
  test("a name of a meta-tool, or one with a slash, is refused when it is registered", () => {
    const tools = deferTools(new McpServer({ name: "a", version: "1" }));
    const run = async () => ({ content: [] });
    expect(() => tools.registerTool("tool_find", {}, run)).toThrow("a meta-tool has that name");
    expect(() => tools.registerTool("a/b", {}, run)).toThrow("has no “/”");
  });

  test("a name is listed once, whoever registered it", async () => {
    const server = new McpServer({ name: "a", version: "1" });
    deferTools(server, { pins: ["*"] });
    server.registerTool("tool_find", {}, async () => ({ content: [] }));
    const { names } = wordsWith(await connectInMemory(clientV2(), server));
    expect((await names()).filter((name) => name === "tool_find")).toHaveLength(1);
  });

  test("a server that has tools already is refused", () => {
    const server = new McpServer({ name: "a", version: "1" });
    server.registerTool("early", {}, async () => ({ content: [] }));
    expect(() => deferTools(server)).toThrow("Call deferTools before the first is registered");
  });
});

describe("a tool that needs scopes", () => {
  const factory = () => {
    const server = new McpServer({ name: "a", version: "1" });
    const tools = deferTools(server);
    tools.registerTool("erase_all", { scopeChallenge: requireScopes("admin") }, async (context) => ({
      content: [{ type: "text", text: context.http?.authInfo?.clientId ?? "nobody" }],
    }));
    return server;
  };
  const handler = createMcpHandler(factory);

  async function statusOf(name: string, input: object, scopes: string[]): Promise<[number, string]> {
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
    };
    const params = { name, arguments: input, _meta: envelope };
    const request = new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    const authInfo = { token: "t", clientId: "client-7", scopes, expiresAt: 9_999_999_999 };
    const response = await handler.fetch(request, { authInfo });
    return [response.status, await response.text()];
  }

  test.each([
    ["by its own name", "erase_all", {}],
    ["through tool_call", "tool_call", { name: "erase_all", arguments: {} }],
    ["through tool_call, misspelt", "Tool-Call", { name: "Erase-All", arguments: {} }],
    ["by another spelling", "ERASE_ALL", {}],
  ])("is refused without them %s, and runs with them", async (_how, name, input) => {
    expect((await statusOf(name, input, ["user"]))[0]).toBe(403);
    const [status, body] = await statusOf(name, input, ["admin"]);
    expect([status, body]).toEqual([200, expect.stringContaining("client-7")]);
  });

  test("does not keep anybody from searching", async () => {
    const [status, body] = await statusOf("tool_find", { query: "erase all" }, ["user"]);
    expect([status, body]).toEqual([200, expect.stringContaining("erase_all")]);
  });
});
