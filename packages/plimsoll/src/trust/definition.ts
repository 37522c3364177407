import { digestOf } from "../internal/digest.ts";
import { isRecord } from "../internal/is-record.ts";
import type { StoredListing } from "../upstream/stored-listing.ts";

/** What a server can offer that carries text for a model. */
export type DefinitionKind = "tool" | "prompt" | "resource" | "template" | "instructions";

/** One thing that a server offers, as it was listed. */
export interface Definition {
  readonly kind: DefinitionKind;
  /** The name at the server; of a resource its address, of instructions nothing. */
  readonly name: string;
  /** Of the whole of it: of what the schema hash covers, and of whatever else was listed. */
  readonly hash: string;
  /** The very item of the listing. */
  readonly item: unknown;
}

/** Everything that a server listed, in the order of the listing. */
export function definitionsOf(listing: StoredListing): readonly Definition[] {
  const { tools, prompts, resources, resourceTemplates, instructions } = listing;
  const named = (kind: DefinitionKind, key: string) => (item: unknown) =>
    toDefinition(kind, isRecord(item) ? item[key] : undefined, item);
  return [
    ...tools.map(named("tool", "name")),
    ...prompts.map(named("prompt", "name")),
    ...resources.map(named("resource", "uri")),
    ...resourceTemplates.map(named("template", "uriTemplate")),
    ...(instructions === undefined ? [] : [toDefinition("instructions", "", instructions)]),
  ];
}

/** Tells the definitions of one server apart, whatever they say. */
export function keyOf({ kind, name }: Pick<Definition, "kind" | "name">): string {
  return `${kind}:${name}`;
}

/** How an operator names a definition: `github/create_issue`, `github/prompt:review`, `github/instructions`. */
export function labelOf(server: string, { kind, name }: Pick<Definition, "kind" | "name">): string {
  if (kind === "tool") return `${server}/${name}`;
  return kind === "instructions" ? `${server}/instructions` : `${server}/${kind}:${name}`;
}

function toDefinition(kind: DefinitionKind, name: unknown, item: unknown): Definition {
  return { kind, name: String(name ?? ""), hash: hashOf(item), item };
}

/** What is nested too deeply to be read has a hash that nobody approves. */
function hashOf(item: unknown): string {
  try {
    return digestOf(item);
  } catch {
    return "";
  }
}
