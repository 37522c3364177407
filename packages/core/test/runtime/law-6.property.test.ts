import { createRuntime, type JsonSchema, type LifecycleRow, type Runtime, type Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validate } from "../../src/tool/validate.ts";
import { damages, fittingValue, objectSchema } from "../call/damaged-arguments.ts";
import { aTool } from "../fixtures.ts";
import { PLAYED_MODEL, STRATEGIES } from "./conversation.ts";
import { calling, type Talk, talkWith, textOf } from "./talk.ts";

const AVAILABLE = ["read_notes", "create_invoice", "send_reminder", "github/list_branches", "picky"] as const;
const DENIED = "secret_vault";
const GATED = "plan_budget";
const LATE = "late_arrival";
const UNAVAILABLE = [DENIED, GATED, "gone_a", "gone_b", "gone_c", "gone_d"];
const removed = (name: string, replacement?: string): LifecycleRow => ({
  name,
  state: "removed",
  planned_removal_version: "1.0.0",
  replay_supported: false,
  note: "It was slow.",
  ...(replacement === undefined ? {} : { replacement }),
});
const LIFECYCLE: readonly LifecycleRow[] = [
  { name: "bill_customer", replacement: "create_invoice", state: "hidden" },
  removed("gone_a", "create_invoice"),
  removed("gone_b", DENIED),
  removed("gone_c", GATED),
  removed("gone_d"),
];

const scenario = fc
  .record({
    setup: fc.record({
      strategy: fc.constantFrom(...STRATEGIES),
      gate: fc.constantFrom("open" as const, "strict" as const),
    }),
    schemas: fc.array(objectSchema, { minLength: 8, maxLength: 8 }),
    loads: fc.subarray([...AVAILABLE]),
    unloads: fc.subarray([...AVAILABLE]),
    isBridged: fc.boolean(),
  })
  .chain((world) => wrongCall(world.schemas).map((wrong) => ({ ...world, wrong })));

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** A name and arguments of which at least one is wrong, most of the time. */
function wrongCall(schemas: readonly JsonSchema[]) {
  const schemaOf = (name: string): JsonSchema =>
    schemas[[...AVAILABLE, GATED, DENIED, LATE].indexOf(name)] ?? {};
  const fitting = (name: string) => fittingValue(schemaOf(name));
  const known = fc.constantFrom(...AVAILABLE, LATE);
  const misspelt = known.chain((name) =>
    fc.record({
      name: fc
        .array(fc.tuple(fc.nat(), fc.constantFrom("", "x", "_")), { minLength: 1, maxLength: 2 })
        .map(edit(name)),
      arguments: fitting(name),
    }),
  );
  const illArgued = fc.constantFrom(...AVAILABLE, "bill_customer").chain((name) =>
    fc.record({
      name: fc.constant<string>(name),
      arguments: fitting(name === "bill_customer" ? "create_invoice" : name).chain((value) =>
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }).chain((choices) => damages(value, choices)),
      ),
    }),
  );
  const unavailable = fc.record({
    name: fc.constantFrom(...UNAVAILABLE, "secretvault"),
    arguments: fc.constant({}),
  });
  const notLoaded = known.chain((name) =>
    fitting(name).map((value) => ({ name: name as string, arguments: value })),
  );
  const refused = fc.constant({ name: "picky", arguments: { mood: "bad" } as unknown });
  return fc.oneof(misspelt, illArgued, unavailable, notLoaded, refused);
}

function edit(name: string) {
  return (edits: readonly (readonly [number, string])[]): string =>
    edits.reduce((text, [choice, letter]) => {
      const at = choice % text.length;
      return `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
    }, name);
}

function open({ setup, schemas }: Scenario): Runtime {
  const [notes, invoice, reminder, branches, , budget, vault] = schemas;
  const make = (name: string, inputSchema: JsonSchema = { type: "object" }, more: Partial<Tool> = {}) =>
    aTool(name, { inputSchema, lazy: true, ...more });
  const runtime = createRuntime({
    ...setup,
    lifecycle: LIFECYCLE,
    version: "2.0.0",
    policy: { deny: [DENIED], gates: [{ tools: [GATED], modes: ["agent"] }] },
    tools: [
      make("read_notes", notes, { lazy: false }),
      make("create_invoice", invoice),
      make("send_reminder", reminder),
      make("picky", { type: "object" }, { parseInput: isInGoodMood }),
      make(GATED, budget),
      make(DENIED, vault),
    ],
  });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [make("list_branches", branches)] });
  return runtime;
}

/** What a schema library may say that no JSON Schema does. */
function isInGoodMood(value: unknown) {
  return Object(value).mood === "bad"
    ? { type: "invalid" as const, issues: [{ path: "/mood", message: "The mood must be good." }] }
    : { type: "ok" as const, value };
}

/** A conversation in which some tools were loaded, some given back, and one has come since. */
async function prepared(world: Scenario): Promise<{ runtime: Runtime; talk: Talk }> {
  const runtime = open(world);
  const talk = talkWith(runtime, { mode: "plan", model: PLAYED_MODEL });
  if (world.loads.length > 0) await talk.call(calling("tool_load", { names: world.loads }));
  if (world.unloads.length > 0) await talk.call(calling("tool_unload", { names: world.unloads }));
  await talk.call();
  const late = aTool(LATE, { inputSchema: world.schemas[7] ?? { type: "object" } });
  runtime.catalog.replace({ id: "late", kind: "manifest" }, { tools: [late] });
  return { runtime, talk };
}

function asMade({ wrong, isBridged, setup }: Scenario): ReturnType<typeof calling> {
  return isBridged && setup.strategy !== "all"
    ? calling("tool_call", wrong)
    : calling(wrong.name, wrong.arguments);
}

/** Makes the call, and answers what was said to it if it was refused. */
async function refusal(talk: Talk, call: ReturnType<typeof calling>): Promise<string | undefined> {
  const result = (await talk.call(call)).find(({ role }) => role === "tool");
  return result?.role === "tool" && result.meta?.outcome === "rejected" ? textOf(result) : undefined;
}

/** The call that a text proposes, if it does, with real arguments. */
function proposed(text: string): { call: ReturnType<typeof calling>; isLoad: boolean } | undefined {
  const [, line] = /^Next[^:]*: (.+)$/m.exec(text) ?? [];
  if (line === undefined || line.includes("{…}")) return undefined;
  const [, name = "", json = ""] =
    /^([\w-]+)\((.*)\)(?:, then call it in the step after\.)?$/.exec(line) ?? [];
  return { call: calling(name, JSON.parse(json)), isLoad: name === "tool_load" };
}

const NUM_RUNS = 100;

describe("law 6: a wrong call is repaired in one trip", () => {
  test("the answer names what was wrong, and no tool that is not available", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const { talk, runtime } = await prepared(world);
        const { name } = world.wrong;
        const text = await refusal(talk, asMade(world));
        if (text === undefined) return;
        const meant = runtime.catalog.snapshot().resolve(name, (entry) => entry.name !== DENIED);
        const named = meant.type === "found" ? meant.entry.wireName : JSON.stringify(name);
        // A tool that only old transcripts call is named as the model named it, and no further.
        expect(text.includes(named) || text.includes(JSON.stringify(name))).toBe(true);
        const sent = JSON.stringify(world.wrong);
        for (const hidden of UNAVAILABLE) {
          if (!sent.includes(hidden)) expect(text).not.toContain(hidden);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("the answer carries the whole schema of the tool that it points at", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const { talk, runtime } = await prepared(world);
        const text = (await refusal(talk, asMade(world))) ?? "";
        const [, nearest, was, instead] =
          /Nearest: (\S+)\.$|^([\w-]+) (?:is not loaded|was not called)|Use (\S+) instead\./m.exec(text) ??
          [];
        const pointed = nearest ?? was ?? instead;
        const [, schema] = /^Schema: (.+)$/m.exec(text) ?? [];
        expect(schema === undefined).toBe(pointed === undefined);
        if (pointed === undefined || schema === undefined) return;
        const found = runtime.catalog.snapshot().resolve(pointed);
        expect(found.type === "found" && found.entry.tool.inputSchema).toEqual(JSON.parse(schema));
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("the next call that it proposes works, and a load makes the tool callable in the step after", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const { talk, runtime } = await prepared(world);
        const next = proposed((await refusal(talk, asMade(world))) ?? "");
        if (next === undefined) return;
        expect(await refusal(talk, next.call)).toBeUndefined();
        if (!next.isLoad) return;
        const [loaded = ""] = Object(next.call.arguments).names as string[];
        const found = runtime.catalog.snapshot().resolve(loaded);
        const schema = found.type === "found" ? found.entry.tool.inputSchema : {};
        const [fitting] = fc.sample(fittingValue({ properties: {}, required: [], ...schema }), 1);
        expect(validate(schema, fitting)).toEqual([]);
        expect(await refusal(talk, calling(loaded, fitting))).toBeUndefined();
      }),
      { numRuns: 2 * NUM_RUNS },
    );
  });

  test("a call that was not loaded is told how to load it, and that works", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const { talk } = await prepared(world);
        const text = (await refusal(talk, asMade(world))) ?? "";
        const [, json] =
          /is not loaded\. Load it with tool_load\((.+)\) and call it in the next step\./.exec(text) ?? [];
        fc.pre(json !== undefined);
        await talk.call(calling("tool_load", JSON.parse(json ?? "")));
        const again = await refusal(talk, asMade(world));
        expect(again ?? "").not.toContain("is not loaded");
      }),
      { numRuns: Math.ceil(NUM_RUNS / 3) },
    );
  });

  test("the same wrong call a third time is told to stop", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const { talk } = await prepared(world);
        const call = asMade(world);
        const texts = [];
        for (let time = 0; time < 4; time++)
          texts.push((await refusal(talk, structuredClone(call))) ?? "ran");
        fc.pre(texts[0] !== "ran");
        expect(texts.map((text) => text.startsWith("Stop."))).toEqual([false, false, true, true]);
      }),
      { numRuns: Math.ceil(NUM_RUNS / 3) },
    );
  });
});
