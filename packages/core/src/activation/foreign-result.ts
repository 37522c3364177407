import { isRecord } from "../internal/is-record.ts";
import { readJson } from "../internal/read-json.ts";
import type { AssistantMessage, ResultMessage } from "./message.ts";
import { type LoadRecord, RECORD_VERSION, type UnloadRecord } from "./record.ts";

/** What is known of the conversation that a result stands in. */
interface Surroundings {
  readonly turn: number;
  readonly reply: AssistantMessage | undefined;
}

/**
 * What a result without metadata amounts to: one that the host wrote itself, or whose metadata it dropped. What was
 * asked for counts as done unless the result is an error; names that mean nothing fall away later.
 */
export function readForeignResult(
  { callId, name, isError }: ResultMessage,
  { turn, reply }: Surroundings,
): readonly (LoadRecord | UnloadRecord)[] {
  if (isError === true) return [];
  const call = reply?.calls.find(({ id }) => id === callId);
  switch (name) {
    case "tool_load":
      return [{ v: RECORD_VERSION, type: "load", at: turn, tools: toTools(namesIn(call?.arguments)) }];
    case "tool_info": {
      const { name: asked } = toArguments(call?.arguments);
      const names = typeof asked === "string" ? [asked] : [];
      return [{ v: RECORD_VERSION, type: "load", at: turn, tools: toTools(names) }];
    }
    case "tool_unload":
      return [{ v: RECORD_VERSION, type: "unload", at: turn, names: namesIn(call?.arguments) }];
    case "tool_call":
    case "tool_read":
      return called([toArguments(call?.arguments)["name"]], turn);
    default:
      return called([name], turn);
  }
}

function called(names: readonly unknown[], at: number): LoadRecord[] {
  const tools = toTools(names.filter((name) => typeof name === "string"));
  return tools.length === 0 ? [] : [{ v: RECORD_VERSION, type: "load", at, by: "call", tools }];
}

function toTools(names: readonly string[]): LoadRecord["tools"] {
  return names.map((name) => ({ name }));
}

function namesIn(value: unknown): string[] {
  const { names } = toArguments(value);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function toArguments(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  const parsed = typeof value === "string" ? readJson(value) : undefined;
  return isRecord(parsed) ? parsed : {};
}
