import { derive, type Message, type TelemetryEvent, toSessionState, toSummary } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { calling, type Talk, talkWith } from "../runtime/talk.ts";
import { aWorkplace, EAGER, found, LAZY, MANIFEST, search } from "./sf-workplace.ts";

const namesIn = (talk: Talk): string[] => talk.step().tools.map(({ name }) => name);

describe("the turn lifecycle", () => {
  test('1. "starts with eager tool set plus sf_tool_search", and nothing lazy is in array or prompt', () => {
    const { tools, prompt, strategy } = talkWith(aWorkplace()).step();
    expect(strategy).toBe("append");
    expect(tools.map(({ name }) => name)).toEqual(EAGER);
    for (const lazy of LAZY) expect(prompt).not.toContain(lazy);
  });

  test('"a compact index of lazy names/domains/descriptions, not full schemas" ends the search\'s description', () => {
    const { tools } = talkWith(aWorkplace()).step();
    const { description = "" } = tools.find(({ name }) => name === "sf_tool_search") ?? {};
    for (const lazy of LAZY) expect(description).toContain(lazy);
    expect(description).toContain(
      "\n- memory: memory_graph (Show the records around a record of memory), memory_search (Search memory by words), query_journal (",
    );
    expect(description).not.toContain("depth");
    const rest = tools.filter(({ name }) => name !== "sf_tool_search");
    expect(rest.every((tool) => tool.description.length < 100)).toBe(true);
  });

  test('"lazy tools must not leak full usage guidance before loading"', () => {
    const { tools, prompt } = talkWith(aWorkplace()).step();
    const sent = JSON.stringify({ tools, prompt });
    for (const tool of MANIFEST.provides.tools) {
      if (typeof tool === "string" || tool.lazy !== true) continue;
      for (const text of [tool.promptSnippet ?? "", ...(tool.guidelines ?? [])]) {
        expect(sent).not.toContain(text);
      }
    }
  });

  test('2 and 3. the search "resolves matching lazy tools", answers in exactly its shape, and runs nothing', async () => {
    const runtime = aWorkplace();
    const talk = talkWith(runtime);
    const result = await search(talk, { query: "related memory records", limit: 1 });
    expect(result.structuredContent).toEqual({
      query: "related memory records",
      loadedBefore: [],
      matches: [
        {
          name: "memory_graph",
          canonicalName: "memory_graph",
          status: "available_lazy",
          title: "memory_graph",
          description: "Show the records around a record of memory",
          domain: "memory",
          risk: "read",
          schemaPreview: "memory_graph(id: string, depth?: number)",
          loadToken: runtime.catalog.snapshot().get("memory_graph")?.schemaHash,
        },
      ],
      loadedAfter: ["memory_graph"],
      nextInstruction: "Loaded: memory_graph. From the next step on, call memory_graph({…}).",
    });
    expect(result.content).toEqual([
      { type: "text", text: JSON.stringify(result.structuredContent) },
      {
        type: "text",
        text: "memory_graph: Inspect related memory records\nStart from a record that memory_search found.\nGo no deeper than 3 hops.",
      },
    ]);
    expect(talk.textOf("sf_tool_search")).not.toContain("ran memory_graph");
  });

  test('4 and 5. "the next LLM turn" carries the full schema behind what was sent before, and the tool is called', async () => {
    const runtime = aWorkplace();
    const talk = talkWith(runtime);
    const before = talk.step();
    await search(talk, { query: "related memory records", limit: 1 });
    const after = talk.step();
    expect(after.tools).toEqual([
      ...before.tools,
      runtime.catalog.snapshot().get("memory_graph")?.definition,
    ]);
    expect(after.prompt).toBe(before.prompt);
    await talk.call(calling("memory_graph", { id: "m-1" }));
    expect(talk.textOf("memory_graph")).toBe("ran memory_graph");
  });

  test('6. "Loaded tools stay loaded" from turn to turn', async () => {
    const talk = talkWith(aWorkplace());
    await search(talk, { query: "memory_graph", limit: 1 });
    talk.say("And now something else");
    await talk.call(calling("read", { id: "file" }));
    talk.say("Back to memory");
    expect(namesIn(talk)).toEqual([...EAGER, "memory_graph"]);
    expect((await found(talk, { query: "subagent", limit: 1 })).loadedBefore).toEqual(["memory_graph"]);
  });

  test('6. until an "explicit unload": calls stop at once, bytes stay, a search loads again', async () => {
    const talk = talkWith(aWorkplace());
    await search(talk, { query: "memory_graph", limit: 1 });
    const unload: Message = {
      role: "handover",
      records: [{ v: 1, type: "unload", at: 1, names: ["memory_graph"] }],
    };
    talk.history.push(unload);
    expect(namesIn(talk)).toEqual([...EAGER, "memory_graph"]);
    await talk.call(calling("memory_graph", { id: "m-1" }));
    expect(talk.textOf("memory_graph")).toContain(
      'memory_graph is not loaded. Load it with sf_tool_search({"query":"memory_graph","limit":1})',
    );
    const again = await found(talk, { query: "memory_graph", limit: 1 });
    expect(again).toMatchObject({ loadedBefore: [], loadedAfter: ["memory_graph"] });
    await talk.call(calling("memory_graph", { id: "m-1" }));
    expect(talk.textOf("memory_graph")).toBe("ran memory_graph");
  });

  test('6. or until a "compaction policy resets them"', async () => {
    const talk = talkWith(aWorkplace({ compaction: "reset" }));
    await search(talk, { query: "memory_graph", limit: 1 });
    talk.history = [toSummary(talk.history, "We looked at memory."), { role: "user", text: "Go on" }];
    expect(talk.step().repinned).toBe("compaction");
    expect(namesIn(talk)).toEqual(EAGER);
    expect(await found(talk, { query: "memory_graph", limit: 1 })).toMatchObject({
      loadedBefore: [],
      matches: [{ status: "available_lazy" }],
    });
  });

  test("a compaction under another policy keeps them", async () => {
    const talk = talkWith(aWorkplace({ compaction: "keep" }));
    await search(talk, { query: "memory_graph", limit: 1 });
    talk.history = [toSummary(talk.history, "We looked at memory."), { role: "user", text: "Go on" }];
    expect(namesIn(talk)).toEqual([...EAGER, "memory_graph"]);
  });
});

test("the session state has the seed's shape: loadedLazyTools, loadedAtTurn, searchHistory", async () => {
  const runtime = aWorkplace();
  const talk = talkWith(runtime);
  await search(talk, { query: "memory_graph", limit: 1 });
  talk.say("Now the agents");
  await search(talk, { query: "cancel_subagent", limit: 1 });
  await search(talk, { query: "bake bread" });
  expect(toSessionState(derive(talk.history, runtime.catalog.snapshot()))).toEqual({
    loadedLazyTools: ["memory_graph", "cancel_subagent"],
    loadedAtTurn: { memory_graph: 1, cancel_subagent: 2 },
    searchHistory: [
      { turn: 1, query: "memory_graph", loaded: ["memory_graph"] },
      { turn: 2, query: "cancel_subagent", loaded: ["cancel_subagent"] },
      { turn: 2, query: "bake bread", loaded: [] },
    ],
  });
});

test('telemetry "should preserve old name, canonical name, and alias name for deprecation accounting"', async () => {
  const events: TelemetryEvent[] = [];
  const talk = talkWith(aWorkplace({ telemetry: (event) => events.push(event) }));
  for (const name of ["memory_map", "code_search", "find", "memory_graph"])
    await talk.call(calling(name, { id: "x" }));
  const ended = events.filter((event) => event.type === "call-end");
  expect(
    ended.map(({ requestedName, aliasName, canonicalName, state }) => ({
      requestedName,
      aliasName,
      canonicalName,
      state,
    })),
  ).toEqual([
    {
      requestedName: "memory_map",
      aliasName: "memory_map",
      canonicalName: "memory_graph",
      state: "deprecated",
    },
    {
      requestedName: "code_search",
      aliasName: "code_search",
      canonicalName: "codebase_search",
      state: "deferred",
    },
    { requestedName: "find", aliasName: "find", canonicalName: "glob", state: "active" },
    {
      requestedName: "memory_graph",
      aliasName: undefined,
      canonicalName: "memory_graph",
      state: "deferred",
    },
  ]);
});
