import { grown } from "../internal/grown.ts";
import { Dictionary, type DictionaryData } from "./dictionary.ts";
import { FIELDS } from "./fields.ts";
import { frequencyOf, IMPACT_SHARES, idfOf, toImpact } from "./impact.ts";
import { dropEmpty, Postings, type PostingsData } from "./postings.ts";
import type { Reach } from "./reach.ts";
import type { SearchDocument } from "./search-index.ts";
import { verbsLike } from "./verbs.ts";
import { forEachWord, wordsOf } from "./words.ts";

/** A term to look for: what it is worth, and the word it stands for. */
export interface AskedTerm {
  readonly term: number;
  readonly weight: number;
  readonly word: string;
  /** The word that was said, where the tool says another. */
  readonly asked?: string;
}

/** The lane as plain data. */
export interface LexicalData {
  readonly dictionary: DictionaryData;
  readonly postings: PostingsData;
}

const STEM_WEIGHT = 1;
const FORM_WEIGHT = 0.25;
const VERB_WEIGHT = 0.4;
const MOST_TERMS = 256;
// A posting is a slot and, in its last byte, an impact.
const SLOT_STEP = 256;

/** Words and the tools that say them: fielded BM25 with fixed lengths, so that only a term's rarity is of the catalog. */
export class LexicalLane {
  #dictionary: Dictionary;
  #postings: Postings;
  #frequencies = new Float64Array(1024);
  #addTerm = (): number => this.#postings.addTerm();

  constructor(data?: LexicalData) {
    this.#dictionary = new Dictionary(data?.dictionary);
    this.#postings = data === undefined ? new Postings() : Postings.fromData(data.postings);
  }

  toData(): LexicalData {
    return { dictionary: this.#dictionary.toData(), postings: this.#postings.toData() };
  }

  /** Reads a tool into a slot that is new. */
  add(slot: number, document: SearchDocument): void {
    const terms: number[] = [];
    const words: number[] = [];
    for (const { weight, usualWords, textOf } of FIELDS) {
      const text = textOf(document);
      if (text === "") continue;
      words.length = 0;
      forEachWord(text, (word) => words.push(this.#dictionary.read(word, this.#addTerm)));
      const frequency = frequencyOf(weight, words.length, usualWords);
      this.#makeRoom();
      for (const word of words) {
        this.#count(this.#dictionary.stemTermOf(word), frequency, terms);
        const form = this.#dictionary.formTermOf(word);
        if (form >= 0) this.#count(form, frequency, terms);
      }
    }
    for (const term of terms) {
      this.#postings.append(term, slot * SLOT_STEP + toImpact(this.#frequencies[term] ?? 0));
      this.#frequencies[term] = 0;
    }
  }

  /** Renumbers the slots, and forgets those that are none any more, and words that nobody says any more. */
  renumber(toNew: (slot: number) => number | undefined): void {
    this.#postings.rewrite((value) => {
      const slot = toNew(Math.floor(value / SLOT_STEP));
      return slot === undefined ? undefined : slot * SLOT_STEP + (value % SLOT_STEP);
    });
    const { data, numbers } = dropEmpty(this.#postings.toData());
    this.#dictionary = new Dictionary(this.#dictionary.toData(), numbers);
    this.#postings = Postings.fromData(data);
  }

  /** The terms to look for when these words are asked for, each once. */
  toTerms(words: readonly string[], reach: Reach): AskedTerm[] {
    const asked = new Map<number, AskedTerm>();
    const ask = (term: number | undefined, weight: number, word: string, said?: string): void => {
      if (term === undefined || asked.size >= MOST_TERMS || weight <= (asked.get(term)?.weight ?? 0)) return;
      // What only others than these tools say must not take up room.
      if (this.#idf(term, reach) === 0) return;
      asked.set(term, { term, weight, word, ...(said === undefined ? {} : { asked: said }) });
    };
    for (const word of words) {
      const { stem, form, plain } = this.#dictionary.find(word);
      ask(stem, plain ? STEM_WEIGHT + FORM_WEIGHT : STEM_WEIGHT, word);
      ask(form, FORM_WEIGHT, word);
    }
    for (const word of words) {
      for (const verb of verbsLike(word)) ask(this.#dictionary.find(verb).stem, VERB_WEIGHT, verb, word);
    }
    return [...asked.values()];
  }

  /** Adds what a term is worth to every tool in reach that has it, and lists the tools not seen yet. */
  score({ term, weight }: AskedTerm, reach: Reach, scores: Float32Array, seen: SeenSlots): void {
    const worth = weight * this.#idf(term, reach);
    if (worth === 0) return;
    const { arena } = this.#postings;
    const { mask } = reach;
    const { marks, slots } = seen;
    let { count } = seen;
    const end = this.#postings.endOf(term);
    for (let at = this.#postings.startOf(term); at < end; at++) {
      const posting = arena[at] as number;
      const slot = posting >>> 8;
      if (mask[slot] === 0) continue;
      if (marks[slot] === 0) {
        marks[slot] = 1;
        slots[count++] = slot;
      }
      (scores[slot] as number) += worth * (IMPACT_SHARES[posting & 255] as number);
    }
    seen.count = count;
  }

  /** How many words of a text some tool in reach has, and how many none has. */
  countWords(text: string, reach: Reach): { readonly known: number; readonly unknown: number } {
    const words = wordsOf(text);
    const known = words.filter((word) => {
      const { stem } = this.#dictionary.find(word);
      return stem !== undefined && this.#idf(stem, reach) > 0;
    }).length;
    return { known, unknown: words.length - known };
  }

  /** Visits the tools in reach that have the rarest word of a text: those that may have all of them. */
  forEachCandidate(text: string, reach: Reach, visit: (slot: number) => void): void {
    let rarest: number | undefined;
    let greatest = 0;
    for (const word of wordsOf(text)) {
      const { stem } = this.#dictionary.find(word);
      const idf = stem === undefined ? 0 : this.#idf(stem, reach);
      if (idf > greatest) [rarest, greatest] = [stem, idf];
    }
    if (rarest === undefined) return;
    const { arena } = this.#postings;
    for (let at = this.#postings.startOf(rarest); at < this.#postings.endOf(rarest); at++) {
      const slot = (arena[at] as number) >>> 8;
      if (reach.mask[slot] === 1) visit(slot);
    }
  }

  /**
   * What a tool would score that said every one of these words most emphatically: of all of them, and of those
   * that some tool in reach has.
   */
  massOf(words: readonly string[], reach: Reach): { readonly all: number; readonly known: number } {
    let all = 0;
    let known = 0;
    for (const word of new Set(words)) {
      const { stem } = this.#dictionary.find(word);
      const idf = stem === undefined ? 0 : this.#idf(stem, reach);
      known += (STEM_WEIGHT + FORM_WEIGHT) * idf;
      all += (STEM_WEIGHT + FORM_WEIGHT) * (idf === 0 ? idfOf(reach.count, 0) : idf);
    }
    return { all, known };
  }

  /** Whether a tool says a word, in whatever form. */
  has(word: string, slot: number, reach: Reach): boolean {
    const { stem } = this.#dictionary.find(word);
    return stem !== undefined && this.worthFor({ term: stem, weight: 1, word }, reach, slot) > 0;
  }

  /** What a term is worth for one tool. */
  worthFor({ term, weight }: AskedTerm, reach: Reach, slot: number): number {
    const { arena } = this.#postings;
    let low = this.#postings.startOf(term);
    let high = this.#postings.endOf(term);
    // A list is in the order of its slots.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((arena[middle] as number) >>> 8 < slot) low = middle + 1;
      else high = middle;
    }
    const posting = low < this.#postings.endOf(term) ? (arena[low] as number) : 0;
    if (low === this.#postings.endOf(term) || posting >>> 8 !== slot) return 0;
    return weight * this.#idf(term, reach) * (IMPACT_SHARES[posting & 255] as number);
  }

  #idf(term: number, { idf, mask, count }: Reach): number {
    const known = idf.get(term);
    if (known !== undefined) return known;
    const { arena } = this.#postings;
    const end = this.#postings.endOf(term);
    let having = 0;
    for (let at = this.#postings.startOf(term); at < end; at++)
      having += mask[(arena[at] as number) >>> 8] as number;
    const worth = having === 0 ? 0 : idfOf(count, having);
    idf.set(term, worth);
    return worth;
  }

  #count(term: number, frequency: number, terms: number[]): void {
    const before = this.#frequencies[term] as number;
    if (before === 0) terms.push(term);
    this.#frequencies[term] = before + frequency;
  }

  #makeRoom(): void {
    if (this.#frequencies.length < this.#postings.terms)
      this.#frequencies = grown(this.#frequencies, this.#postings.terms * 2);
  }
}

/** The slots that have a score: the first `count` of `slots`, each marked. */
export interface SeenSlots {
  marks: Uint8Array;
  slots: Uint32Array;
  count: number;
}
