import { Uncheckable } from "./pattern-tree.ts";

/** What a pattern tells apart: characters with the same symbol are the same to it. */
export interface Symbols {
  symbolOf(character: number): number;
  /** Whether characters of a symbol are of a kind. */
  isOf(symbol: number, kind: number): boolean;
  isWord(symbol: number): boolean;
}

interface Kind {
  /** The one character it stands for, if it is written as itself. */
  readonly literal: number | undefined;
  /** Asks the engine about one character alone, which takes no time to speak of, and is right by definition. */
  readonly has: (character: number) => boolean;
}

const MAX_SETS = 32;
const MAX_REMEMBERED = 4_096;

/** Sorts characters by the kinds of a pattern. */
export function createSymbols(sources: readonly string[]): Symbols {
  const kinds = sources.map(toKind);
  const sets = kinds.flatMap(({ literal }, kind) => (literal === undefined ? [kind] : []));
  if (sets.length > MAX_SETS) throw new Uncheckable(`it has more than ${MAX_SETS} sets of characters`);
  const literals = new Map(
    kinds.flatMap(({ literal }, kind) => (literal === undefined ? [] : [[literal, kind]])),
  );
  const symbols = new Map<string, number>();
  const members: ReadonlySet<number>[] = [];
  const words: boolean[] = [];
  const remembered = new Map<number, number>();

  const classify = (character: number): number => {
    const of = sets.filter((kind) => kinds[kind]?.has(character));
    const literal = literals.get(character);
    if (literal !== undefined) of.push(literal);
    const word = isWordCharacter(character);
    const key = `${word ? "w" : ""}${of.join()}`;
    const known = symbols.get(key);
    if (known !== undefined) return known;
    symbols.set(key, members.length);
    words.push(word);
    return members.push(new Set(of)) - 1;
  };

  return {
    symbolOf(character) {
      let symbol = remembered.get(character);
      if (symbol === undefined) {
        symbol = classify(character);
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(character, symbol);
      }
      return symbol;
    },
    isOf: (symbol, kind) => members[symbol]?.has(kind) === true,
    isWord: (symbol) => words[symbol] === true,
  };
}

/**
 * Whether no character is of both kinds. May say no where it is yes, never the other way round: beyond ASCII
 * every set is held to overlap with every other.
 */
export function areApart(one: string, other: string): boolean {
  const [a, b] = [toKind(one), toKind(other)];
  if (a.literal !== undefined) return !b.has(a.literal);
  if (b.literal !== undefined) return !a.has(b.literal);
  if (!ASCII_SET.test(one) && !ASCII_SET.test(other)) return false;
  for (let character = 0; character < 128; character++) {
    if (a.has(character) && b.has(character)) return false;
  }
  return true;
}

// `\d`, `\w`, or a set that lists ASCII characters, these two and escaped punctuation.
const ASCII_SET = /^(?:\\[dw]|\[(?!\^)(?:[\x20-\x5b\x5e-\x7e]|\\[dw^$\\.*+?()[\]{}|/-])*\])$/;

function toKind(source: string): Kind {
  const literal = source.codePointAt(0) ?? 0;
  if (source !== "." && source.length === String.fromCodePoint(literal).length) {
    return { literal, has: (character) => character === literal };
  }
  const expression = new RegExp(`^(?:${source})$`, "u");
  return { literal: undefined, has: (character) => expression.test(String.fromCodePoint(character)) };
}

function isWordCharacter(character: number): boolean {
  return character < 128 && /\w/.test(String.fromCodePoint(character));
}
