import {
  createRuntime,
  type LifecycleRow,
  type Message,
  type Policy,
  type Reply,
  type Runtime,
  type RuntimeOptions,
  type Step,
  type StepInput,
  type StrategyName,
  type Tool,
} from "@plimsoll/core";
import fc from "fast-check";
import { toolName } from "../arbitraries.ts";

/** It follows every strategy. */
export const PLAYED_MODEL = "claude-opus-4-8";
export const STRATEGIES = ["all", "bridge", "append", "native", "transcript"] as const;

/** Something that happens in a conversation, or to the process that holds it. */
export type Event =
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "reply"; readonly calls: readonly Omit<Reply["calls"][number], "id">[] }
  | { readonly type: "source"; readonly id: string; readonly tools: readonly Tool[] }
  | { readonly type: "policy"; readonly policy: Policy; readonly mode: string }
  | { readonly type: "load"; readonly names: readonly string[] }
  | { readonly type: "unload"; readonly names: readonly string[] }
  | { readonly type: "restart" };

const anyArguments = fc.oneof(
  fc.constant({}),
  fc.constant({ repo: "core", title: "Broken", path: "a", count: 1, state: "open" }),
  fc.constantFrom<unknown>("{", '{"repo":"core"}', [], 7, null, "\u0000"),
);

function anyCall(names: readonly string[]): fc.Arbitrary<Omit<Reply["calls"][number], "id">> {
  const name = fc.oneof(fc.constantFrom(...names, "no_such_tool"), toolName);
  const call = (tool: string, input: fc.Arbitrary<unknown>) =>
    input.map((value) => ({ name: tool, arguments: value }));
  return fc.oneof(
    call("tool_find", fc.record({ query: fc.oneof(fc.constantFrom("open an issue", ""), name) })),
    call("tool_describe", fc.record({ names: fc.array(name, { maxLength: 3 }) })),
    call("tool_load", fc.record({ names: fc.array(name, { maxLength: 3 }) })),
    call("tool_call", fc.record({ name, arguments: anyArguments })),
    fc.record({ name, arguments: anyArguments }),
  );
}

/** A run of events over the names of a catalog. */
export function events(names: readonly string[], more: fc.Arbitrary<readonly Tool[]>): fc.Arbitrary<Event[]> {
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ type: fc.constant("user" as const), text: fc.string() }) },
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant("reply" as const),
        calls: fc.array(anyCall(names), { maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("source" as const),
        id: fc.constantFrom("github", "docs"),
        tools: more,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("policy" as const),
        policy: fc.record({ deny: fc.subarray([...names]), pins: fc.subarray([...names]) }),
        mode: fc.constantFrom("plan", "agent", "yolo"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom("load" as const, "unload" as const),
        names: fc.subarray([...names], { maxLength: Math.min(3, names.length) }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: "restart" as const }) },
  );
  return fc.array(event, { minLength: 1, maxLength: 12 });
}

/** What a played conversation left behind. */
export interface Played {
  readonly steps: readonly Step[];
  readonly history: readonly Message[];
  readonly runtime: Runtime;
  /** What the last step was asked under. */
  readonly circumstances: Pick<StepInput, "policy" | "mode">;
}

/** What a load, or an unload, leaves in a history: the step that asked for it, and a result with the record. */
function recordOf(
  { type, names }: Extract<Event, { type: "load" | "unload" }>,
  { catalog }: Runtime,
): Message[] {
  const tools = names.flatMap((name) => {
    const entry = catalog.snapshot().get(name);
    return entry === undefined ? [] : [{ name, schemaHash: entry.schemaHash, definition: entry.definition }];
  });
  const record =
    type === "load" ? { v: 1 as const, type, at: 1, tools } : { v: 1 as const, type, at: 1, names };
  const call = { id: "r", name: `tool_${type}`, arguments: { names } };
  return [
    { role: "assistant", calls: [call] },
    { role: "tool", callId: call.id, name: call.name, content: [], meta: { outcome: "ok", record } },
  ];
}

/** Plays events against a runtime, taking a step before each reply and one at the end. */
export async function play(
  tools: readonly Tool[],
  lifecycle: readonly LifecycleRow[],
  script: readonly Event[],
  strategy?: StrategyName,
  more: Partial<RuntimeOptions> = {},
): Promise<Played> {
  const open = (): Runtime =>
    createRuntime({
      tools,
      lifecycle,
      budget: { headTokens: 100_000 },
      timeoutMs: 5_000,
      ...(strategy === undefined ? {} : { strategy }),
      ...more,
    });
  let runtime = open();
  let history: Message[] = [{ role: "user", text: "Begin" }];
  let circumstances: { policy?: Policy; mode?: string } = {};
  const extra = new Map<string, readonly Tool[]>();
  const steps: Step[] = [];
  const take = (): Step => {
    const step = runtime.step({ history, model: PLAYED_MODEL, ...circumstances });
    steps.push(step);
    return step;
  };
  const addSource = (id: string, listed: readonly Tool[]): void =>
    runtime.catalog.replace({ id, kind: "mcp" }, { tools: listed });

  for (const [at, event] of script.entries()) {
    switch (event.type) {
      case "user":
        history.push({ role: "user", text: event.text });
        break;
      case "reply": {
        const calls = event.calls.map((call, index) => ({ id: `${at}-${index}`, ...call }));
        history.push(...(await take().accept({ text: "…", calls })));
        break;
      }
      case "source":
        extra.set(event.id, event.tools);
        addSource(event.id, event.tools);
        break;
      case "policy":
        circumstances = { policy: event.policy, mode: event.mode };
        break;
      case "load":
      case "unload":
        history.push(...recordOf(event, runtime));
        break;
      case "restart":
        history = JSON.parse(JSON.stringify(history));
        runtime = open();
        for (const [id, listed] of extra) addSource(id, listed);
        break;
    }
  }
  take();
  return { steps, history, runtime, circumstances };
}
