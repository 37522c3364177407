import { toLoadedDefinition } from "../activation/loaded-definition.ts";
import type { HandoverMessage } from "../activation/message.ts";
import { RECORD_VERSION } from "../activation/record.ts";
import { defined } from "../internal/defined.ts";
import type { Policy } from "../surface/policy.ts";
import { readHistory } from "./conversation.ts";
import { type Engine, toPolicies } from "./engine.ts";
import type { StepInput, Subagent, SubagentOptions } from "./runtime.ts";

/** What a child starts from: its parent's policy narrowed, and on request its parent's loads, as they stand today. */
export function toSubagent(
  engine: Engine,
  parent: StepInput,
  { policy, inheritLoads = false }: SubagentOptions = {},
): Subagent {
  const { mode, principal } = parent;
  const policies = [...toPolicies(parent.policy), ...toPolicies(policy)];
  return {
    history: inheritLoads ? [handOver(engine, parent, policies)] : [],
    policy: policies,
    ...defined({ mode, principal }),
  };
}

/** What the child may not find is not handed over: its array would show it. */
function handOver(engine: Engine, parent: StepInput, policy: readonly Policy[]): HandoverMessage {
  const { snapshot, ask } = engine.viewFor({ ...parent, policy });
  const { loaded } = readHistory(engine, { ...parent, policy });
  const tools = loaded
    .filter(({ standing }) => standing === "current")
    .flatMap(({ name }) => snapshot.get(name) ?? [])
    .filter((entry) => ask(entry).find)
    .map(toLoadedDefinition);
  return { role: "handover", records: [{ v: RECORD_VERSION, type: "load", at: 0, tools }] };
}
