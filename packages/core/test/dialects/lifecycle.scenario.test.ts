import {
  createRuntime,
  isRetired,
  type ResultMessage,
  replayTranscript,
  toSurfaceBytes,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import {
  ARCEE_FIRST_TURN,
  codewhale,
  LEGACY_SUBAGENTS,
  manifest,
  policy,
  RETIRED,
  registered,
} from "../catalog/codewhale.ts";
import { calling, talkWith, textOf } from "../runtime/talk.ts";

const V4 = "deepseek-v4-flash";
const ARCEE = "trinity-large";
const MODELS = [V4, "deepseek-v4", "deepseek-v3.2", ARCEE, "gpt-5.5", "claude-sonnet-5"];
const MODES = ["plan", "agent", "yolo"];
const retiredNames = RETIRED.map(({ name }) => name);

const stepOf = (model: string, mode: string, runtime = codewhale()) =>
  runtime.step({ history: [], model, mode });
const headOf = (model: string, mode: string, runtime = codewhale()): string[] =>
  stepOf(model, mode, runtime).tools.map(({ name }) => name);
const found = async (query: string, model = V4): Promise<string[]> =>
  (await codewhale().find(query, { model, limit: 100 })).matches.map(({ name }) => name);

/** The entries that share a handler with another, by name. */
function twins(runtime = codewhale()): string[][] {
  const byHandler = new Map<unknown, string[]>();
  for (const { name, tool } of runtime.catalog.snapshot().entries()) {
    const handler = tool.execution.type === "run" ? tool.execution.run : name;
    byHandler.set(handler, [...(byHandler.get(handler) ?? []), name]);
  }
  return [...byHandler.values()].filter((names) => names.length > 1);
}

// "no name in HIDDEN_COMPATIBILITY_TOOLS or DEPRECATED_ALIASES appears in DEFAULT_ACTIVE_NATIVE_TOOLS or
// ARCEE_FIRST_TURN_NATIVE_TOOLS, and … no two active entries resolve to the same underlying tool implementation"
describe("1, the duplicate-active-alias guard", () => {
  test("no retired name is in the head of any model in any mode", () => {
    for (const model of MODELS) {
      for (const mode of MODES) {
        expect(headOf(model, mode).filter((name) => retiredNames.includes(name))).toEqual([]);
      }
    }
  });

  test("no two visible tools are one implementation, though both names of each are registered", () => {
    expect(twins()).toEqual([]);
    expect(twins(codewhale(registered(), { ...manifest, lifecycle: [] }))).toHaveLength(RETIRED.length);
  });
});

// "hidden-compat and deprecated names are absent from the tool-search-discoverable pool while remaining present in
// the registry (dispatchable)"
describe("2, the exclusion from search", () => {
  test.each(RETIRED)(
    "$name is found by no query, and by its own name its twin is",
    async ({ name, twin }) => {
      const queries = [
        name,
        name.replaceAll("_", " "),
        `what ${name} says`,
        `use ${name} to wait`,
        "todo exec tts",
      ];
      for (const query of queries) expect(await found(query)).not.toContain(name);
      expect((await found(name))[0]).toBe(twin);
    },
  );

  test("the preview names none of them, and a description of one is not to be had", async () => {
    for (const mode of MODES) {
      const { prompt } = stepOf(V4, mode);
      for (const name of retiredNames) expect(prompt).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
    const { result } = await codewhale().call({ name: "tool_describe", arguments: { names: ["tts"] } });
    expect(textOf(result)).toMatch(/^speech: /);
  });

  test.each(RETIRED)("$name is still there to be called", async ({ name, twin }) => {
    expect(codewhale().catalog.snapshot().resolve(name)).toMatchObject({
      type: "found",
      entry: { name: twin },
    });
  });
});

// "For each manifest name, calling it still executes and returns the same result as its canonical twin. Deprecated names
// additionally assert the replacement note is present in result metadata and absent from the catalog/prefix.
// Hidden-compat names assert no added notice."
describe("3, replay", () => {
  test.each(RETIRED)(
    "$name answers as $twin does, with its note in the metadata alone",
    async ({ name, twin, note }) => {
      const talk = talkWith(codewhale(), { model: V4, mode: "agent" });
      const before = toSurfaceBytes(talk.step());
      const entries = await talk.call(
        calling(name),
        calling(twin),
        calling("tool_call", { name, arguments: {} }),
      );
      const results = entries.filter((entry): entry is ResultMessage => entry.role === "tool");
      const [old, living, bridged] = results;
      expect(old?.content).toEqual(living?.content);
      expect(bridged?.content).toEqual(living?.content);
      expect(old?.meta).toEqual({ ...living?.meta, ...(note === undefined ? {} : { notice: note }) });
      expect(bridged?.meta?.notice).toBe(note);
      expect(living?.meta).not.toHaveProperty("notice");
      expect(JSON.stringify(talk.step().messages)).not.toContain("notice");
      const after = toSurfaceBytes(talk.step());
      expect({ tools: after.tools, prompt: after.prompt }).toEqual({
        tools: before.tools,
        prompt: before.prompt,
      });
      for (const word of [note, "deprecated", "hidden", "0.8.53"]) {
        if (word !== undefined) expect(before.tools + before.prompt).not.toContain(word);
      }
    },
  );

  test.each(["open", "strict"] as const)(
    "every name dispatches under the %s gate, for every model",
    async (gate) => {
      const runtime = createRuntime({ tools: registered(), manifest, policy, gate });
      for (const model of MODELS) {
        for (const { name, twin } of RETIRED) {
          const { outcome } = await runtime.call({ name, arguments: {} }, { model });
          expect(outcome).toMatchObject({ type: "ok", entry: { name: twin } });
        }
      }
    },
  );

  test("a recorded transcript of all of them holds, and says so without running anything", () => {
    const calls = RETIRED.map(({ name }, at) => ({ id: `c${at}`, name, arguments: {} }));
    const report = replayTranscript([{ role: "assistant", calls }], codewhale().catalog.snapshot());
    expect(report.counts).toEqual({ ok: RETIRED.length, warning: 0, error: 0 });
    expect(
      report.calls.map(({ name, verdict }) => [name, "notice" in verdict ? verdict.notice : undefined]),
    ).toEqual(RETIRED.map(({ name, note }) => [name, note]));
  });
});

// "A snapshot test pinning the byte serialization of the first-turn active tool block, asserting it is identical across
// Plan / Agent / YOLO (native head) and stable run-to-run"
describe("4, the golden head", () => {
  const bytesOf = (model: string, mode: string, runtime = codewhale()): string =>
    toSurfaceBytes(stepOf(model, mode, runtime)).tools;
  const readable = (bytes: string): string => `${bytes.replaceAll('},{"desc', '},\n{"desc')}]\n`;

  test("is one block of bytes in Plan and Agent, and YOLO only adds the server's tools behind it", async () => {
    const native = bytesOf(V4, "plan");
    expect(bytesOf(V4, "agent")).toBe(native);
    expect(bytesOf(V4, "yolo").startsWith(native)).toBe(true);
    const added = headOf(V4, "yolo").slice(headOf(V4, "plan").length);
    expect(added).toEqual(["github__create_issue", "github__list_issues"]);
    await expect(readable(native)).toMatchFileSnapshot("golden/codewhale-native.txt");
  });

  test("is the same from run to run, in whatever order tools were registered", () => {
    const backwards = codewhale([...registered()].reverse());
    for (const model of [V4, ARCEE]) expect(bytesOf(model, "agent", backwards)).toBe(bytesOf(model, "agent"));
  });

  test("is narrowed to eight tools for one provider, in every mode", async () => {
    const own = headOf(ARCEE, "plan").filter(
      (name) => !["tool_call", "tool_describe", "tool_find"].includes(name),
    );
    expect(own).toEqual(ARCEE_FIRST_TURN);
    for (const mode of MODES) expect(bytesOf(ARCEE, mode)).toBe(bytesOf(ARCEE, "plan"));
    await expect(readable(bytesOf(ARCEE, "plan"))).toMatchFileSnapshot("golden/codewhale-arcee.txt");
  });

  // "remove two duplicate active aliases from whatever default active head is current"; the other names are deferred.
  test("moves by the two duplicates alone when the diet lands", () => {
    const deferred = retiredNames.filter((name) => !name.startsWith("exec_"));
    const tools = [...manifest.provides.tools, ...deferred.map((name) => ({ name, lazy: true }))];
    const undieted = { ...manifest, provides: { tools }, lifecycle: [] };
    const before = headOf(V4, "plan", codewhale(registered(), undieted));
    const after = headOf(V4, "plan");
    expect(before.filter((name) => !after.includes(name))).toEqual(["exec_interact", "exec_wait"]);
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });
});

// "only agent_open, agent_eval, tool_agent, agent_close are registered as model-visible subagent tools and … no legacy
// name … is instantiated"
describe("5, the guard of subagents", () => {
  test("four tools of the family are visible, and no other", async () => {
    const visible = codewhale()
      .catalog.snapshot()
      .entries()
      .map(({ name }) => String(name))
      .filter((name) => /agent/.test(name));
    expect(visible).toEqual(["agent_close", "agent_eval", "agent_open", "tool_agent"]);
    expect(headOf(V4, "agent")).toEqual(expect.arrayContaining(visible));
  });

  test.each(LEGACY_SUBAGENTS)("%s is not registered: no row, no search, no call", async (name) => {
    const runtime = codewhale();
    expect(manifest.lifecycle?.map((row) => row.name)).not.toContain(name);
    expect(runtime.catalog.snapshot().resolve(name)).toEqual({ type: "unknown", name });
    expect(await found(name)).not.toContain(name);
    expect((await runtime.call({ name, arguments: {} })).outcome).toMatchObject({ reason: "unknown" });
    const report = replayTranscript(
      [{ role: "assistant", calls: [{ id: "a", name, arguments: {} }] }],
      runtime.catalog.snapshot(),
    );
    expect(report.calls).toMatchObject([{ level: "error", verdict: { type: "unknown" } }]);
  });
});

// "tool_agent is active/discoverable only under DeepSeek-V4 models and excluded (but still registered) elsewhere"
describe("6, the gate of tool_agent", () => {
  test.each(MODELS)("%s", async (model) => {
    const isV4 = model.startsWith("deepseek-v4");
    for (const mode of MODES) {
      const { tools, prompt } = stepOf(model, mode);
      expect(tools.some(({ name }) => name === "tool_agent")).toBe(isV4);
      expect(prompt).not.toContain("tool_agent");
    }
    expect((await found("tool_agent", model)).includes("tool_agent")).toBe(isV4);
    const { outcome } = await codewhale().call({ name: "tool_agent", arguments: {} }, { model });
    expect(outcome).toMatchObject({ type: "ok", entry: { name: "tool_agent" } });
  });

  test("is no transition of its lifecycle: it is canonical, and a V4 transcript replays everywhere", () => {
    const snapshot = codewhale().catalog.snapshot();
    expect(snapshot.lifecycle.stateOf("tool_agent")).toBeUndefined();
    const calls = [{ id: "a", name: "tool_agent", arguments: {} }];
    expect(replayTranscript([{ role: "assistant", calls }], snapshot).counts.error).toBe(0);
  });
});

// "These have distinct niches and receive canonical guidance only — no lifecycle change."
describe("the non-goals", () => {
  test.each((manifest.families ?? []).map((names) => [names.join(", "), names] as const))(
    "%s keep their state",
    async (_title, names) => {
      const snapshot = codewhale().catalog.snapshot();
      for (const name of names) {
        expect(snapshot.get(name)?.name).toBe(name);
        const state = snapshot.lifecycle.stateOf(name);
        expect(state !== undefined && isRetired(state)).toBe(false);
        expect(await found(name)).toContain(name);
      }
    },
  );
});
