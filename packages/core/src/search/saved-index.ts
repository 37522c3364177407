import { PlimsollError } from "../errors.ts";
import { joinSections, type Sections, splitSections } from "./byte-sections.ts";
import { FIELDS } from "./fields.ts";
import { toImpact } from "./impact.ts";
import type { LexicalData } from "./lexical-lane.ts";
import { type SemanticData, VECTOR_RECIPE } from "./semantic-lane.ts";
import { type KeptFacts, toKeptFacts } from "./slot-facts.ts";
import { WORD_RULES } from "./words.ts";

/** An index as plain data. */
export interface SavedIndex {
  /** The tools in the order of their slots. */
  readonly tools: readonly KeptFacts[];
  readonly lexical: LexicalData;
  readonly semantic?: SemanticData | undefined;
}

const MAGIC = "PLMSIDX1";
// What was made by other rules would answer otherwise: how words are split, weighed and turned into vectors.
const RULES = JSON.stringify([
  FIELDS.map(({ weight, usualWords }) => [weight, usualWords]),
  WORD_RULES,
  [0.1, 1, 5].map(toImpact),
  VECTOR_RECIPE,
]);

/** Writes an index to bytes. */
export function writeIndex({ tools, lexical: { dictionary, postings }, semantic }: SavedIndex): Uint8Array {
  return joinSections(MAGIC, {
    rules: fromText(RULES),
    tools: fromText(JSON.stringify(tools.map((facts) => toKeptFacts(facts, facts.fingerprint)))),
    // Words have letters and digits only.
    stems: fromText(dictionary.stems.join("\n")),
    words: fromText(dictionary.words.join("\n")),
    stemTerms: toBytes(dictionary.stemTerms),
    stemOfWord: toBytes(dictionary.stemOfWord),
    formOfWord: toBytes(dictionary.formOfWord),
    lengths: toBytes(postings.lengths),
    values: toBytes(postings.values),
    ...(semantic === undefined
      ? {}
      : {
          embedder: fromText(semantic.embedder),
          scales: toBytes(semantic.scales),
          rows: toBytes(semantic.rows),
        }),
  });
}

/**
 * Makes something of the index that bytes hold. What is no index, or not the whole of one, is refused, and so is one
 * whose parts do not fit together.
 */
export function useIndex<Made>(bytes: Uint8Array, make: (saved: SavedIndex) => Made): Made {
  try {
    return make(readIndex(bytes));
  } catch (cause) {
    if (PlimsollError.is(cause)) throw cause;
    throw unreadable("its parts do not fit together", cause);
  }
}

function readIndex(bytes: Uint8Array): SavedIndex {
  const sections = splitSections(MAGIC, bytes);
  if (typeof sections === "string") throw unreadable(sections);
  const part = (name: string): Uint8Array => partOf(sections, name);
  if (toText(part("rules")) !== RULES) throw unreadable("it was made by another version of Plimsoll");
  const integers = (name: string): Int32Array => new Int32Array(part(name).buffer);
  const naturals = (name: string): Uint32Array => new Uint32Array(part(name).buffer);
  const lines = (name: string): string[] => (part(name).length === 0 ? [] : toText(part(name)).split("\n"));
  return {
    tools: JSON.parse(toText(part("tools"))),
    lexical: {
      dictionary: {
        stems: lines("stems"),
        words: lines("words"),
        stemTerms: integers("stemTerms"),
        stemOfWord: integers("stemOfWord"),
        formOfWord: integers("formOfWord"),
      },
      postings: { lengths: naturals("lengths"), values: naturals("values") },
    },
    ...(sections["embedder"] === undefined
      ? {}
      : {
          semantic: {
            embedder: toText(part("embedder")),
            scales: new Float32Array(part("scales").buffer),
            rows: new Int8Array(part("rows").buffer),
          },
        }),
  };
}

function partOf(sections: Sections, name: string): Uint8Array {
  const part = sections[name];
  if (part === undefined) throw unreadable(`its part "${name}" is missing`);
  return part;
}

function unreadable(reason: string, cause?: unknown): PlimsollError<"INDEX_UNREADABLE"> {
  return new PlimsollError(
    "INDEX_UNREADABLE",
    `The saved search index cannot be read: ${reason}. Build it anew from the tools, and save it again.`,
    { reason },
    { cause },
  );
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function fromText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
