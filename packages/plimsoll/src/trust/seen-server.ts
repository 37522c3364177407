import { toSourceId } from "@plimsoll/core";
import { citedNames } from "../lint/cited/cited-names.ts";
import type { StoredListing } from "../upstream/stored-listing.ts";
import { foldName, toLook, wordsOfName } from "./confusable.ts";
import { type Definition, definitionsOf } from "./definition.ts";
import { editKeys } from "./one-edit.ts";
import { type Suspicion, suspicionsOf } from "./suspicion.ts";
import { textsIn } from "./texts-in.ts";

/** A server with what it listed, and all of it that other servers' definitions are compared with; worked out once. */
export interface SeenServer {
  readonly name: string;
  /** The id of its source. */
  readonly id: string;
  readonly listing: StoredListing;
  readonly definitions: readonly Definition[];
  readonly suspicions: ReadonlyMap<Definition, readonly Suspicion[]>;
  /** Its tools by what tells their names from others. */
  readonly tools: {
    readonly byFold: ReadonlyMap<string, Definition>;
    readonly byLook: ReadonlyMap<string, readonly Definition[]>;
    readonly byEdit: ReadonlyMap<string, readonly Definition[]>;
  };
  /** The words of each definition that can be names of tools, unless they are names of its own tools or parameters. */
  readonly cited: ReadonlyMap<Definition, ReadonlySet<string>>;
}

// A tool by its server's name too: `github/create_issue`, `github__create_issue`.
const QUALIFIED = /[A-Za-z0-9-]{1,24}(?:__|\/)[\w.-]+/g;

/** Reads what a server listed. */
export function toSeenServer(name: string, listing: StoredListing): SeenServer {
  const definitions = definitionsOf(listing);
  const tools = definitions.filter(({ kind }) => kind === "tool");
  const byFold = new Map(tools.map((tool) => [foldName(tool.name), tool]));
  return {
    name,
    id: toSourceId(name),
    listing,
    definitions,
    suspicions: new Map(definitions.map((definition) => [definition, suspicionsOf(definition)])),
    tools: {
      byFold,
      byLook: indexBy(tools, (tool) => [toLook(tool.name)]),
      byEdit: indexBy(tools, (tool) => editKeysOf(tool.name)),
    },
    cited: new Map(definitions.map((definition) => [definition, citedIn(definition, byFold)])),
  };
}

/** The keys of a name: two that share one may differ by one slip in one of their words. */
export function editKeysOf(name: string): readonly string[] {
  const words = wordsOfName(name);
  return words.flatMap((word, at) => {
    const rest = JSON.stringify([at, ...words.slice(0, at), ...words.slice(at + 1)]);
    return editKeys(word).map((key) => `${key} ${rest}`);
  });
}

function citedIn({ item }: Definition, own: ReadonlyMap<string, Definition>): ReadonlySet<string> {
  const cited = new Set<string>();
  const members = new Set<string>();
  for (const { where, text, isKey } of textsIn(item)) {
    if (isKey) members.add(text);
    // Names and patterns are no prose.
    else if (where !== "name" && /\s/.test(text)) {
      for (const name of citedNames(text)) cited.add(name);
      for (const [name] of text.matchAll(QUALIFIED)) cited.add(name);
    }
  }
  return new Set([...cited].filter((name) => !members.has(name) && !own.has(foldName(name))));
}

function indexBy(
  tools: readonly Definition[],
  keysOf: (tool: Definition) => readonly string[],
): ReadonlyMap<string, readonly Definition[]> {
  const index = new Map<string, Definition[]>();
  for (const tool of tools) {
    for (const key of keysOf(tool)) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [tool]);
      else known.push(tool);
    }
  }
  return index;
}
