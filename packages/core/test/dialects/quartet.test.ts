import { createRuntime, estimateTokens, loadO200kCounter } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quartet } from "../../src/dialects/quartet/quartet.ts";
import { canonicalJson } from "../../src/internal/canonical-json.ts";
import { tools } from "../arbitraries.ts";
import { aTool } from "../fixtures.ts";
import { aQuartet, namesOf, quartetTalk } from "./quartet-talk.ts";

const BOUND = "claude-fable-5-1";

test("the four definitions cost at most 160 tokens by o200k, and there is no prompt section beside them", async () => {
  const countTokens = await loadO200kCounter();
  const { tools: sent, prompt, tokens } = aQuartet({ countTokens }).step({ history: [], model: "m" });
  expect(sent.map(({ name }) => name)).toEqual(["tool_active", "tool_describe", "tool_find", "tool_load"]);
  expect(
    sent.reduce((sum, definition) => sum + countTokens(canonicalJson(definition)), 0),
  ).toBeLessThanOrEqual(160);
  expect(prompt).toBe("");
  expect(tokens.head).toBeLessThanOrEqual(160);
});

describe("tool_find", () => {
  test("answers a list with exactly four keys each, as text, and the same list under tools as data", async () => {
    const talk = quartetTalk();
    await talk.ask("tool_load", { names: ["spec_show"] });
    const { blocks, data } = await talk.ask("tool_find", { query: "validate spec", limit: 2 });
    expect(blocks).toHaveLength(1);
    expect(JSON.parse(blocks[0] ?? "")).toEqual([
      {
        name: "spec_validate",
        description: "Validate OpenSpec files.",
        score: expect.any(Number),
        active: false,
      },
      {
        name: "spec_show",
        description: "Show a spec, change or task in full",
        score: expect.any(Number),
        active: true,
      },
    ]);
    expect(data).toEqual({ tools: JSON.parse(blocks[0] ?? "") });
  });

  test("a tool that stands in the array from the start is active", async () => {
    const talk = quartetTalk(aQuartet({ pins: ["spec_init"] }));
    const { data } = await talk.ask("tool_find", { query: "spec_init", limit: 1 });
    expect(data).toMatchObject({ tools: [{ name: "spec_init", active: true }] });
    expect(namesOf(await talk.ask("tool_active"))).toContain("spec_init");
  });

  test("gives five unless asked for another number", async () => {
    expect(namesOf(await quartetTalk().ask("tool_find", { query: "spec" }))).toHaveLength(5);
  });

  test("law 12: finding nothing is an empty list, and says so", async () => {
    const { blocks, data, isError } = await quartetTalk().ask("tool_find", { query: "xylophone" });
    expect(blocks).toEqual(["[]", 'No tool matches "xylophone". Tools exist in: code.']);
    expect({ data, isError }).toEqual({ data: { tools: [] }, isError: false });
  });

  test("the same search twice in a turn is told that it is", async () => {
    const talk = quartetTalk();
    await talk.ask("tool_find", { query: "validate" });
    const { blocks } = await talk.ask("tool_find", { query: "validate" });
    expect(blocks[1]).toContain("You have searched for this before");
  });

  test.each([{ query: " " }, { query: "spec", limit: 0 }, { query: "spec", limit: 26 }, {}])(
    "%j is refused with what is wrong",
    async (input) => {
      const { blocks, isError } = await quartetTalk().ask("tool_find", input);
      expect(blocks.join("\n")).toContain("The call was not made.");
      expect(isError).toBe(true);
    },
  );

  test("law 4: a denied tool is neither found, described, loaded nor named", async () => {
    const talk = quartetTalk(aQuartet({ policy: { deny: ["spec_validate"] } }));
    const answers = [
      await talk.ask("tool_find", { query: "spec_validate" }),
      await talk.ask("tool_describe", { name: "spec_valid" }),
      await talk.ask("tool_load", { names: ["spec_valid"] }),
      await talk.ask("tool_active"),
    ];
    expect(JSON.stringify(answers.map(({ blocks, data }) => ({ blocks, data })))).not.toContain(
      "spec_validate",
    );
    const denied = await talk.ask("tool_describe", { name: "spec_validate" });
    expect(denied).toMatchObject({ isError: true });
    expect(denied.blocks[0]).toContain('No tool named "spec_validate" is available here.');
  });
});

describe("tool_describe", () => {
  test("an unknown name is an error with the nearest", async () => {
    const { blocks, isError } = await quartetTalk().ask("tool_describe", { name: "spec_validat" });
    expect(isError).toBe(true);
    expect(blocks[0]).toMatch(
      /^No tool named "spec_validat" is available here\. Nearest: spec_validate\b.*tool_find\.$/,
    );
  });

  test("is never a load", async () => {
    const talk = quartetTalk();
    await talk.ask("tool_describe", { name: "spec_validate" });
    expect(talk.listed()).not.toContain("spec_validate");
  });
});

describe("tool_load", () => {
  test("does the good part of a mixture, and says what was active and what is unknown", async () => {
    const talk = quartetTalk();
    await talk.ask("tool_load", { names: ["loop_get"] });
    const loaded = await talk.ask("tool_load", { names: ["loop_set", "loop_get", "loop_stop", "loop_set"] });
    expect(loaded.data).toMatchObject({
      loaded: ["loop_set"],
      already: ["loop_get"],
      omitted: [],
      unknown: [{ name: "loop_stop" }],
    });
    expect(loaded.blocks[0]).toContain(
      "Active from the next step on: loop_set.\nActive already: loop_get.\n",
    );
    expect(loaded.blocks[0]).toContain('No tool named "loop_stop" is available here.');
    expect(loaded.isError).toBe(false);
  });

  test("the schema comes with the array, not with the answer; a lazy tool's guidance comes with the answer", async () => {
    const guided = aTool("guided", {
      lazy: true,
      promptSnippet: "Call guided first.",
      guidelines: ["Once."],
    });
    const talk = quartetTalk(aQuartet({ tools: [guided] }));
    const { blocks } = await talk.ask("tool_load", { names: ["guided"] });
    expect(blocks).toEqual(["Active from the next step on: guided.\nCall guided first.\nOnce."]);
    expect(talk.listed()).toContain("guided");
  });

  test.each([[[]], [Array.from({ length: 21 }, (_, at) => `tool_${at}`)]])("%j is refused", async (names) => {
    const { blocks } = await quartetTalk().ask("tool_load", { names });
    expect(blocks[0]).toContain(`Name 1 to 20 tools at once, not ${names.length}.`);
  });

  test("nothing loaded is an error", async () => {
    expect(await quartetTalk().ask("tool_load", { names: ["nothing_like_it"] })).toMatchObject({
      isError: true,
    });
  });
});

describe("tool_active", () => {
  test("a tool whose schema has changed since is not active, and can be loaded again", async () => {
    const runtime = aQuartet();
    const change = (description: string): void =>
      runtime.catalog.replace(
        { id: "ci", kind: "mcp" },
        { tools: [aTool("build", { inputSchema: { type: "object", description } })] },
      );
    change("one");
    const talk = quartetTalk(runtime);
    await talk.ask("tool_load", { names: ["ci__build"] });
    expect(namesOf(await talk.ask("tool_active"))).toContain("ci__build");
    change("two");
    expect(namesOf(await talk.ask("tool_active"))).not.toContain("ci__build");
    expect((await talk.ask("tool_load", { names: ["ci__build"] })).data).toMatchObject({
      loaded: ["ci__build"],
    });
    expect(namesOf(await talk.ask("tool_active"))).toContain("ci__build");
  });

  test("there is no unload", async () => {
    const { blocks } = await quartetTalk().ask("tool_unload", { names: ["spec_init"] });
    expect(blocks[0]).toContain('No tool named "tool_unload" is available here.');
  });
});

describe("where the array must not change, the bridge stands in", () => {
  test("tool_call is added and said, and a load answers with schemas", async () => {
    const talk = quartetTalk(aQuartet(), { model: BOUND });
    const { strategy, prompt } = talk.step();
    expect(strategy).toBe("bridge");
    expect(prompt).toContain("tool_call");
    const head = ["tool_active", "tool_call", "tool_describe", "tool_find", "tool_load"];
    expect(talk.listed()).toEqual(head);

    const { blocks, data } = await talk.ask("tool_load", { names: ["loop_get"] });
    expect(blocks[0]).toContain("Active from the next step on: loop_get. Call them with tool_call.");
    expect(blocks[0]).toContain('Schema: {"properties":{"path"');
    expect(data).toMatchObject({ loaded: ["loop_get"], tools: [{ name: "loop_get" }] });
    expect(talk.listed()).toEqual(head);
    const called = await talk.ask("tool_call", { name: "loop_get", arguments: { path: "." } });
    expect(called.blocks).toEqual(['loop_get {"path":"."}']);
    expect(namesOf(await talk.ask("tool_active"))).toEqual([...head, "loop_get"]);
  });

  test("a call outside any conversation is answered as under the bridge", async () => {
    const { result } = await aQuartet().call({ name: "tool_active", arguments: {} });
    expect(result?.structuredContent).toMatchObject({ total: { count: 5 } });
  });
});

describe("law 6: a wrong call is repaired in one trip", () => {
  test("arguments that do not fit are answered with the schema and a call by the tool's own name", async () => {
    const { blocks } = await quartetTalk().ask("loop_get", { path: 7 });
    expect(blocks[0]).toContain("loop_get was not called");
    expect(blocks[0]).toContain("loop_get({");
    expect(blocks[0]).not.toContain("tool_call");
  });

  test("under the strict gate an unloaded tool is answered with the load to make", async () => {
    const { blocks } = await quartetTalk(aQuartet({ gate: "strict" })).ask("loop_get", { path: "." });
    expect(blocks[0]).toContain('Load it with tool_load({"names":["loop_get"]})');
  });
});

describe("law 8: what a model reads is capped", () => {
  test("a search's answer and the list of active tools stay within 1,700 tokens, over any catalog", async () => {
    await fc.assert(
      fc.asyncProperty(tools, async (listed) => {
        const lazy = listed.map((tool) => ({
          ...tool,
          lazy: true,
          description: `${tool.description} ${"long ".repeat(60)}`,
        }));
        const talk = quartetTalk(
          createRuntime({ tools: [...lazy, aTool("one_more", { lazy: true })], dialect: quartet }),
        );
        const found = await talk.ask("tool_find", { query: "get issue file page long", limit: 25 });
        await talk.ask("tool_load", { names: [...lazy.map(({ name }) => name), "one_more"].slice(0, 20) });
        const active = await talk.ask("tool_active");
        for (const { blocks } of [found, active]) {
          expect(estimateTokens(blocks.join("\n"))).toBeLessThanOrEqual(1_700);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("what does not fit is counted, and the list is still JSON", async () => {
    const wide = Array.from({ length: 40 }, (_, at) =>
      aTool(`wide_tool_number_${at}`, { lazy: true, description: "Wide and wordy ".repeat(20) }),
    );
    const talk = quartetTalk(aQuartet({ tools: wide }));
    const found = await talk.ask("tool_find", { query: "wide", limit: 25 });
    expect(found.blocks[1]).toBe(`${25 - namesOf(found).length} more left out for length: ask for fewer.`);
    for (const half of [wide.slice(0, 20), wide.slice(20)]) {
      await talk.ask("tool_load", { names: half.map(({ name }) => name) });
    }
    const active = await talk.ask("tool_active");
    expect(active.data).toMatchObject({ total: { count: 44 } });
    expect(active.blocks[1]).toContain(`, ${44 - namesOf(active).length} of them left out above for length`);
  });
});
