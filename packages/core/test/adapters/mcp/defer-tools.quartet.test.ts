import type { Client } from "@modelcontextprotocol/client";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { loadO200kCounter, type Tool } from "@plimsoll/core";
import { deferTools } from "@plimsoll/core/mcp";
import { describe, expect, test } from "vitest";
import { readLabelledSet } from "../../../../../benchmarks/datasets.ts";
import { goEntTools } from "../../../../../examples/quartet/tools.ts";
import { canonicalJson } from "../../../src/internal/canonical-json.ts";
import { clientV2, connectInMemory, connectModern, MODERN } from "./connect.ts";

// The stories of packages/core/test/dialects/quartet.scenario.test.ts, through a real client and a real server. A
// server cannot know whether its client reads the list again, so there is `tool_call` beside the four, and a load
// answers with the schemas.

const FOUR = ["tool_find", "tool_describe", "tool_load", "tool_active"];
const META = [...FOUR, "tool_call"];
const countTokens = await loadO200kCounter();

/** A server of these tools, as its author would write it. */
function aServer(
  tools: readonly Pick<Tool, "name" | "description" | "inputSchema" | "keywords">[],
): McpServer {
  const server = new McpServer({ name: "go-ent", version: "1" });
  const deferred = deferTools(server, { dialect: "quartet" });
  for (const { name, description, inputSchema, keywords = [] } of tools) {
    const _meta = { "anthropic/searchHint": keywords.join(" ") };
    const config = { description, inputSchema: fromJsonSchema(inputSchema), _meta };
    deferred.registerTool(name, config, async (input) => ({
      content: [{ type: "text", text: `${name} ${JSON.stringify(input)}` }],
    }));
  }
  return server;
}

const ERAS = {
  legacy: () => connectInMemory(clientV2(), aServer(goEntTools)),
  modern: () => connectModern(clientV2(MODERN), () => aServer(goEntTools)),
};

/** What a model of this client does. */
function wordsWith(client: Client) {
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
    const blocks = content.map((block) => (block.type === "text" ? block.text : ""));
    return { blocks, data: structuredContent, isError: isError === true };
  };
  return {
    ask,
    find: async (query: string, limit: number): Promise<string[]> => {
      const { blocks } = await ask("tool_find", { query, limit });
      return (JSON.parse(blocks[0] ?? "[]") as { name: string }[]).map(({ name }) => name);
    },
    listed: async () => (await client.listTools()).tools.map(({ name }) => name),
    tokens: async () => {
      const { tools } = await client.listTools();
      const shown = tools.map(({ name, description, inputSchema }) => {
        // What a client sends to its model: the name of the draft is no part of it.
        const { $schema: _draft, ...schema } = inputSchema;
        return countTokens(canonicalJson({ name, description, inputSchema: schema }));
      });
      return shown.reduce((sum, tokens) => sum + tokens, 0);
    },
  };
}

describe.each(Object.entries(ERAS))("the stories of the design, over MCP, in the %s era", (era, connect) => {
  const talk = async () => wordsWith(await connect());
  const isGrowing = era === "legacy";

  test('1: "validate an OpenSpec file but doesn\'t know which tool to use"', async () => {
    const { ask, find, listed } = await talk();
    expect(await listed()).toEqual(META);
    expect(await find("validate spec", 3)).toEqual(["spec_validate", "spec_show", "spec_list"]);
    const described = await ask("tool_describe", { name: "spec_validate" });
    expect(described.data).toMatchObject({ name: "spec_validate", active: false });
    const loaded = await ask("tool_load", { names: ["spec_validate"] });
    expect(loaded.blocks[0]).toMatch(
      /^Active from the next step on: spec_validate\. Call them with tool_call\./,
    );
    expect(await listed()).toEqual(isGrowing ? [...META, "spec_validate"] : META);
    const input = { path: ".", type: "all" };
    const called = { blocks: ['spec_validate {"path":".","type":"all"}'], isError: false };
    expect(await ask("spec_validate", input)).toMatchObject(called);
    expect(await ask("tool_call", { name: "spec_validate", arguments: input })).toMatchObject(called);
  });

  test('2: "What task should I work on next?"', async () => {
    const { ask, find, listed, tokens } = await talk();
    const found = await find("next task registry", 5);
    expect(found.slice(0, 3)).toEqual(["registry_next", "registry_list", "registry_update"]);
    const names = ["registry_next", "registry_update", "registry_list"];
    await ask("tool_load", { names });
    expect(await listed()).toEqual(isGrowing ? [...META, ...names] : META);
    expect(await tokens()).toBeLessThanOrEqual(500);
    expect((await ask("registry_next", { path: ".", count: 1 })).isError).toBe(false);
    const updated = await ask("registry_update", { task_id: "change/42", status: "in_progress" });
    expect(updated.blocks).toEqual(['registry_update {"task_id":"change/42","status":"in_progress"}']);
  });

  test('3: "Start the implementation workflow"', async () => {
    const { ask, find, tokens } = await talk();
    const names = ["workflow_start", "workflow_status", "workflow_approve"];
    expect(await find("workflow start approve", 5)).toEqual(expect.arrayContaining(names));
    await ask("tool_load", { names });
    const script = [
      ["workflow_start", { path: ".", change_id: "add-feature", phase: "implement" }],
      ["workflow_status", { path: "." }],
      ["workflow_approve", { path: "." }],
    ] as const;
    for (const [name, input] of script) {
      expect((await ask(name, input)).blocks).toEqual([`${name} ${JSON.stringify(input)}`]);
    }
    expect(await tokens()).toBeLessThanOrEqual(500);
  });

  test('4: "Tools accumulate as needed, never exceeding 500 tokens for typical workflows"', async () => {
    const { ask, find, listed, tokens } = await talk();
    const tasks = [
      ["initialize spec", "spec_init", { path: "." }],
      ["list changes", "spec_list", { type: "change" }],
      ["validate", "spec_validate", { path: ".", type: "all" }],
    ] as const;
    const loaded: string[] = [];
    for (const [query, name, input] of tasks) {
      expect((await find(query, 5))[0]).toBe(name);
      await ask("tool_load", { names: [name] });
      expect((await ask("tool_call", { name, arguments: input })).isError).toBe(false);
      loaded.push(name);
      expect(await listed()).toEqual(isGrowing ? [...META, ...loaded] : META);
      expect(await tokens()).toBeLessThanOrEqual(500);
    }
  });

  test('5: "Common search patterns and their results"', async () => {
    const { find } = await talk();
    const patterns = [
      ["spec management", 5, ["spec_init", "spec_create", "spec_update", "spec_list", "spec_show"]],
      ["validate", 3, ["spec_validate"]],
      ["generate code scaffold", 5, ["generate", "generate_component", "generate_from_spec"]],
      [
        "task dependencies priority",
        5,
        ["registry_deps", "registry_update", "registry_next", "registry_list"],
      ],
    ] as const;
    for (const [query, limit, expected] of patterns) {
      expect(new Set((await find(query, limit)).slice(0, expected.length))).toEqual(new Set(expected));
    }
    expect((await find("autonomous loop self-correction", 3))[0]).toBe("loop_start");
  });

  test('6: "Agent wants to see what tools are currently loaded"', async () => {
    const { ask } = await talk();
    const names = ["spec_validate", "registry_next"];
    await ask("tool_load", { names });
    const { blocks } = await ask("tool_active");
    const active = (JSON.parse(blocks[0] ?? "[]") as { name: string }[]).map(({ name }) => name);
    expect(active.sort()).toEqual([...META, ...(isGrowing ? names : [])].sort());
    expect(blocks[1]).toMatch(new RegExp(`^Total active: ${isGrowing ? 7 : 5} tools`));
  });

  test('7: "Agent needs to understand tool parameters before calling it"', async () => {
    const { ask } = await talk();
    await ask("tool_load", { names: ["spec_validate"] });
    const described = await ask("tool_describe", { name: "spec_validate" });
    const tool = goEntTools.find(({ name }) => name === "spec_validate");
    const { description, inputSchema } = tool ?? {};
    const expected = { name: "spec_validate", description, inputSchema, active: isGrowing };
    expect(described.data).toEqual(expected);
    expect(JSON.parse(described.blocks[0] ?? "")).toEqual(expected);
  });
});

const labelled = readLabelledSet("go-ent");

describe.skipIf(labelled === undefined)(
  "tool_find over the 30 tools of go-ent (skipped where the data is absent: PLIMSOLL_DATA)",
  () => {
    test("25 of 25 have a right tool among the first three, 17 of 17 the strict one first", async () => {
      // The four are the dialect's own here, and are not registered again.
      const own = (labelled?.tools ?? []).filter(({ name }) => !FOUR.includes(name));
      expect(own.length + FOUR.length).toBe(30);
      const tools = own.map(({ name, description = "" }) => ({
        name,
        description,
        inputSchema: { type: "object" },
      }));
      const { find } = wordsWith(await connectInMemory(clientV2(), aServer(tools)));
      const isOwn = (name: string): boolean => !FOUR.includes(name);
      const missed: string[] = [];
      for (const { query, gold, strict } of labelled?.queries ?? []) {
        if (!gold.some(isOwn)) continue;
        const found = await find(query, 3);
        if (!found.some((name) => gold.includes(name))) missed.push(query);
        if (strict !== undefined && isOwn(strict) && found[0] !== strict) missed.push(`${query} (strict)`);
      }
      expect(missed).toEqual([]);
    });
  },
);
