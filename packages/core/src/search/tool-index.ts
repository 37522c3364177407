import { compareText } from "../internal/compare.ts";
import { BestOf } from "./best-of.ts";
import { clausesOf } from "./clauses.ts";
import { fingerprintOf } from "./document-fingerprint.ts";
import { findNamed } from "./exact-lane.ts";
import { LexicalLane } from "./lexical-lane.ts";
import { LexicalScores } from "./lexical-scores.ts";
import { NameTable } from "./name-table.ts";
import { type NameGiven, namedIn } from "./named-in.ts";
import { findNearNames } from "./near-names.ts";
import { nearestDomains } from "./nearest-domains.ts";
import type { Reach } from "./reach.ts";
import { Reaches } from "./reaches.ts";
import { type SavedIndex, writeIndex } from "./saved-index.ts";
import type {
  SearchAnswer,
  SearchDocument,
  SearchEvidence,
  SearchIndex,
  SearchMatch,
  SearchRequest,
} from "./search-index.ts";
import { type KeptFacts, type SlotFacts, toKeptFacts, toSlotFacts } from "./slot-facts.ts";
import { Slots } from "./slots.ts";
import { MOST_CHARACTERS } from "./words.ts";

/** What being named is worth: more than any words. */
const NAMED = 10_000;
const MOST_SUGGESTIONS = 3;

/** The index: exact names, then words, over one table of slots. */
export class ToolIndex implements SearchIndex {
  readonly #slots = new Slots();
  readonly #names = new NameTable();
  readonly #lexical: LexicalLane;
  readonly #scores = new LexicalScores();
  readonly #reaches = new Reaches();

  constructor(saved?: SavedIndex) {
    this.#lexical = new LexicalLane(saved?.lexical);
    for (const facts of saved?.tools ?? []) this.#add(facts);
  }

  get size(): number {
    return this.#slots.size;
  }

  put(documents: readonly SearchDocument[]): void {
    for (const document of documents) {
      const fingerprint = fingerprintOf(document);
      if (this.#slots.named(document.name)?.fingerprint === fingerprint) continue;
      this.#drop(document.name);
      this.#lexical.add(this.#add(toKeptFacts(document, fingerprint)), document);
    }
    this.#changed();
  }

  remove(names: readonly string[]): void {
    for (const name of names) this.#drop(name);
    this.#changed();
  }

  removeSource(source: string): void {
    const names: string[] = [];
    this.#slots.forEach((facts) => {
      if (facts.source === source) names.push(facts.name);
    });
    this.remove(names);
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    return this.#rank(request);
  }

  async settled(): Promise<void> {}

  save(): Uint8Array {
    this.#close();
    const tools: SlotFacts[] = [];
    this.#slots.forEach((facts) => {
      tools.push(facts);
    });
    return writeIndex({ tools, lexical: this.#lexical.toData() });
  }

  #rank(request: SearchRequest): SearchAnswer {
    const text = request.text.slice(0, MOST_CHARACTERS);
    const reach = this.#reaches.of(request, this.#slots);
    const given = namedIn(text);
    const named = this.#namedSlots(given, reach);
    const parts = clausesOf(text).map((words) => this.#lexical.toTerms(words));
    this.#scores.run(this.#lexical, parts, reach);
    const matches = this.#matches(request, reach, named);
    this.#scores.clear();
    return {
      matches,
      suggestions: this.#suggest(given, named, reach),
      nearestDomains:
        matches.length > 0 ? [] : nearestDomains(text, request.view, this.#slots, this.#reaches),
    };
  }

  /** The tools that are named, and what that is worth: the first one most. */
  #namedSlots(given: readonly NameGiven[], reach: Reach): ReadonlyMap<number, number> {
    const space = { names: this.#names, slots: this.#slots, lexical: this.#lexical };
    const slots = new Set(given.flatMap((name) => findNamed(name, reach, space)));
    return new Map([...slots].map((slot, at) => [slot, NAMED * (slots.size - at)]));
  }

  #matches(request: SearchRequest, reach: Reach, named: ReadonlyMap<number, number>): SearchMatch[] {
    const { seen, scores } = this.#scores;
    const best = new BestOf(request.limit, (a, b) => this.#comesFirst(a, b));
    for (const [slot, worth] of named) best.offer(slot, worth + (scores[slot] ?? 0));
    for (let at = 0; at < seen.count; at++) {
      const slot = seen.slots[at] as number;
      const score = scores[slot] as number;
      if (score >= best.threshold && !named.has(slot)) best.offer(slot, score);
    }
    return best.toList().map(({ slot, score }) => ({
      name: this.#slots.at(slot)?.name ?? "",
      score,
      lane: named.has(slot) ? "exact" : "lexical",
      ...(request.explain === true ? { explanation: this.#explain(slot, reach, named.get(slot)) } : {}),
    }));
  }

  #explain(slot: number, reach: Reach, worth: number | undefined): SearchEvidence[] {
    const lexical = this.#scores.explain(this.#lexical, reach, slot);
    return worth === undefined ? lexical : [{ lane: "exact", score: worth }, ...lexical];
  }

  #suggest(given: readonly NameGiven[], named: ReadonlyMap<number, number>, reach: Reach): string[] {
    if (named.size > 0) return [];
    return given
      .filter(({ text }) => this.#lexical.hasUnknownWord(text, reach))
      .flatMap(({ key }) => findNearNames(key, reach, this.#slots))
      .sort((a, b) => b.likeness - a.likeness || compareText(a.name, b.name))
      .slice(0, MOST_SUGGESTIONS)
      .map(({ name }) => name);
  }

  #comesFirst(a: number, b: number): boolean {
    return compareText(this.#slots.at(a)?.name ?? "", this.#slots.at(b)?.name ?? "") < 0;
  }

  #add(kept: KeptFacts): number {
    const facts = toSlotFacts(kept);
    const slot = this.#slots.add(facts);
    this.#names.add(slot, facts);
    return slot;
  }

  #drop(name: string): void {
    const slot = this.#slots.slotOf(name);
    const facts = slot === undefined ? undefined : this.#slots.at(slot);
    if (slot === undefined || facts === undefined) return;
    this.#names.remove(slot, facts);
    this.#slots.remove(slot);
  }

  #changed(): void {
    this.#reaches.forget();
    if (this.#slots.length > 64 && this.#slots.length > this.#slots.size * 2) this.#close();
  }

  /** Gives back what tools that are gone have left behind. */
  #close(): void {
    if (this.#slots.length === this.#slots.size) return;
    this.#reaches.forget();
    const numbers = this.#slots.close();
    this.#lexical.renumber((slot) => numbers.get(slot));
    this.#names.clear();
    this.#slots.forEach((facts, slot) => {
      this.#names.add(slot, facts);
    });
  }
}
