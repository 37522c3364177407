import type { ToolCall } from "../activation/message.ts";
import type { StrategyName } from "../activation/record.ts";
import type { ScriptedReply } from "./adapter-driver.ts";
import { LOADED } from "./conformance-runtime.ts";

/** One step of a script: what happens before it, and what the model replies. */
export interface ScriptedStep {
  /** What the user says before it. */
  readonly say?: string;
  /** A server comes before it. */
  readonly serverComes?: boolean;
  readonly reply: ScriptedReply;
}

type Calling = Pick<ToolCall, "name" | "arguments">;

/**
 * A conversation of 30 steps in which 12 tools are loaded and called, each as a strategy has it: with calls side by side,
 * one that fails, one misspelt, one ill-argued, one of nothing, two turns, and a server that comes meanwhile.
 */
export function scriptFor(strategy: StrategyName): readonly ScriptedStep[] {
  const steps: Omit<ScriptedStep, "reply">[] = [];
  const calls: (readonly Calling[])[] = [];
  const step = (made: readonly Calling[], before: Omit<ScriptedStep, "reply"> = {}): void => {
    steps.push(before);
    calls.push(made);
  };
  for (const [at, name] of LOADED.entries()) {
    step([load(strategy, name)], at === 6 ? { say: "Go on, please." } : {});
    step([use(strategy, name), ...(at % 3 === 0 ? [read("beside")] : [])]);
    if (at === 1) step([use(strategy, "archive_brnch")]);
    if (at === 3) step([{ name: "no_such_tool_at_all", arguments: {} }, read("beside it")]);
    if (at === 4) step([use(strategy, "fail_loudly"), read("one"), read("two")]);
    if (at === 5) step([]);
    if (at === 7) step([read("after it came")], { serverComes: true });
    if (at === 9) step([use(strategy, name, { note: 7 })]);
  }
  return steps.map((before, at) => ({
    ...before,
    reply: {
      text: `Step ${at + 1}.`,
      calls: (calls[at] ?? []).map((call, index) => ({ id: `call_${at + 1}_${index + 1}`, ...call })),
    },
  }));
}

/** How a tool comes before the model under a strategy. */
export function load(strategy: StrategyName, name: string): Calling {
  switch (strategy) {
    case "all":
      return read(name);
    case "append":
    case "transcript":
      return { name: "tool_load", arguments: { names: [name] } };
    default:
      return { name: "tool_find", arguments: { query: name, limit: 1 } };
  }
}

/** How it is called then. */
export function use(strategy: StrategyName, name: string, input: unknown = { id: name }): Calling {
  return strategy === "bridge"
    ? { name: "tool_call", arguments: { name, arguments: input } }
    : { name, arguments: input };
}

function read(id: string): Calling {
  return { name: "read", arguments: { id } };
}
