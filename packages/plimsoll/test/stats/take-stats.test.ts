import { expect, it } from "vitest";
import { takeStats } from "../../src/stats/take-stats.ts";
import { subjectOf, tool } from "./subjects.ts";

const SOURCES = [
  { id: "github", kind: "mcp", tools: [tool("create"), tool("merge"), tool("list")] },
  { id: "own", kind: "manifest", tools: [tool("note"), tool("old_note"), tool("plan")] },
] as const;
const LIFECYCLE = [
  { name: "github/merge", state: "active" },
  { name: "plan", state: "deferred" },
  { name: "old_note", state: "deprecated", replacement: "note" },
  { name: "older_note", state: "hidden", replacement: "old_note" },
  { name: "lost", state: "hidden" },
  {
    name: "gone",
    state: "removed",
    replacement: "plan",
    planned_removal_version: "1.0.0",
    replay_supported: false,
  },
] as const;

it("tells how the first step has each tool, and what the lifecycle says of it", async () => {
  const { strategy, tools, retired, total } = await takeStats(
    await subjectOf(SOURCES, { lifecycle: LIFECYCLE }),
    "name",
  );
  expect(strategy).toBe("bridge");
  const rows = tools.map(({ name, exposure, state, retiredNames }) => [name, exposure, state, retiredNames]);
  expect(rows.sort()).toEqual([
    ["github/create", "deferred", undefined, undefined],
    ["github/list", "deferred", undefined, undefined],
    ["github/merge", "head", "active", undefined],
    ["note", "head", undefined, ["old_note", "older_note"]],
    ["plan", "deferred", "deferred", ["gone"]],
  ]);
  expect(retired).toEqual([
    { name: "old_note", state: "deprecated", replacement: "note" },
    { name: "older_note", state: "hidden", replacement: "note" },
    { name: "lost", state: "hidden" },
    { name: "gone", state: "removed", replacement: "plan" },
  ]);
  expect(total).toMatchObject({
    tools: 5,
    inHead: 2,
    deferred: 3,
    states: { active: 1, deferred: 1 },
    retired: 4,
  });
});

it("opens every strategy over the same tools, manifest laid over them", async () => {
  const manifest = {
    version: "1.0.0",
    provides: { tools: [{ name: "github/list", behavioural: true, promptSnippet: "List first." }] },
  };
  const subject = await subjectOf(SOURCES, { manifest });
  const { strategies, tools } = await takeStats(subject);
  expect(tools.find(({ name }) => name === "github/list")?.exposure).toBe("head");
  const [all, bridge, append] = strategies;
  // Three of the file, the one that must not be deferred, and the meta-tools.
  const metaTools = (strategy: "bridge" | "append") =>
    subject.runtime.dialect.tools.filter(
      (tool) => !tool.isForGateways && tool.isOffered({ strategy, gate: "open" }),
    );
  expect(all).toMatchObject({
    strategy: "all",
    tools: 6,
    promptTokens: subject.counter.count("List first."),
  });
  expect(bridge).toMatchObject({ strategy: "bridge", tools: 4 + metaTools("bridge").length });
  expect(append).toMatchObject({ strategy: "append", tools: 4 + metaTools("append").length });
});

it("chooses `all` where nothing is deferred", async () => {
  const { strategy, total } = await takeStats(await subjectOf([SOURCES[1]]));
  expect({ strategy, inHead: total.inHead }).toEqual({ strategy: "all", inHead: 3 });
});

it("says which strategy a model refuses, and why", async () => {
  const { strategies } = await takeStats(await subjectOf(SOURCES, { model: "anthropic/claude-opus-5-5" }));
  expect(strategies.filter((row) => "refused" in row)).toEqual([
    {
      strategy: "append",
      refused: expect.stringContaining("binds its thinking to the array"),
    },
  ]);
});

it("measures against the window of the model, and says where that is a guess", async () => {
  const known = await takeStats(await subjectOf(SOURCES, { model: "gpt-4o" }));
  const guess = await takeStats(await subjectOf(SOURCES, { model: "my-model" }));
  expect(known).toMatchObject({ contextWindow: 128_000, isKnownModel: true });
  expect(guess).toMatchObject({ contextWindow: 128_000, isKnownModel: false });
  const { tokens, share } = known.total;
  expect(share).toBeCloseTo(tokens / 128_000, 6);
});

it("sorts sources by weight, by name or by number of tools", async () => {
  const heavy = {
    id: "heavy",
    kind: "mcp",
    tools: [tool("x", { description: "word ".repeat(200) })],
  } as const;
  const idsBy = async (order?: "tokens" | "name" | "tools") =>
    (await takeStats(await subjectOf([...SOURCES, heavy]), order)).sources.map(({ id }) => id);
  expect(await idsBy()).toEqual(["heavy", "github", "own"]);
  expect(await idsBy("name")).toEqual(["github", "heavy", "own"]);
  expect(await idsBy("tools")).toEqual(["github", "own", "heavy"]);
});
