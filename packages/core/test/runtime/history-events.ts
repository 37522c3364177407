import {
  createRuntime,
  derive,
  type Gate,
  type LifecycleRow,
  type Message,
  type PendingAnswer,
  type Policy,
  type Runtime,
  type Step,
  type StepInput,
  type Tool,
  type ToolCall,
  toSummary,
} from "@plimsoll/core";
import fc from "fast-check";
import { aTool } from "../fixtures.ts";
import { PLAYED_MODEL } from "./conversation.ts";
import { calling, textOf } from "./talk.ts";

/** How a conversation is set up. */
export interface Setup {
  readonly strategy: "append" | "bridge" | "transcript";
  readonly gate: Gate;
}

/** Something that happens in a conversation, to its history, or to the catalog it runs over. */
export type HistoryEvent =
  | { readonly type: "say" | "restart" | "clear" | "subagent" }
  | { readonly type: "batch"; readonly calls: readonly Omit<ToolCall, "id">[]; readonly retried: boolean }
  | { readonly type: "answer"; readonly answer: "yes" | "failed" | "no" }
  | {
      readonly type: "catalog";
      readonly change: "add" | "change" | "remove" | "rename";
      readonly name: string;
    }
  | {
      readonly type: "policy";
      readonly deny: readonly string[];
      readonly approve: readonly string[];
      readonly mode: string;
    }
  | { readonly type: "rewind"; readonly to: number }
  | { readonly type: "compact"; readonly to: number };

/** What was done, in the words of the answers that the model read: nothing here is taken from a record. */
type Deed =
  | { readonly type: "say" }
  | { readonly type: "open"; readonly head: readonly string[] }
  | { readonly type: "handover"; readonly denied: readonly string[] }
  | { readonly type: "load" | "call"; readonly names: readonly string[]; readonly batch: number }
  | { readonly type: "unload"; readonly names: readonly string[]; readonly batch: number }
  | { readonly type: "search"; readonly queries: readonly string[] };

/** A deed, with the version each tool had and the names that were denied at the time. */
export type DatedDeed = Deed & Pick<World, "versions" | "circumstances">;

/** A conversation that was played, ready to go on. */
export interface World {
  readonly runtime: Runtime;
  readonly history: readonly Message[];
  readonly deeds: readonly DatedDeed[];
  readonly rows: readonly LifecycleRow[];
  /** By canonical name: tools that changed have another version. */
  readonly versions: ReadonlyMap<string, number>;
  readonly circumstances: Pick<StepInput, "policy" | "mode">;
  readonly steps: readonly Step[];
}

const HEAD = "read";
/** Run by the host; the others run by themselves. */
export const HOST = "ask_owner";
const LAZY = ["merge", "pay", HOST, "github/create_issue", "github/close_issue", "docs/search_pages"];
const SERVERS = ["github", "docs"];
const GATED: Policy = { gates: [{ tools: ["pay"], modes: ["agent"] }] };

/** Every name that a history may speak of, also those that tools are renamed to. */
export const NAMES: readonly string[] = [HEAD, ...LAZY, ...LAZY.map(renamed)];

const someNames = fc.subarray([...NAMES], { minLength: 1, maxLength: 3 });
const aName = fc.constantFrom(...NAMES);
const aCall: fc.Arbitrary<Omit<ToolCall, "id">> = fc.oneof(
  { weight: 4, arbitrary: someNames.map((names) => calling("tool_load", { names })) },
  { weight: 2, arbitrary: someNames.map((names) => calling("tool_unload", { names })) },
  { weight: 4, arbitrary: aName.map((name) => calling("tool_call", { name, arguments: { id: "7" } })) },
  { weight: 3, arbitrary: aName.map((name) => calling(name, { id: "7" })) },
  { weight: 1, arbitrary: aName.map((name) => calling(name, { id: 7 })) },
  { weight: 1, arbitrary: aName.map((query) => calling("tool_find", { query })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(calling("tool_active"), calling("tool_describe", { names: LAZY })),
  },
);

/** One event; histories are made of these. */
const historyEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: "say" } as const) },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant("batch" as const),
      calls: fc.array(aCall, { minLength: 1, maxLength: 3 }),
      retried: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("answer" as const),
      answer: fc.constantFrom("yes" as const, "failed" as const, "no" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("catalog" as const),
      change: fc.constantFrom("add" as const, "change" as const, "remove" as const, "rename" as const),
      name: fc.constantFrom(...LAZY),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("policy" as const),
      deny: fc.subarray([...NAMES], { maxLength: 4 }),
      approve: fc.subarray([...NAMES], { maxLength: 2 }),
      mode: fc.constantFrom("agent", "plan"),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ type: "restart" } as const, { type: "clear" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom("rewind" as const, "compact" as const), to: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "subagent" } as const) },
);

/** A run of events. */
export const historyEvents: fc.Arbitrary<HistoryEvent[]> = fc.array(historyEvent, {
  minLength: 1,
  maxLength: 14,
});

/** Events that all have to do with one tool, so that what happens to it happens again and again. */
export const eventsOfOneTool: fc.Arbitrary<HistoryEvent[]> = fc.array(
  fc.oneof(
    fc
      .constantFrom("merge", "merge_again")
      .chain((name) =>
        fc
          .subarray(
            [
              calling("tool_load", { names: [name] }),
              calling("tool_unload", { names: [name] }),
              calling("tool_call", { name, arguments: { id: "7" } }),
            ],
            { minLength: 1, maxLength: 2 },
          )
          .map((calls): HistoryEvent => ({ type: "batch", calls, retried: false })),
      ),
    fc
      .constantFrom("change" as const, "rename" as const)
      .map((change): HistoryEvent => ({ type: "catalog", change, name: "merge" })),
  ),
  { minLength: 1, maxLength: 10 },
);

/** Both strategies that load, under both gates. */
export const setups: fc.Arbitrary<Setup> = fc.record({
  strategy: fc.constantFrom("append" as const, "bridge" as const, "transcript" as const),
  gate: fc.constantFrom("open" as const, "strict" as const),
});

/** A conversation in which the user has spoken, over a full catalog. */
export function begin(setup: Setup): World {
  const versions = new Map([HEAD, ...LAZY].map((name) => [name, 1]));
  const world = { versions, rows: [], circumstances: {}, steps: [] };
  const say: DatedDeed = { type: "say", versions, circumstances: {} };
  return {
    ...world,
    runtime: openRuntime(setup, world),
    history: [{ role: "user", text: "Begin" }],
    deeds: [say],
  };
}

/** Lets events happen, and answers the world after them. No world is changed: each can go on in several ways. */
export async function happen(
  setup: Setup,
  start: World,
  events: readonly HistoryEvent[],
  { isCompacting = true }: { readonly isCompacting?: boolean } = {},
): Promise<World> {
  // Catalogs change in place: another continuation of the same world must not see it.
  let world: World = { ...start, runtime: openRuntime(setup, start) };
  const past: World[] = [world];
  for (const event of events) {
    if (event.type === "rewind") world = rewound(world, past[event.to % past.length] ?? world);
    else if (event.type !== "compact" || isCompacting) world = await after(setup, world, event);
    past.push(world);
  }
  return world;
}

async function after(setup: Setup, world: World, event: HistoryEvent): Promise<World> {
  const { history, runtime } = world;
  switch (event.type) {
    case "rewind":
      return world;
    case "say":
      return did({ ...world, history: [...history, { role: "user", text: "Go on" }] }, { type: "say" });
    case "batch":
      return replied(await answered(world, "no"), event);
    case "answer":
      return answered(world, event.answer);
    case "catalog":
      return changed(setup, world, event);
    case "policy": {
      const { deny, approve, mode } = event;
      return { ...world, circumstances: { policy: { deny, approve }, mode } };
    }
    case "restart":
      return { ...world, history: JSON.parse(JSON.stringify(history)), runtime: openRuntime(setup, world) };
    case "clear":
      return {
        ...world,
        history: history.map((one) => (one.role === "tool" ? { ...one, content: [] } : one)),
      };
    case "compact": {
      if (pendingIn(world).length > 0) return world;
      const cut = cuts(history)[event.to % cuts(history).length] ?? 0;
      return { ...world, history: [toSummary(history.slice(0, cut), "…"), ...history.slice(cut)] };
    }
    case "subagent": {
      const child = runtime.subagent(
        { history, model: PLAYED_MODEL, ...world.circumstances },
        { inheritLoads: true },
      );
      const gated = world.circumstances.mode === "agent" ? [] : ["pay"];
      const denied = [...deniedIn(world), ...gated];
      return did({ ...world, history: child.history }, { type: "handover", denied });
    }
  }
}

/** The places where a history may be cut without parting a call from its result. */
export function cuts(history: readonly Message[]): number[] {
  const isStart = ({ role }: Message): boolean => role !== "tool" && role !== "pending";
  return [...history.flatMap((message, at) => (isStart(message) ? [at] : [])), history.length];
}

/** The step that a world is about to take; calls that wait are left out of it. */
export function stepOf({ runtime, history, circumstances }: World): Step {
  return runtime.step({ history, model: PLAYED_MODEL, ...circumstances });
}

/** The names that the policy of this moment denies. */
export function deniedIn({ circumstances: { policy } }: Pick<World, "circumstances">): readonly string[] {
  return [policy ?? []].flat().flatMap(({ deny }) => deny ?? []);
}

/** The name that a tool has today. */
export function nameToday(name: string, rows: readonly LifecycleRow[]): string {
  const row = rows.find((one) => one.name === name);
  return row?.replacement === undefined ? name : nameToday(row.replacement, rows);
}

function renamed(name: string): string {
  return `${name}_again`;
}

function rewound(world: World, { history, deeds, steps }: World): World {
  return { ...world, history, deeds, steps };
}

function did(world: World, deed: Deed): World {
  const { deeds, versions, circumstances } = world;
  return { ...world, deeds: [...deeds, { ...deed, versions, circumstances }] };
}

function pendingIn({ history, runtime }: World) {
  return derive(history, runtime.catalog.snapshot()).pending;
}

async function replied(
  world: World,
  { calls, retried }: Extract<HistoryEvent, { type: "batch" }>,
): Promise<World> {
  const { history, steps } = world;
  const named = calls.map((call, at) => ({ id: `${history.length}-${steps.length}-${at}`, ...call }));
  const step = stepOf(world);
  if (retried) await step.accept({ calls: named });
  const entries = await step.accept({ calls: named });
  return readDeeds({ ...world, history: [...history, ...entries], steps: [...steps, step] }, entries);
}

async function answered(world: World, answer: "yes" | "failed" | "no"): Promise<World> {
  const { history, runtime, circumstances } = world;
  const waiting = pendingIn(world);
  if (waiting.length === 0) return world;
  const answers = waiting.map(({ callId, tool, waitsFor }): [string, PendingAnswer] => {
    if (answer === "no") return [callId, { type: "declined" }];
    if (waitsFor.type === "user") {
      const action = answer === "yes" ? "accept" : "cancel";
      return [callId, { type: "answers", answers: { "plimsoll/approval": { action } } }];
    }
    return [
      callId,
      answer === "yes" ? { type: "result", value: `ran ${tool}` } : { type: "failed", message: "no" },
    ];
  });
  const input = { history, model: PLAYED_MODEL, ...circumstances, answers: Object.fromEntries(answers) };
  const entries = await runtime.resume(input);
  const next = readDeeds({ ...world, history: [...history, ...entries] }, entries);
  // A call that was approved may be one that the host runs: then it waits again.
  return pendingIn(next).length > 0 ? answered(next, answer) : next;
}

/** What the model was told that it did. */
function readDeeds(world: World, entries: readonly Message[]): World {
  const batch = world.history.length;
  const deeds = entries.flatMap((entry): Deed[] => {
    if (entry.role === "opening")
      return [{ type: "open", head: entry.tools.map(({ name }) => fromWire(name)) }];
    if (entry.role !== "tool") return [];
    const said = Object(entry.structuredContent);
    if (entry.name === "tool_load") {
      return [{ type: "load", names: namesIn(said.loaded), batch }];
    }
    if (entry.name === "tool_unload") {
      return [{ type: "unload", names: namesIn(said.unloaded), batch }];
    }
    if (entry.name === "tool_find" && entry.isError !== true)
      return [{ type: "search", queries: said.queries }];
    const [, ran] = /^ran (\S+)$/.exec(textOf(entry)) ?? [];
    return ran === undefined ? [] : [{ type: "call", names: [ran], batch }];
  });
  return deeds.reduce(did, world);
}

function namesIn(listed: unknown): string[] {
  return Array.isArray(listed) ? listed.map((one) => fromWire(typeof one === "string" ? one : one.name)) : [];
}

function fromWire(name: string): string {
  return name.replace("__", "/");
}

function changed(
  setup: Setup,
  world: World,
  { change, name: base }: Extract<HistoryEvent, { type: "catalog" }>,
): World {
  const name = nameToday(base, world.rows);
  const versions = new Map(world.versions);
  const rows = [...world.rows];
  const version = versions.get(name);
  if (change === "remove") versions.delete(name);
  else if (change === "add") versions.set(name, version ?? 1);
  else if (version === undefined || (change === "rename" && name !== base)) return world;
  else if (change === "change") versions.set(name, version + 1);
  else {
    versions.delete(name);
    versions.set(renamed(name), version);
    rows.push({ name, replacement: renamed(name), state: rows.length % 2 === 0 ? "hidden" : "deprecated" });
  }
  const next = { ...world, versions, rows };
  // Rows are read when a runtime is made; tools come and go while it runs.
  return change === "rename"
    ? { ...next, runtime: openRuntime(setup, next) }
    : { ...next, runtime: listed(next) };
}

/** A runtime of another process over the same catalog. */
export function openRuntime(setup: Setup, world: Pick<World, "rows" | "versions">): Runtime {
  const runtime = createRuntime({
    ...setup,
    lifecycle: world.rows,
    policy: GATED,
    budget: { headTokens: 100_000 },
  });
  return listed({ ...world, runtime });
}

function listed({ runtime, versions }: Pick<World, "runtime" | "versions">): Runtime {
  const { catalog } = runtime;
  const toolsOf = (server: string): Tool[] =>
    [...versions].flatMap(([name, version]) => {
      const [source, local] = name.includes("/") ? name.split("/") : ["code", name];
      return source === server ? [aVersion(local ?? "", name, version)] : [];
    });
  catalog.replace({ id: "code", kind: "code" }, { tools: toolsOf("code") });
  for (const id of SERVERS) {
    const tools = toolsOf(id);
    if (tools.length > 0) catalog.replace({ id, kind: "mcp" }, { tools });
    else if (catalog.snapshot().sources.some((source) => source.id === id)) catalog.remove(id);
  }
  return runtime;
}

function aVersion(local: string, name: string, version: number): Tool {
  return aTool(local, {
    description: `Does ${name.replaceAll("_again", "")}, in its version ${version}`,
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    lazy: name !== HEAD,
    ...(name.startsWith("merge") ? { antiFallback: "do not merge by hand" } : {}),
    execution: name.startsWith(HOST) ? { type: "host" } : { type: "run", run: () => `ran ${name}` },
  });
}
