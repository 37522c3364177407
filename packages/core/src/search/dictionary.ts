import { stemmer } from "stemmer";

const NONE = -1;

/** The terms of a word: its stem, and its own form where that is another. A term no tool has is absent. */
export interface WordTerms {
  readonly stem: number | undefined;
  readonly form: number | undefined;
  /** The word is its own stem: one term stands for both. */
  readonly plain: boolean;
}

/** A dictionary as plain data. */
export interface DictionaryData {
  readonly stems: readonly string[];
  readonly stemTerms: Int32Array;
  readonly words: readonly string[];
  readonly stemOfWord: Int32Array;
  readonly formOfWord: Int32Array;
}

/**
 * The words an index has read, and the numbers of their terms.
 *
 * A word counts by its stem, so that "issues" finds "issue", and a little by its own form, so that of two tools
 * the one that says it in the same form comes first.
 */
export class Dictionary {
  readonly #stems = new Map<string, number>();
  readonly #words = new Map<string, number>();
  readonly #stemOfWord: number[] = [];
  readonly #formOfWord: number[] = [];

  /** `numbers` gives terms new numbers; what has none any more, -1, is left out. */
  constructor(data?: DictionaryData, numbers?: Int32Array) {
    const numberOf = (term = NONE): number => (numbers === undefined ? term : (numbers[term] ?? NONE));
    for (const [at, stem] of data?.stems.entries() ?? []) {
      const term = numberOf(data?.stemTerms[at]);
      if (term !== NONE) this.#stems.set(stem, term);
    }
    for (const [at, word] of data?.words.entries() ?? []) {
      const [stem, form] = [data?.stemOfWord[at] ?? NONE, data?.formOfWord[at] ?? NONE];
      const isSaid = numberOf(stem) !== NONE && (form === NONE || numberOf(form) !== NONE);
      if (!isSaid) continue;
      this.#words.set(word, this.#words.size);
      this.#stemOfWord.push(numberOf(stem));
      this.#formOfWord.push(form === NONE ? NONE : numberOf(form));
    }
  }

  /** The number of a word; a word that is new gets its terms from `addTerm`. */
  read(word: string, addTerm: () => number): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const number = this.#words.size;
    const stem = stemmer(word);
    let term = this.#stems.get(stem);
    if (term === undefined) {
      term = addTerm();
      this.#stems.set(stem, term);
    }
    this.#words.set(word, number);
    this.#stemOfWord.push(term);
    this.#formOfWord.push(stem === word ? NONE : addTerm());
    return number;
  }

  stemTermOf(word: number): number {
    return this.#stemOfWord[word] ?? NONE;
  }

  /** The term of a word's own form, or -1 where that is its stem. */
  formTermOf(word: number): number {
    return this.#formOfWord[word] ?? NONE;
  }

  /** The terms of a word that somebody asks for. */
  find(word: string): WordTerms {
    const number = this.#words.get(word);
    if (number === undefined) {
      const stem = stemmer(word);
      return { stem: this.#stems.get(stem), form: undefined, plain: stem === word };
    }
    const form = this.formTermOf(number);
    return {
      stem: this.stemTermOf(number),
      form: form === NONE ? undefined : form,
      plain: form === NONE,
    };
  }

  toData(): DictionaryData {
    return {
      stems: [...this.#stems.keys()],
      stemTerms: Int32Array.from(this.#stems.values()),
      words: [...this.#words.keys()],
      stemOfWord: Int32Array.from(this.#stemOfWord),
      formOfWord: Int32Array.from(this.#formOfWord),
    };
  }
}
