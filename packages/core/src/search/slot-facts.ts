import { toNameKey } from "./name-key.ts";
import type { SearchDocument } from "./search-index.ts";

/** What of a tool is kept beside its words, and saved: what filters ask for, and what it is named by. */
export interface KeptFacts
  extends Pick<
    SearchDocument,
    "name" | "wireName" | "aliases" | "retiredNames" | "source" | "domain" | "risk" | "state"
  > {
  /** Of the whole document: one that did not change need not be read again. */
  readonly fingerprint: number;
}

/** The facts of a tool, with what is worked out of them. */
export interface SlotFacts extends KeptFacts {
  /** The name within its source. */
  readonly localName: string;
  readonly key: string;
  readonly localKey: string;
}

/** What of a document is kept. */
export function toKeptFacts(document: Omit<KeptFacts, "fingerprint">, fingerprint: number): KeptFacts {
  const { name, wireName, aliases, retiredNames, source, domain, risk, state } = document;
  return { name, wireName, aliases, retiredNames, source, domain, risk, state, fingerprint };
}

/** Works out what a tool is looked up by. */
export function toSlotFacts(facts: KeptFacts): SlotFacts {
  const localName = localNameOf(facts);
  const key = toNameKey(facts.name);
  const localKey = localName === facts.name ? key : toNameKey(localName);
  return { ...facts, localName, key, localKey };
}

/** A tool's name within its source: `create_issue` of `github/create_issue`. */
export function localNameOf({ name, source }: Pick<SearchDocument, "name" | "source">): string {
  return name.startsWith(`${source}/`) ? name.slice(source.length + 1) : name;
}
