import { createRuntime, estimateTokens, type Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sf } from "../../src/dialects/sf/sf.ts";
import { tools } from "../arbitraries.ts";
import { aTool } from "../fixtures.ts";
import { calling, type Talk, talkWith, textOf } from "../runtime/talk.ts";
import { aWorkplace, EAGER, found, search } from "./sf-workplace.ts";

const namesOf = ({ matches }: { matches: readonly { name: string }[] }) => matches.map(({ name }) => name);

/** A conversation over a few tools of the test's own. */
function talkOver(...own: Tool[]): Talk {
  return talkWith(createRuntime({ tools: own, dialect: sf }));
}

describe("what is asked", () => {
  test("the input is the seed's, to the letter", () => {
    const { tools: array } = talkWith(aWorkplace()).step();
    const { inputSchema } = array.find(({ name }) => name === "sf_tool_search") ?? {};
    expect(inputSchema).toMatchObject({
      properties: {
        query: { type: "string" },
        domain: { enum: ["planning", "execution", "memory", "subagent", "evidence", "mcp", "all"] },
        includeLoaded: { type: "boolean" },
        limit: { type: "integer", minimum: 1, maximum: 25 },
      },
      required: ["query"],
    });
  });

  test.each([{}, { query: " " }, { query: "memory", domain: "code" }, { query: "memory", limit: 26 }])(
    "%j is refused",
    async (input) => {
      const { isError, meta } = await search(talkWith(aWorkplace()), input);
      expect([isError, meta?.outcome]).toEqual([true, "rejected"]);
    },
  );

  test("a domain leaves only its tools, and all leaves everything", async () => {
    const ask = (domain?: string) => found(talkWith(aWorkplace()), { query: "search", limit: 25, domain });
    expect(new Set((await ask("evidence")).matches.map(({ domain }) => domain))).toEqual(
      new Set(["evidence"]),
    );
    expect(await ask("all")).toEqual(await ask());
    expect(new Set((await ask()).matches.map(({ domain }) => domain)).size).toBeGreaterThan(1);
  });

  test("the domain mcp means tools of servers, whatever their own domain", async () => {
    const runtime = aWorkplace();
    runtime.catalog.replace(
      { id: "notes", kind: "mcp" },
      { tools: [aTool("memory_export", { domain: "memory" })] },
    );
    const talk = talkWith(runtime);
    const result = await found(talk, { query: "memory", domain: "mcp", limit: 25 });
    expect(result.matches).toMatchObject([
      { name: "notes__memory_export", canonicalName: "notes/memory_export", domain: "memory" },
    ]);
    expect(result.loadedAfter).toEqual(["notes/memory_export"]);
    const other = await found(talkWith(runtime), { query: "memory export", domain: "memory", limit: 1 });
    expect(namesOf(other)).toEqual(["notes__memory_export"]);
  });

  test.each([
    ["name", { query: "codebase_search" }],
    ["alias", { query: "code_search" }],
    ["description", { query: "by meaning" }],
    ["domain", { query: "evidence" }],
    ["prompt snippet", { query: "where grep finds too much" }],
  ])("a tool is found by its %s", async (_field, input) => {
    expect(namesOf(await found(talkWith(aWorkplace()), input))).toContain("codebase_search");
  });
});

describe("what is loaded", () => {
  test("what is there already is left out, and named in the next instruction", async () => {
    const talk = talkWith(aWorkplace());
    await search(talk, { query: "memory_graph", limit: 1 });
    const again = await found(talk, { query: "memory_graph", domain: "memory", limit: 1 });
    expect(namesOf(again)).not.toContain("memory_graph");
    expect(again.nextInstruction).toContain("There already: memory_graph. Call memory_graph({…}).");
    const head = await found(talk, { query: "bash" });
    expect(head).toMatchObject({
      matches: [],
      nextInstruction: "There already: bash. Call bash({…}).",
    });
  });

  test("includeLoaded shows it, with the status loaded", async () => {
    const talk = talkWith(aWorkplace());
    await search(talk, { query: "memory_graph", limit: 1 });
    for (const query of ["memory_graph", "bash"]) {
      const { matches, loadedBefore, loadedAfter } = await found(talk, {
        query,
        limit: 1,
        includeLoaded: true,
      });
      expect(matches).toMatchObject([{ name: query, status: "loaded" }]);
      expect(loadedAfter).toEqual(loadedBefore);
    }
  });

  test("tools of the head take no lazy tool's place", async () => {
    const eager = Array.from({ length: 9 }, (_, at) => aTool(`memo_${at}`, { description: "Keep a memo" }));
    const talk = talkOver(...eager, aTool("archive", { lazy: true, description: "Put an old memo away" }));
    expect(namesOf(await found(talk, { query: "memo", limit: 1 }))).toEqual(["archive"]);
  });

  test("searches of one batch each load their own, and nothing is lost or loaded twice", async () => {
    const talk = talkWith(aWorkplace());
    const queries = ["memory_graph", "read_output", "memory_graph", "record_gate"];
    await talk.call(...queries.map((query) => calling("sf_tool_search", { query, limit: 1 })));
    const { tools: array } = talk.step();
    expect(array.map(({ name }) => name)).toEqual([...EAGER, "memory_graph", "read_output", "record_gate"]);
  });

  test("a search runs no tool that it finds", async () => {
    let runs = 0;
    const run = () => `run ${++runs}`;
    const talk = talkOver(aTool("ring_bell", { lazy: true, execution: { type: "run", run } }), aTool("look"));
    expect(namesOf(await found(talk, { query: "ring_bell" }))).toEqual(["ring_bell"]);
    expect(runs).toBe(0);
  });

  test("more than 10,000 tokens of schemas are not loaded at once, and the rest is named", async () => {
    const description = "word ".repeat(8_000);
    const big = (name: string) => aTool(name, { lazy: true, inputSchema: { type: "object", description } });
    const result = await found(talkOver(big("big_one"), big("big_two"), aTool("look")), { query: "big" });
    expect(namesOf(result)).toEqual(["big_one", "big_two"]);
    expect(result.loadedAfter).toEqual(["big_one"]);
    expect(result.nextInstruction).toContain("Not loaded, for length, search for each by its name: big_two.");
  });
});

describe("old names", () => {
  test("a retired name as the whole query gives its living twin, and loads it", async () => {
    const talk = talkWith(aWorkplace());
    const result = await found(talk, { query: " Memory-Map ", limit: 1 });
    expect(result.matches).toMatchObject([
      { name: "memory_map", canonicalName: "memory_graph", status: "deprecated_alias" },
    ]);
    expect(result.loadedAfter).toEqual(["memory_graph"]);
    expect(result.nextInstruction).toContain("memory_map is an old name: use memory_graph.");
  });

  test("also where the twin is in the head", async () => {
    const { matches, loadedAfter } = await found(talkWith(aWorkplace()), { query: "plan", limit: 1 });
    expect(matches).toMatchObject([
      { name: "plan", canonicalName: "plan_milestone", status: "deprecated_alias", aliases: ["milestone"] },
    ]);
    expect(loadedAfter).toEqual([]);
  });

  test("no other query surfaces one", async () => {
    for (const query of ["the memory_map of records", "memory map or graph", "memory_graph"]) {
      const result = await found(talkWith(aWorkplace()), { query, limit: 25, includeLoaded: true });
      expect(namesOf(result)).toContain("memory_graph");
      expect(JSON.stringify({ ...result, query: "" })).not.toContain("memory_map");
    }
  });

  test("law 4: an old name of a denied tool leads nowhere", async () => {
    const runtime = aWorkplace({ policy: { deny: ["memory_graph", "query_journal"] } });
    for (const query of ["memory_map", "journal_dump"]) {
      const result = await found(talkWith(runtime), { query, includeLoaded: true });
      expect(JSON.stringify(result)).not.toMatch(/memory_graph|query_journal|was removed|old name/);
    }
  });

  test("a removed name is explained", async () => {
    const { nextInstruction } = await found(talkWith(aWorkplace()), { query: "journal_dump" });
    expect(nextInstruction).toContain("journal_dump was removed: use query_journal.");
  });
});

describe("risk", () => {
  test.each([
    [{ risk: "read" }, "read"],
    [{ risk: "write" }, "write"],
    [{ risk: "read", external: true }, "external"],
    [{ risk: "write", external: true }, "external"],
    [{ risk: "destructive", external: true }, "destructive"],
    [{ external: true }, "external"],
    [{ external: false }, undefined],
    [{}, undefined],
  ] as const)("%j is told as %s", async (said, told) => {
    const talk = talkOver(aTool("ring_bell", { lazy: true, ...said }), aTool("look"));
    const [match] = (await found(talk, { query: "ring_bell" })).matches;
    expect(match?.risk).toBe(told);
  });

  test('"does not bypass existing permission policy": what needs leave waits for it, loaded or not', async () => {
    const talk = talkWith(aWorkplace({ policy: { approveRisk: ["destructive"] } }));
    const { matches } = await found(talk, { query: "cancel_subagent", limit: 1 });
    expect(matches).toMatchObject([{ name: "cancel_subagent", risk: "destructive" }]);
    const entries = await talk.call(calling("cancel_subagent", { id: "a-1" }));
    expect(entries.at(-1)).toMatchObject({ role: "pending", tool: "cancel_subagent" });
  });

  test("law 4: a denied tool is as if it had never been there, loaded before or not", async () => {
    const secret = aTool("memory_secret", { lazy: true, domain: "memory", description: "Secret records" });
    const own = ["memory_notes", "memory_tags"].map((name) => aTool(name, { lazy: true }));
    const talk = talkOver(...own, secret, aTool("look"));
    await search(talk, { query: "memory_secret", limit: 1 });
    const denied = createRuntime({ tools: [...own, secret, aTool("look")], dialect: sf });
    const without = createRuntime({ tools: [...own, aTool("look")], dialect: sf });
    for (const query of ["memory_secret", "secret memory records", "memory"]) {
      const input = { query, limit: 25, includeLoaded: true };
      const withDenial = talkWith(denied, { policy: { deny: ["memory_secret"] } });
      const withoutIt = talkWith(without);
      withDenial.history = [...talk.history];
      withoutIt.history = [...talk.history];
      expect(await search(withDenial, input)).toEqual(await search(withoutIt, input));
    }
  });
});

describe("strategies", () => {
  test("where the array must not change, what was loaded is called through tool_call", async () => {
    const talk = talkWith(aWorkplace(), { model: "claude-fable-5-1" });
    const before = talk.step();
    expect(before.strategy).toBe("bridge");
    expect(before.tools.map(({ name }) => name)).toEqual([...EAGER, "tool_call"].sort());
    expect(before.prompt).toContain("in the next step call it with tool_call");
    const result = await search(talk, { query: "memory_graph", limit: 1 });
    expect(result.structuredContent).toMatchObject({
      nextInstruction:
        'Loaded: memory_graph. From the next step on, call tool_call({"name":"memory_graph","arguments":{…}}).',
    });
    expect(textOf(result)).toContain(
      'memory_graph: Show the records around a record of memory\nSchema: {"properties":{"depth"',
    );
    expect(textOf(result)).toContain("Inspect related memory records");
    expect(result.meta?.keepWhole).toBe(true);
    expect(talk.step().tools).toEqual(before.tools);
    await talk.call(calling("tool_call", { name: "memory_graph", arguments: { id: "m-1" } }));
    expect(talk.textOf("tool_call")).toBe("ran memory_graph");
  });

  test("the search is there also where nothing is lazy, and is all there is", async () => {
    const talk = talkOver(aTool("look"), aTool("ring_bell"));
    const { strategy, tools: array, prompt } = talk.step();
    expect(strategy).toBe("append");
    expect(prompt).toContain("search with sf_tool_search");
    expect(array.map(({ name }) => name)).toEqual(["look", "ring_bell", "sf_tool_search"]);
    expect(await found(talk, { query: "ring_bell", includeLoaded: true })).toMatchObject({
      matches: [{ name: "ring_bell", status: "loaded" }],
      loadedAfter: [],
    });
  });

  test("under the strict gate a search is the way in", async () => {
    const talk = talkWith(aWorkplace({ gate: "strict" }));
    await talk.call(calling("memory_graph", { id: "m-1" }));
    expect(talk.textOf("memory_graph")).toContain('sf_tool_search({"query":"memory_graph","limit":1})');
    await search(talk, { query: "memory_graph", limit: 1 });
    await talk.call(calling("memory_graph", { id: "m-1" }));
    expect(talk.textOf("memory_graph")).toBe("ran memory_graph");
  });
});

describe("law 8: what a model reads is capped", () => {
  test("matches are left out whole, and named", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`parameter_number_${at}`, {}]),
    );
    const inputSchema = { type: "object", properties, required: Object.keys(properties) };
    const wide = Array.from({ length: 10 }, (_, at) => aTool(`wide_${at}`, { lazy: true, inputSchema }));
    const result = await found(talkOver(...wide, aTool("look")), { query: "wide", limit: 10 });
    expect(result.matches.length).toBeLessThan(10);
    for (const { schemaPreview } of result.matches) expect(schemaPreview).toContain("parameter_number_39");
    expect(result.loadedAfter).toHaveLength(10);
    expect(result.nextInstruction).toMatch(/Left out of the matches for length: .*wide_9/);
  });

  test("the names of what is loaded stop at about 500 tokens, the newest staying", async () => {
    const many = Array.from({ length: 200 }, (_, at) => aTool(`bell_number_${at}`, { lazy: true }));
    const talk = talkOver(...many, aTool("look"));
    const tools = many.map(({ name }) => ({ name }));
    talk.history.push({ role: "handover", records: [{ v: 1, type: "load", at: 0, tools }] });
    const { loadedBefore } = await found(talk, { query: "bell_number_7" });
    expect(loadedBefore.at(-1)).toBe("bell_number_199");
    expect(estimateTokens(JSON.stringify(loadedBefore))).toBeLessThanOrEqual(800);
  });

  test("an answer stays within 4,000 tokens, over any catalog, and is the same as data and as text", async () => {
    await fc.assert(
      fc.asyncProperty(tools, async (listed) => {
        const lazy = listed.map((tool) => ({ ...tool, lazy: true }));
        const result = await search(talkOver(...lazy), { query: "get issue file page", limit: 25 });
        const [block] = result.content;
        const text = block?.type === "text" ? block.text : "";
        expect(JSON.parse(text)).toEqual(result.structuredContent);
        expect(estimateTokens(text)).toBeLessThanOrEqual(4_000);
      }),
    );
  });

  test("guidance is cut, tool by tool", async () => {
    const guidelines = ["word ".repeat(5_000)];
    const result = await search(talkOver(aTool("ring_bell", { lazy: true, guidelines }), aTool("look")), {
      query: "ring_bell",
    });
    expect(result.content).toHaveLength(2);
    expect(textOf({ content: result.content.slice(1) }).length).toBeLessThanOrEqual(1_100);
  });

  test("law 12: finding nothing says so, with where to look", async () => {
    const { matches, nextInstruction } = await found(talkWith(aWorkplace()), { query: "bake bread" });
    expect(matches).toEqual([]);
    expect(nextInstruction).toMatch(
      /^No tool matches\. Tools exist in: .*memory|planning.*\. Try other words/,
    );
  });
});
