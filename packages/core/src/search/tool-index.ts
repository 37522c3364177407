import { compareText } from "../internal/compare.ts";
import { BestOf, type Scored } from "./best-of.ts";
import { isCalledIn } from "./called-in.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { fingerprintOf } from "./document-fingerprint.ts";
import type { Embedder } from "./embedder.ts";
import { findNamed } from "./exact-lane.ts";
import { LexicalLane } from "./lexical-lane.ts";
import { LexicalScores } from "./lexical-scores.ts";
import { NameTable } from "./name-table.ts";
import { type NameGiven, namedIn } from "./named-in.ts";
import { suggestNames } from "./near-names.ts";
import { nearestDomains } from "./nearest-domains.ts";
import { isNoMatch } from "./no-match.ts";
import { PairBits } from "./pair-bits.ts";
import { raiseParts } from "./raise-parts.ts";
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
import { SemanticLane, toWantedVector, type WantedVector } from "./semantic-lane.ts";
import { SemanticScores } from "./semantic-scores.ts";
import { type KeptFacts, type SlotFacts, toKeptFacts, toSlotFacts } from "./slot-facts.ts";
import { Slots } from "./slots.ts";
import { MOST_CHARACTERS } from "./words.ts";
import { worthOfMeaning } from "./worth-of-meaning.ts";

/** What being named is worth: more than any words and any meaning. */
const NAMED = 10_000;
/** A tool that shares no word with the request is found only if it is at least this near in meaning. */
const LEAST_COSINE = 0.2;

/** How many tools beyond the limit are looked at once more. */
const RUNNERS_UP = 16;
/** A part's best tool is well placed if it has this share of what tools could say of the part. */
const WELL_ANSWERED = 0.5;

/** A request, taken apart. */
interface Asked {
  readonly clauses: readonly Clause[];
  readonly reach: Reach;
  /** What each tool that is named is worth for that. */
  readonly named: ReadonlyMap<number, number>;
  /** What a cosine of 1 is worth; nothing where meaning was not searched. */
  readonly meaning: number | undefined;
}

/** The index: names, words and meaning over one table of slots. */
export class ToolIndex implements SearchIndex {
  readonly #slots = new Slots();
  readonly #names = new NameTable();
  readonly #pairBits = new PairBits();
  readonly #lexical: LexicalLane;
  readonly #semantic: SemanticLane | undefined;
  readonly #dimensions: number;
  readonly #scores = new LexicalScores((a, b) => this.#comesFirst(a, b));
  readonly #meanings = new SemanticScores();
  readonly #reaches = new Reaches();

  constructor(embedder: Embedder | undefined, saved?: SavedIndex) {
    this.#lexical = new LexicalLane(saved?.lexical);
    this.#dimensions = embedder?.dimensions ?? 0;
    this.#semantic =
      embedder === undefined
        ? undefined
        : new SemanticLane(embedder, (name, fingerprint) =>
            this.#slots.named(name)?.fingerprint === fingerprint ? this.#slots.slotOf(name) : undefined,
          );
    for (const facts of saved?.tools ?? []) this.#add(facts);
    if (saved?.semantic !== undefined) this.#semantic?.load(saved.semantic);
  }

  get #space() {
    return { names: this.#names, pairBits: this.#pairBits, slots: this.#slots, lexical: this.#lexical };
  }

  get size(): number {
    return this.#slots.size;
  }

  get pending(): number {
    return this.#semantic?.waiting ?? 0;
  }

  put(documents: readonly SearchDocument[]): void {
    const wanted: WantedVector[] = [];
    for (const document of documents) {
      const fingerprint = fingerprintOf(document);
      const slot = this.#read(document, fingerprint);
      if (this.#semantic?.has(slot) === false) wanted.push(toWantedVector(document, fingerprint));
    }
    this.#changed();
    this.#semantic?.want(wanted);
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
    const text = request.text.slice(0, MOST_CHARACTERS);
    const clauses = clausesOf(text);
    const asked = clauses.length < 2 ? [text] : [text, ...clauses.map((clause) => clause.text)];
    const read = this.#semantic?.read(asked);
    return this.#rank(request, text, clauses, read instanceof Promise ? await read : read);
  }

  async settled(): Promise<void> {
    await this.#semantic?.settled();
  }

  save(): Uint8Array {
    this.#close();
    const tools: SlotFacts[] = [];
    this.#slots.forEach((facts) => {
      tools.push(facts);
    });
    return writeIndex({
      tools,
      lexical: this.#lexical.toData(),
      semantic: this.#semantic?.toData(this.#slots.length),
    });
  }

  #rank(
    request: SearchRequest,
    text: string,
    clauses: readonly Clause[],
    vectors: Float32Array | undefined,
  ): SearchAnswer {
    const reach = this.#reaches.of(request, this.#slots);
    const given = namedIn(text);
    const named = this.#namedSlots(given, reach);
    const parts = clauses.map(({ words }) => this.#lexical.toTerms(words));
    this.#scores.run(this.#lexical, parts, reach);
    if (vectors !== undefined && this.#semantic !== undefined)
      this.#meanings.run(this.#semantic, vectors, this.#dimensions, this.#slots.length);
    const meaning = vectors === undefined ? undefined : this.#meaningOf(clauses, reach);
    const matches = this.#matches(request, { clauses, reach, named, meaning });
    this.#scores.clear();
    return {
      matches,
      suggestions: named.size > 0 ? [] : suggestNames(given, reach, this.#space),
      nearestDomains: matches.length > 0 ? [] : this.#nearestDomains(text, request),
    };
  }

  /** Of all that the asker may find: a filter may be what keeps a search from finding anything. */
  #nearestDomains(text: string, { view }: SearchRequest): string[] {
    return nearestDomains(text, this.#reaches.of({ view }, this.#slots), this.#slots);
  }

  /** The tools that are named, and what that is worth: the first one most. */
  #namedSlots(given: readonly NameGiven[], reach: Reach): ReadonlyMap<number, number> {
    const slots = new Set(given.flatMap((name) => findNamed(name, reach, this.#space)));
    return new Map([...slots].map((slot, at) => [slot, NAMED * (slots.size - at)]));
  }

  #matches(request: SearchRequest, asked: Asked): SearchMatch[] {
    const { named, meaning, clauses } = asked;
    const best = new BestOf(meaning === undefined ? request.limit : request.limit + RUNNERS_UP, (a, b) =>
      this.#comesFirst(a, b),
    );
    for (const [slot, worth] of named) best.offer(slot, worth + this.#scoreOf(slot, meaning));
    const nearest = meaning === undefined ? undefined : this.#offerMeant(asked, meaning, best);
    if (meaning === undefined) this.#offerSaid(asked, best);
    if (named.size === 0 && this.#isChance(asked, nearest)) return [];
    const ranked =
      meaning === undefined ? best.toList() : this.#callByWords(best.toList(), asked, meaning, request.limit);
    const raised =
      clauses.length < 2
        ? ranked
        : raiseParts(ranked, this.#wellAnswered(asked), named.size + clauses.length);
    return raised.map(({ slot, score }) => ({
      name: this.#slots.at(slot)?.name ?? "",
      score,
      lane: this.#laneOf(slot, asked),
      ...(request.explain === true ? { explanation: this.#explain(slot, score, asked) } : {}),
    }));
  }

  /**
   * Gives a tool that is called by the words of its name all that meaning could give: what is near in meaning only
   * does not push it down.
   */
  #callByWords(ranked: readonly Scored[], { clauses }: Asked, meaning: number, limit: number): Scored[] {
    const words = clauses.flatMap((clause) => clause.words);
    const best = new BestOf(limit, (a, b) => this.#comesFirst(a, b));
    for (const { slot, score } of ranked) {
      const isCalled = isCalledIn(words, this.#slots.at(slot)?.localName ?? "");
      best.offer(slot, isCalled ? score + meaning - this.#meantScore(slot, meaning) : score);
    }
    return best.toList();
  }

  /** Whether nothing found is better than chance. A tool that has half the words of the request never is. */
  #isChance({ clauses, reach }: Asked, nearest: number | undefined): boolean {
    const best = this.#scores.bestOfParts();
    const said = clauses.map(({ words }, part) => {
      const { all } = this.#lexical.massOf(words, reach);
      return all === 0 ? 0 : (best[part]?.score ?? 0) / Math.sqrt(all);
    });
    return (
      isNoMatch({ said: Math.max(0, ...said), meant: nearest, words: countWords(clauses) }) &&
      !clauses.some(({ words }, part) => this.#hasHalf(words, best[part]?.slot ?? -1, reach))
    );
  }

  #hasHalf(words: readonly string[], slot: number, reach: Reach): boolean {
    const distinct = [...new Set(words)];
    const had = distinct.filter((word) => this.#lexical.has(word, slot, reach));
    return slot >= 0 && had.length * 2 >= distinct.length;
  }

  /** The best tools of those parts that are answered at least by half of what the tools could say of them. */
  #wellAnswered({ clauses, reach }: Asked): number[] {
    return this.#scores
      .bestOfParts()
      .filter(({ slot, score }, part) => {
        const { known } = this.#lexical.massOf(clauses[part]?.words ?? [], reach);
        return slot >= 0 && score >= WELL_ANSWERED * known;
      })
      .map(({ slot }) => slot);
  }

  /** What a cosine of 1 is worth for a request. */
  #meaningOf(clauses: readonly Clause[], reach: Reach): number {
    const words = clauses.flatMap((clause) => clause.words);
    return worthOfMeaning(this.#lexical.massOf(words, reach).all);
  }

  #scoreOf(slot: number, meaning: number | undefined): number {
    return (this.#scores.scores[slot] as number) + this.#meantScore(slot, meaning);
  }

  #meantScore(slot: number, meaning = 0): number {
    return meaning === 0 ? 0 : meaning * Math.max(0, this.#meanings.cosines[slot] ?? 0);
  }

  /** Offers every tool that shares a word with the request. */
  #offerSaid({ named }: Asked, best: BestOf): void {
    const { seen, scores } = this.#scores;
    let least = best.threshold;
    for (let at = 0; at < seen.count; at++) {
      const slot = seen.slots[at] as number;
      const score = scores[slot] as number;
      if (score < least || named.has(slot)) continue;
      best.offer(slot, score);
      least = best.threshold;
    }
  }

  /** Offers every tool that shares a word with the request, or is near enough in meaning; answers the nearest's cosine. */
  #offerMeant({ reach: { mask }, named }: Asked, meaning: number, best: BestOf): number {
    const { scores } = this.#scores;
    const { cosines } = this.#meanings;
    let least = best.threshold;
    let greatest = 0;
    for (let slot = 0; slot < mask.length; slot++) {
      const cosine = cosines[slot] as number;
      const said = scores[slot] as number;
      const score = cosine > 0 ? said + meaning * cosine : said;
      if ((score < least && cosine <= greatest) || mask[slot] === 0) continue;
      if (cosine > greatest) greatest = cosine;
      if (score < least || (said === 0 && cosine < LEAST_COSINE) || named.has(slot)) continue;
      best.offer(slot, score);
      least = best.threshold;
    }
    return greatest;
  }

  #laneOf(slot: number, { named, meaning }: Asked): SearchMatch["lane"] {
    if (named.has(slot)) return "exact";
    const said = this.#scores.scores[slot] as number;
    return said === 0 || this.#meantScore(slot, meaning) > said ? "semantic" : "lexical";
  }

  #explain(slot: number, score: number, { reach, named, meaning }: Asked): SearchEvidence[] {
    const worth = named.get(slot);
    const meant = this.#meantScore(slot, meaning);
    const raise = score - (worth ?? 0) - this.#scoreOf(slot, meaning);
    return [
      ...(worth === undefined ? [] : [{ lane: "exact" as const, score: worth }]),
      ...this.#scores.explain(this.#lexical, reach, slot),
      ...(meant === 0 ? [] : [{ lane: "semantic" as const, score: meant }]),
      ...(raise === 0 ? [] : [{ lane: "lexical" as const, score: raise }]),
    ];
  }

  #comesFirst(a: number, b: number): boolean {
    return compareText(this.#slots.at(a)?.name ?? "", this.#slots.at(b)?.name ?? "") < 0;
  }

  /** Reads a document, unless it is the one that was read before, and answers its slot. */
  #read(document: SearchDocument, fingerprint: number): number {
    const before = this.#slots.slotOf(document.name);
    if (before !== undefined && this.#slots.at(before)?.fingerprint === fingerprint) return before;
    this.#drop(document.name);
    const slot = this.#add(toKeptFacts(document, fingerprint));
    this.#lexical.add(slot, document);
    return slot;
  }

  #add(kept: KeptFacts): number {
    const facts = toSlotFacts(kept);
    const slot = this.#slots.add(facts);
    this.#register(slot, facts);
    return slot;
  }

  #register(slot: number, facts: SlotFacts): void {
    this.#names.add(slot, facts);
    this.#pairBits.set(slot, facts.localKey);
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
    this.#semantic?.renumber(numbers);
    this.#names.clear();
    this.#slots.forEach((facts, slot) => {
      this.#register(slot, facts);
    });
  }
}

function countWords(clauses: readonly Clause[]): number {
  return new Set(clauses.flatMap(({ words }) => words)).size;
}
