import { toNameKey } from "./name-key.ts";
import { MOST_CHARACTERS } from "./words.ts";

/** A name that a query may be giving. */
export interface NameGiven {
  readonly text: string;
  readonly key: string;
  /** It is all that the query says, or stands in its `select:` list: then a superseded name counts too. */
  readonly alone: boolean;
  /** The query says that it is a name: it stands alone or in backticks. Then the end of a name may do. */
  readonly marked: boolean;
}

/** A place of a text that may be a name. */
interface Mention {
  readonly index: number;
  readonly name: string;
  readonly marked: boolean;
}

type Marks = Pick<NameGiven, "alone" | "marked">;

const ALONE: Marks = { alone: true, marked: true };

/** No more texts of a query are looked up. */
const MOST_NAMES = 256;

/**
 * The names that a query may be giving, in order: what stands behind `select:`, or else the whole of it, then
 * what stands in backticks or quotes and what looks like an identifier. A plain word (`search`) names a
 * tool only as the whole query, in quotes, or in `select:`; a placeholder (`<resource_group>`) never does.
 */
export function namedIn(query: string): NameGiven[] {
  const text = query.slice(0, MOST_CHARACTERS);
  const selected = /^\s*select:(.*)$/isu.exec(text)?.[1];
  const names = new Map<string, NameGiven>();
  const give = (text: string, { alone, marked }: Marks): void => {
    const name = text.trim();
    const key = toNameKey(name);
    if (key === "" || names.has(key) || names.size >= MOST_NAMES) return;
    names.set(key, { text: name, key, alone, marked });
  };
  if (selected !== undefined) {
    for (const name of selected.split(",")) give(name, ALONE);
  } else {
    give(text, ALONE);
    for (const { name, marked } of mentionsIn(text)) give(name, { alone: false, marked });
  }
  return [...names.values()];
}

/** What is quoted and what looks like an identifier, in the order of the text. */
function mentionsIn(text: string): Mention[] {
  const quoted = Array.from(text.matchAll(QUOTED), ({ 0: name, index }) => {
    return { index, name: name.slice(1, -1), marked: name.startsWith("`") };
  });
  const words = [...text.matchAll(WORD)].filter(([word]) => isIdentifier(word));
  return [...quoted, ...words.flatMap(({ 0: word, index }) => identifiersOf(word, index))].sort(
    (a, b) => a.index - b.index,
  );
}

/** A word, and what it may be written against: other letters, or marks that stand in no name. */
function identifiersOf(word: string, index: number): Mention[] {
  const runs = Array.from(word.matchAll(LATIN_RUN), ([run]) => run).filter(isIdentifier);
  return [...new Set([word, ...runs])].map((name) => ({ index, name, marked: false }));
}

const WORD = /[^\s,;()[\]`"'“”「」]+/gu;
const LATIN_RUN = /[\p{Script=Latin}\p{N}]+(?:[_.-]+[\p{Script=Latin}\p{N}]+)*/gu;
const QUOTED = /`[^`]+`|"[^"]+"|'[^']+'|“[^“”]+”|「[^「」]+」/gu;

function isIdentifier(word: string): boolean {
  return !/^[<{]/u.test(word) && /[\p{L}\p{N}][_/.:-]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}\p{N}/u.test(word);
}
