import { PlimsollError } from "../../errors.ts";
import { isRecord } from "../../internal/is-record.ts";
import { joinName } from "./namespaces.ts";
import type { ResponsesItem, ResponsesParams } from "./responses-types.ts";
import { ADDED } from "./tool-change-items.ts";

/**
 * The names of the functions that the host declares itself, in the array or inside the conversation. Their calls are
 * the host's to answer: they are left alone.
 */
export function hostTools({
  tools = [],
  input,
}: Pick<ResponsesParams, "tools" | "input">): ReadonlySet<string> {
  const names = new Set(functionNames(tools));
  if (input === undefined || typeof input === "string") return names;
  for (const [at, item] of input.entries()) {
    if (!isRecord(item) || item["type"] !== "additional_tools" || isAddedTools(item, input[at - 1])) continue;
    for (const tool of listOf(item, "tools")) for (const name of namesOf(tool)) names.add(name);
  }
  return names;
}

/** The names of the functions in an array, of either API. */
export function functionNames(tools: readonly unknown[] = []): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => namesOf(tool)));
}

/** Throws where a function of the host's own has a name of the array: a call of it could mean either. */
export function checkNames(own: ReadonlySet<string>, names: readonly string[]): void {
  const clash = names.find((name) => own.has(name));
  if (clash === undefined) return;
  throw new PlimsollError(
    "OPTION_INVALID",
    `The parameters declare a function "${clash}", and so does the runtime. Leave it out of "tools": Plimsoll adds it.`,
    { option: "tools", value: clash },
  );
}

/** Whether an item holds tools that Plimsoll added, and not the host: its words stand before it. */
export function isAddedTools({ type }: ResponsesItem, before: ResponsesItem | undefined): boolean {
  return type === "additional_tools" && isRecord(before) && before["content"] === ADDED;
}

function namesOf(tool: unknown, namespace?: string): string[] {
  const { type, name, function: called } = isRecord(tool) ? tool : {};
  if (isRecord(called)) return namesOf({ type: "function", ...called });
  if (typeof name !== "string") return [];
  if (type === "namespace") return listOf(tool, "tools").flatMap((member) => namesOf(member, name));
  return type === "function" ? [joinName(namespace, name)] : [];
}

function listOf(value: unknown, key: string): readonly unknown[] {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}
