import {
  createSearchIndex,
  type Embedder,
  type SearchDocument,
  type SearchIndex,
  type SearchView,
} from "@plimsoll/core/search";
import fc from "fast-check";

/** The view of somebody who may find everything. */
export const EVERYTHING: SearchView = { permits: () => true };

/** A document, as far as a test cares about it. */
export function aDocument(name: string, extra: Partial<SearchDocument> = {}): SearchDocument {
  const source = name.includes("/") ? (name.split("/")[0] ?? "") : "code";
  return {
    name,
    wireName: name.replace("/", "__"),
    aliases: [],
    retiredNames: [],
    title: "",
    keywords: [],
    searchHint: "",
    promptSnippet: "",
    description: "",
    parameterNames: "",
    parameterDescriptions: "",
    source,
    sourceTitle: source,
    domain: "code",
    risk: "write",
    state: "deferred",
    ...extra,
  };
}

/** An index of documents. */
export function anIndex(documents: readonly SearchDocument[], embedder?: Embedder): SearchIndex {
  const index = createSearchIndex({ embedder });
  index.put(documents);
  return index;
}

/** Things that mean the same, for an embedder that knows no others. */
const MEANINGS: readonly (readonly string[])[] = [
  ["open", "start", "begin"],
  ["file", "document", "paper"],
  ["read", "look", "peruse"],
  ["mail", "letter", "message"],
  ["send", "dispatch", "post"],
  ["branch", "token", "board", "merg"],
];

/** An embedder of few words: each meaning is a dimension. */
export function anEmbedder(id = "meanings"): Embedder & { readonly read: string[] } {
  const read: string[] = [];
  return {
    id,
    dimensions: MEANINGS.length,
    read,
    embed(texts, purpose) {
      if (purpose === "tool") read.push(...texts);
      return Float32Array.from(texts.flatMap(toVector));
    },
  };
}

function toVector(text: string): number[] {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const counts = MEANINGS.map((group) => words.filter((word) => group.includes(word)).length);
  const length = Math.hypot(...counts);
  return counts.map((count) => (length === 0 ? 0 : count / length));
}

/** The names an index finds for a text. */
export async function find(index: SearchIndex, text: string, extra = {}): Promise<string[]> {
  const { matches } = await index.search({ text, limit: 5, view: EVERYTHING, ...extra });
  return matches.map(({ name }) => name);
}

/** Words that are their own stems, so that a model need not know how to stem. */
export const WORDS = ["open", "file", "read", "merg", "branch", "send", "mail", "token", "board"];

const word = fc.constantFrom(...WORDS);

/** Documents of a small world, where names and words collide often. */
export const document: fc.Arbitrary<SearchDocument> = fc
  .record({
    name: fc.tuple(word, word, fc.nat(9)).map((parts) => parts.join("_")),
    description: fc.array(word, { maxLength: 8 }).map((text) => text.join(" ")),
    domain: fc.constantFrom("planning", "memory"),
    risk: fc.constantFrom("read" as const, "destructive" as const),
    server: fc.option(fc.constantFrom("github", "jira"), { nil: undefined }),
  })
  .map(({ name, server, ...extra }) => aDocument(server === undefined ? name : `${server}/${name}`, extra));

/** Documents with names of their own. */
export const documents: fc.Arbitrary<SearchDocument[]> = fc.uniqueArray(document, {
  selector: ({ name }) => name,
  maxLength: 15,
});

/** A request of a few words. */
export const text: fc.Arbitrary<string> = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(" "));

/** A request of several parts. */
export const longText: fc.Arbitrary<string> = fc
  .array(
    fc.array(word, { minLength: 4, maxLength: 7 }).map((parts) => parts.join(" ")),
    { minLength: 2, maxLength: 4 },
  )
  .map((parts) => parts.join(". "));
