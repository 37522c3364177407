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

type Marks = Pick<NameGiven, "alone" | "marked">;

const ALONE: Marks = { alone: true, marked: true };
const UNMARKED: Marks = { alone: false, marked: false };

/** No more texts of a query are looked up. */
const MOST_NAMES = 256;

/**
 * The names that a query may be giving, in order: what stands behind `select:`, or else the whole of it, what
 * stands in backticks or quotes, and every word that looks like an identifier. A plain word (`search`) names a
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
    for (const [quoted] of text.matchAll(QUOTED))
      give(quoted.slice(1, -1), { alone: false, marked: quoted.startsWith("`") });
    for (const word of text.split(/[\s,;()[\]`"'“”「」]+/u)) {
      if (!isIdentifier(word)) continue;
      give(word, UNMARKED);
      // What it is written against: other letters, or marks that stand in no name.
      for (const [run] of word.matchAll(LATIN_RUN))
        if (run !== word && isIdentifier(run)) give(run, UNMARKED);
    }
  }
  return [...names.values()];
}

const LATIN_RUN = /[\p{Script=Latin}\p{N}]+(?:[_.-]+[\p{Script=Latin}\p{N}]+)*/gu;
const QUOTED = /`[^`]+`|"[^"]+"|'[^']+'|“[^“”]+”|「[^「」]+」/gu;

function isIdentifier(word: string): boolean {
  return !/^[<{]/u.test(word) && /[\p{L}\p{N}][_/.:-]+[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}\p{N}/u.test(word);
}
