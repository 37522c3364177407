import { loadO200kCounter, type ToolDefinition } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { goEntTools } from "../../../../examples/quartet/tools.ts";
import { canonicalJson } from "../../src/internal/canonical-json.ts";
import { aQuartet, namesOf, type QuartetTalk, quartetTalk } from "./quartet-talk.ts";

// Each story is one of the usage examples of the design; what is quoted is its own text.

const META = ["tool_active", "tool_describe", "tool_find", "tool_load"];
const countTokens = await loadO200kCounter();
const runtime = aQuartet({ countTokens });

/** What the array of the next step costs. */
function tokensOf(talk: QuartetTalk): number {
  const count = (definition: ToolDefinition): number => countTokens(canonicalJson(definition));
  return talk.step().tools.reduce((sum, definition) => sum + count(definition), 0);
}

describe('example 1: "Agent needs to validate an OpenSpec file but doesn\'t know which tool to use"', () => {
  test("find, describe, load, call", async () => {
    const talk = quartetTalk(runtime);
    expect(talk.step()).toMatchObject({ strategy: "append", prompt: "" });
    expect(talk.listed()).toEqual(META);

    const found = await talk.ask("tool_find", { query: "validate spec", limit: 3 });
    expect(namesOf(found)).toEqual(["spec_validate", "spec_show", "spec_list"]);

    const described = await talk.ask("tool_describe", { name: "spec_validate" });
    expect(described.data).toMatchObject({ name: "spec_validate", active: false });
    expect(talk.listed()).toEqual(META);

    const loaded = await talk.ask("tool_load", { names: ["spec_validate"] });
    expect(loaded.blocks).toEqual(["Active from the next step on: spec_validate."]);
    expect(talk.listed()).toEqual([...META, "spec_validate"]);

    const called = await talk.ask("spec_validate", { path: ".", type: "all" });
    expect(called).toMatchObject({ blocks: ['spec_validate {"path":".","type":"all"}'], isError: false });
  });
});

describe('example 2: "What task should I work on next?"', () => {
  test("the registry's tools come, are loaded together, and are called", async () => {
    const talk = quartetTalk(runtime);
    const found = await talk.ask("tool_find", { query: "next task registry", limit: 5 });
    expect(namesOf(found).slice(0, 3)).toEqual(["registry_next", "registry_list", "registry_update"]);

    const names = ["registry_next", "registry_update", "registry_list"];
    await talk.ask("tool_load", { names });
    expect(talk.listed()).toEqual([...META, ...names]);
    expect(tokensOf(talk)).toBeLessThanOrEqual(500);

    expect(await talk.ask("registry_next", { path: ".", count: 1 })).toMatchObject({ isError: false });
    const updated = await talk.ask("registry_update", { task_id: "change/42", status: "in_progress" });
    expect(updated.blocks).toEqual(['registry_update {"task_id":"change/42","status":"in_progress"}']);
  });
});

describe('example 3: "Start the implementation workflow"', () => {
  test("start, status, approve", async () => {
    const talk = quartetTalk(runtime);
    const names = ["workflow_start", "workflow_status", "workflow_approve"];
    const found = await talk.ask("tool_find", { query: "workflow start approve", limit: 5 });
    expect(namesOf(found)).toEqual(expect.arrayContaining(names));

    await talk.ask("tool_load", { names });
    const script = [
      ["workflow_start", { path: ".", change_id: "add-feature", phase: "implement" }],
      ["workflow_status", { path: "." }],
      ["workflow_approve", { path: "." }],
    ] as const;
    for (const [name, input] of script) {
      expect((await talk.ask(name, input)).blocks).toEqual([`${name} ${JSON.stringify(input)}`]);
    }
    expect(tokensOf(talk)).toBeLessThanOrEqual(500);
  });
});

describe('example 4: "Tools accumulate as needed, never exceeding 500 tokens for typical workflows"', () => {
  test("three tasks, one after the other, in one conversation", async () => {
    const talk = quartetTalk(runtime);
    expect(tokensOf(talk)).toBeLessThanOrEqual(160);
    const tasks = [
      ["Initialize a new spec", "initialize spec", "spec_init", { path: "." }],
      ["List all changes", "list changes", "spec_list", { type: "change" }],
      ["Validate specs", "validate", "spec_validate", { path: ".", type: "all" }],
    ] as const;
    const loaded: string[] = [];
    for (const [said, query, name, input] of tasks) {
      talk.say(said);
      const before = canonicalJson(talk.step().tools).slice(0, -1);
      expect(namesOf(await talk.ask("tool_find", { query }))[0]).toBe(name);
      await talk.ask("tool_load", { names: [name] });
      expect((await talk.ask(name, input)).isError).toBe(false);
      loaded.push(name);
      expect(talk.listed()).toEqual([...META, ...loaded]);
      expect(canonicalJson(talk.step().tools).startsWith(before)).toBe(true);
      expect(tokensOf(talk)).toBeLessThanOrEqual(500);
    }
  });
});

describe('example 5: "Common search patterns and their results"', () => {
  const find = async (query: string, limit: number): Promise<string[]> =>
    namesOf(await quartetTalk(runtime).ask("tool_find", { query, limit }));

  test.each([
    ["spec management", 5, ["spec_init", "spec_create", "spec_update", "spec_list", "spec_show"]],
    ["validate", 3, ["spec_validate"]],
    ["generate code scaffold", 5, ["generate", "generate_component", "generate_from_spec"]],
    ["task dependencies priority", 5, ["registry_deps", "registry_update", "registry_next", "registry_list"]],
  ] as const)("%s: what the design names comes before anything else", async (query, limit, expected) => {
    const names = await find(query, limit);
    expect(new Set(names.slice(0, expected.length))).toEqual(new Set(expected));
    expect(names.length).toBeLessThanOrEqual(limit);
  });

  // The design names four under a limit of three.
  test("autonomous loop self-correction: loop_start first, and three of the four loop tools", async () => {
    const names = await find("autonomous loop self-correction", 3);
    expect(names[0]).toBe("loop_start");
    expect(names).toHaveLength(3);
    for (const name of names) expect(["loop_start", "loop_cancel", "loop_get", "loop_set"]).toContain(name);
  });
});

describe('example 6: "Agent wants to see what tools are currently loaded"', () => {
  test("the four and what was loaded, then the total", async () => {
    const talk = quartetTalk(runtime);
    await talk.ask("tool_load", { names: ["spec_validate", "registry_next"] });
    const active = await talk.ask("tool_active");
    const [list = "", total] = active.blocks;
    expect(JSON.parse(list)).toEqual([
      { name: "tool_active", description: "List active tools." },
      { name: "tool_describe", description: "Read a tool's schema." },
      { name: "tool_find", description: "Search for more tools." },
      { name: "tool_load", description: "Make tools callable from the next step on." },
      { name: "spec_validate", description: "Validate OpenSpec files." },
      { name: "registry_next", description: "Get the next task to work on, by priority and dependencies" },
    ]);
    const tokens = tokensOf(talk);
    expect(total).toBe(`Total active: 6 tools (~${tokens} tokens)`);
    expect(active.data).toEqual({ tools: JSON.parse(list), total: { count: 6, tokens } });
  });
});

describe('example 7: "Agent needs to understand tool parameters before calling it"', () => {
  test("name, description, inputSchema and active, and no other key", async () => {
    const talk = quartetTalk(runtime);
    await talk.ask("tool_load", { names: ["spec_validate"] });
    const described = await talk.ask("tool_describe", { name: "spec_validate" });
    const expected = {
      name: "spec_validate",
      description:
        "Validate OpenSpec files. Type can be 'spec', 'change', or 'all'. Use strict mode for comprehensive validation.",
      inputSchema: {
        type: "object",
        properties: {
          path: { type: "string", description: "Path to project directory" },
          type: { type: "string", enum: ["spec", "change", "all"] },
          id: { type: "string", description: "Specific spec/change ID" },
          strict: { type: "boolean", description: "Enable strict validation" },
        },
        required: ["path"],
      },
      active: true,
    };
    expect(described.data).toEqual(expected);
    expect(JSON.parse(described.blocks[0] ?? "")).toEqual(expected);
  });
});

test("the stories are played over 26 tools, and with the four there are 30", () => {
  expect(goEntTools.length + META.length).toBe(30);
});
