import {
  createRuntime,
  type Runtime,
  type Tool,
  type ToolDefinition,
  toSurfaceBytes,
  toWireName,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { search } from "../../src/dialects/search/search.ts";
import { tools } from "../arbitraries.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";

/** Names that come close to what is made of others. */
const odd = fc.constantFrom(
  "tool_search",
  "tool_call",
  "mcp__github__get_issue",
  "mcp__get_issue",
  "x".repeat(51),
  "x".repeat(52),
  "x".repeat(60),
  `${"long_".repeat(12)}a`,
  `${"long_".repeat(12)}b`,
);
const listed: fc.Arbitrary<Tool[]> = fc
  .tuple(
    tools,
    fc.uniqueArray(odd).map((names) => names.map((name) => aTool(name))),
  )
  .map(([some, more]) => [...some.filter(({ name }) => !more.some((one) => one.name === name)), ...more]);

function aRuntime(code: readonly Tool[], served: readonly Tool[]): Runtime {
  const runtime = createRuntime({
    tools: code,
    dialect: search(),
    strategy: "append",
    pins: ["*"],
    gate: "open",
    budget: { headTokens: 1_000_000 },
  });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: served });
  return runtime;
}

/** That a definition is the one of the tool which its name calls, under a name of the right make. */
async function checkCalled(definition: ToolDefinition, runtime: Runtime): Promise<void> {
  expect(definition.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  const { outcome } = await runtime.call({ name: definition.name, arguments: {} });
  const entry = "entry" in outcome ? outcome.entry : undefined;
  expect(entry?.definition).toEqual(definition);
  if (entry?.source.kind === "mcp") expect(definition.name).toMatch(/^mcp__github__/);
  else if (entry?.name !== "tool_search") expect(definition.name).toBe(toWireName(entry?.name ?? ""));
}

describe("law 1: names on the wire", () => {
  test("are unique and safe, begin with mcp__ for a server's tools, and are what a call resolves by", async () => {
    await fc.assert(
      fc.asyncProperty(listed, listed, async (code, served) => {
        const runtime = aRuntime(code, served);
        const { tools: array } = runtime.step({ history: [], model: "m" });
        const names = array.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const definition of array.filter(({ name }) => name !== "tool_search")) {
          await checkCalled(definition, runtime);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a server's tool answers to its name without the prefix too", async () => {
    await fc.assert(
      fc.asyncProperty(listed, async (served) => {
        const runtime = aRuntime([], served);
        for (const { name, wireName } of runtime.catalog.snapshot().entries()) {
          const { outcome } = await runtime.call({ name: wireName, arguments: {} });
          expect("entry" in outcome ? outcome.entry?.name : undefined).toBe(name);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a server that forges the name of another of its tools loses one of the two, and no more", () => {
    const long = aTool("x".repeat(70));
    const [, made] = aRuntime([], [long]).step({ history: [], model: "m" }).tools;
    const forged = aTool((made?.name ?? "").replace(/^mcp__github__/, ""));
    const { tools: array } = aRuntime([], [long, forged, aTool("other")]).step({ history: [], model: "m" });
    expect(array.map(({ name }) => name)).toEqual(["tool_search", "mcp__github__other", made?.name]);
  });

  test("a tool of code that has the very name keeps it, and a call reaches no other", async () => {
    const runtime = aRuntime([aTool("mcp__github__merge")], [aTool("merge")]);
    const { result } = await runtime.call({ name: "mcp__github__merge", arguments: {} });
    expect(result?.content).toEqual([{ type: "text", text: "ran mcp__github__merge" }]);
  });
});

describe("law 2: what was sent stays sent", () => {
  test("look-ups, calls and servers that come only add, and a new process sends the same", async () => {
    const event = fc.oneof(
      fc.record({ look: fc.nat(20) }),
      fc.record({ call: fc.nat(20) }),
      fc.record({ server: tools }),
    );
    await fc.assert(
      fc.asyncProperty(tools, fc.array(event, { maxLength: 8 }), async (served, events) => {
        let more: readonly Tool[] | undefined;
        const open = (): Runtime => {
          const runtime = createRuntime({ tools: [aTool("rare", { lazy: true })], dialect: search() });
          runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: served });
          if (more !== undefined) runtime.catalog.replace({ id: "docs", kind: "mcp" }, { tools: more });
          return runtime;
        };
        const runtime = open();
        const talk = talkWith(runtime);
        await talk.call();
        let before = toSurfaceBytes(talk.step());
        for (const one of events) {
          const names = runtime.catalog
            .snapshot()
            .entries()
            .map(({ name }) => name);
          const pick = (at: number): string => names[at % names.length] ?? "";
          if ("server" in one) {
            more = one.server;
            runtime.catalog.replace({ id: "docs", kind: "mcp" }, { tools: more });
            await talk.call();
          } else if ("look" in one) await talk.call(calling("tool_search", { query: pick(one.look) }));
          else await talk.call(calling(pick(one.call)));
          const after = toSurfaceBytes(talk.step());
          expect(after.tools.startsWith(before.tools)).toBe(true);
          expect(after.prompt).toBe(before.prompt);
          expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
          before = after;
        }
        const history = JSON.parse(JSON.stringify(talk.history));
        expect(toSurfaceBytes(open().step({ history, model: "m" }))).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });
});

describe("one name in a conversation", () => {
  const merge = aTool("merge", { description: "Merge a pull request" });
  const begin = (options: Parameters<typeof createRuntime>[0]): Runtime => {
    const runtime = createRuntime({
      pins: ["github/merge"],
      tools: [aTool("rare", { lazy: true })],
      ...options,
    });
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [merge] });
    return runtime;
  };

  test("a conversation that was opened in another dialect keeps its names, also under a strict gate", async () => {
    const talk = talkWith(begin({ gate: "strict" }));
    await talk.call(calling("tool_find", { query: "merge" }));
    const { tools: array } = talk.step();
    const other = talkWith(begin({ dialect: search() }));
    other.history = talk.history;
    expect(other.step().tools).toEqual(array);
    await other.call(calling("github__merge"));
    expect(other.textOf("github__merge")).toBe("ran merge");
    expect(other.history.at(-1)).not.toHaveProperty("meta.record");
  });

  test("what is in the head of such a conversation does not count as loaded, whoever wrote its results", async () => {
    const talk = talkWith(begin({}));
    await talk.call();
    const call = { id: "c", name: "github__merge", arguments: {} };
    talk.history.push({ role: "assistant", calls: [call] });
    talk.history.push({
      role: "tool",
      callId: "c",
      name: call.name,
      content: [{ type: "text", text: "merged" }],
    });
    const child = begin({ dialect: search() }).subagent(
      { history: talk.history, model: "m" },
      { inheritLoads: true },
    );
    expect(child.history).toMatchObject([{ role: "handover", records: [{ type: "load", tools: [] }] }]);
  });

  test("a host's transform is shown the name that the model is shown, and what it makes is loaded", async () => {
    const runtime = begin({
      pins: [],
      dialect: search(),
      transform: (definition) => ({ ...definition, description: `${definition.name}!` }),
    });
    const talk = talkWith(runtime);
    await talk.call(calling("tool_search", { query: "merge" }));
    expect(talk.step().tools.at(-1)).toEqual({
      name: "mcp__github__merge",
      description: "mcp__github__merge!",
      inputSchema: merge.inputSchema,
    });
  });

  test("a child that inherits loads is given them under the same names", async () => {
    const runtime = begin({ pins: [], dialect: search() });
    const talk = talkWith(runtime);
    await talk.call(calling("tool_search", { query: "merge" }));
    const child = runtime.subagent({ history: talk.history, model: "m" }, { inheritLoads: true });
    expect(runtime.step({ ...child, model: "m" }).tools.at(-1)?.name).toBe("mcp__github__merge");
  });
});
