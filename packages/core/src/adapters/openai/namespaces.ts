import type { ToolDefinition } from "../../tool/tool-definition.ts";
import { toFunction } from "./responses-tools.ts";
import type { NamespaceItem } from "./responses-types.ts";

/** For tools of no source of their own. No source id has an underscore, so none is called this. */
const OTHERS = "other_tools";

/** A description lists so many of its tools: a model that is to search must know what for. */
const MOST_NAMES = 20;

/**
 * Deferred tools by source, which is all a model is shown of them before it searches. Decided by their wire names
 * alone, so that the same record gives the same bytes.
 */
export function toNamespaces(definitions: readonly ToolDefinition[]): NamespaceItem[] {
  const groups = new Map<string, ToolDefinition[]>();
  for (const definition of definitions) {
    const { namespace, name } = splitName(definition.name);
    const group = groups.get(namespace) ?? [];
    group.push({ ...definition, name });
    groups.set(namespace, group);
  }
  return [...groups].map(([name, members]) => ({
    type: "namespace",
    name,
    description: describe(name, members),
    tools: members.map((definition) => toFunction(definition, { isDeferred: true })),
  }));
}

/** The wire name of a call. A function that was revealed alone comes back under a namespace of its own name. */
export function joinName(namespace: unknown, name: string): string {
  if (typeof namespace !== "string" || namespace === "" || namespace === OTHERS) return name;
  return namespace === name || name.startsWith(`${namespace}__`) ? name : `${namespace}__${name}`;
}

/** The last `__` of a wire name is where its source ends; a tool may not be called like its namespace. */
function splitName(wireName: string): { readonly namespace: string; readonly name: string } {
  const at = wireName.lastIndexOf("__");
  const namespace = wireName.slice(0, Math.max(at, 0));
  const name = wireName.slice(at + 2);
  const isSplit =
    namespace !== "" && name !== "" && namespace !== OTHERS && joinName(namespace, name) === wireName;
  return isSplit ? { namespace, name } : { namespace: OTHERS, name: wireName };
}

function describe(namespace: string, members: readonly ToolDefinition[]): string {
  const names = members.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = members.length > names.length ? `, and ${members.length - names.length} more` : "";
  const whose = namespace === OTHERS ? "Other tools" : `Tools of ${namespace}`;
  return `${whose}: ${names.join(", ")}${more}.`;
}
