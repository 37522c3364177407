import { clausesOf } from "./clauses.ts";
import { fingerprintOf } from "./document-fingerprint.ts";
import type { Embedder } from "./embedder.ts";
import { LexicalLane } from "./lexical-lane.ts";
import { NameTable } from "./name-table.ts";
import { namedIn } from "./named-in.ts";
import { suggestNames } from "./near-names.ts";
import { nearestDomains } from "./nearest-domains.ts";
import { PairBits } from "./pair-bits.ts";
import { Ranker } from "./ranker.ts";
import { Reaches } from "./reaches.ts";
import { type SavedIndex, writeIndex } from "./saved-index.ts";
import type { SearchAnswer, SearchDocument, SearchIndex, SearchRequest } from "./search-index.ts";
import { SemanticLane, toWantedVector, type WantedVector } from "./semantic-lane.ts";
import { type KeptFacts, type SlotFacts, toKeptFacts, toSlotFacts } from "./slot-facts.ts";
import { Slots } from "./slots.ts";
import { MOST_CHARACTERS } from "./words.ts";

/** Few empty slots are not worth renumbering. */
const FEWEST_SLOTS = 64;

/** The index: names, words and meaning over one table of slots. */
export class ToolIndex implements SearchIndex {
  readonly #slots = new Slots();
  readonly #names = new NameTable();
  readonly #pairBits = new PairBits();
  readonly #lexical: LexicalLane;
  readonly #semantic: SemanticLane | undefined;
  readonly #ranker: Ranker;
  readonly #reaches = new Reaches();

  constructor(embedder: Embedder | undefined, saved?: SavedIndex) {
    this.#lexical = new LexicalLane(saved?.lexical);
    this.#semantic =
      embedder === undefined
        ? undefined
        : new SemanticLane(embedder, (name, fingerprint) =>
            this.#slots.named(name)?.fingerprint === fingerprint ? this.#slots.slotOf(name) : undefined,
          );
    this.#ranker = new Ranker({
      slots: this.#slots,
      names: this.#names,
      lexical: this.#lexical,
      semantic: this.#semantic,
    });
    for (const facts of saved?.tools ?? []) this.#add(facts);
    if (saved?.semantic !== undefined) this.#semantic?.load(saved.semantic);
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
    const parts = clauses.length < 2 ? [] : clauses.map((clause) => clause.text);
    const read = this.#semantic?.read([text, ...parts]);
    const vectors = read instanceof Promise ? await read : read;

    // Nothing is waited for from here on: what tools are found in does not change while it is read.
    const { view, limit, explain = false } = request;
    const reach = this.#reaches.of(request, this.#slots);
    const given = namedIn(text);
    // At least one, so that asking for none is not taken for finding none.
    const most = Math.max(1, limit);
    const found = this.#ranker.rank({ text, given, clauses, reach, vectors, limit: most, explain });
    const space = { pairBits: this.#pairBits, slots: this.#slots, lexical: this.#lexical };
    return {
      matches: found.slice(0, limit),
      suggestions: found[0]?.lane === "exact" ? [] : suggestNames(given, reach, space),
      // Of all that the asker may find: a filter may be what keeps a search from finding anything.
      nearestDomains:
        found.length > 0 ? [] : nearestDomains(text, this.#reaches.of({ view }, this.#slots), this.#slots),
    };
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
    if (slot !== undefined) this.#slots.remove(slot);
    this.#semantic?.unwant(name);
  }

  #changed(): void {
    this.#reaches.forget();
    if (this.#slots.length > FEWEST_SLOTS && this.#slots.length > this.#slots.size * 2) this.#close();
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
