import type { Embedder } from "./embedder.ts";
import { partsOf } from "./name-parts.ts";
import type { SearchDocument } from "./search-index.ts";
import type { SemanticScores } from "./semantic-scores.ts";
import { localNameOf } from "./slot-facts.ts";
import { type VectorData, Vectors } from "./vectors.ts";

/** A tool whose vector is wanted: the texts it is made from, and which reading of its document they are. */
export interface WantedVector {
  readonly name: string;
  readonly fingerprint: number;
  readonly said: string;
  readonly called: string;
}

/** Vectors of one embedder, as plain data. */
export interface SemanticData extends VectorData {
  /** The embedder's id. */
  readonly embedder: string;
}

/** What a tool's name counts beside what is said about it. */
const NAME_SHARE = 0.5;
/** No more is read of what is said about a tool. */
const MOST_SAID = 250;
/** What vectors are made by: vectors made otherwise are of no use. */
export const VECTOR_RECIPE: string = JSON.stringify([NAME_SHARE, MOST_SAID]);
/** How many tools an embedder is given at a time. */
const BATCH = 64;

/** What of a document its vector is made from. */
export function toWantedVector(document: SearchDocument, fingerprint: number): WantedVector {
  const { name, title, description, searchHint, keywords } = document;
  const called = partsOf(localNameOf(document)).join(" ");
  const said = [title, description, searchHint, keywords.join(", ")].filter((text) => text !== "").join(". ");
  return { name, fingerprint, called, said: said === "" ? called : said.slice(0, MOST_SAID) };
}

/**
 * The vectors of tools, and the embedder they come from.
 *
 * An embedder that answers at once is asked at once; one that takes its time is asked in the background, a batch
 * at a time, and a tool whose vector has not arrived is found by its words alone.
 */
export class SemanticLane {
  readonly #embedder: Embedder;
  readonly #vectors: Vectors;
  readonly #slotOf: (name: string, fingerprint: number) => number | undefined;
  #pending: Promise<void> | undefined;
  /** By name: the newest reading of a document is the one that counts. */
  readonly #queue = new Map<string, WantedVector>();
  #underWay = 0;
  #failure: { readonly error: unknown } | undefined;

  /** `slotOf` answers where a tool is now, if its document is still the one that was read. */
  constructor(embedder: Embedder, slotOf: (name: string, fingerprint: number) => number | undefined) {
    this.#embedder = embedder;
    this.#vectors = new Vectors(embedder.dimensions);
    this.#slotOf = slotOf;
  }

  /** How many tools wait for their vector. */
  get waiting(): number {
    return this.#queue.size + this.#underWay;
  }

  has(slot: number): boolean {
    return this.#vectors.has(slot);
  }

  /** Asks the embedder for vectors. */
  want(wanted: readonly WantedVector[]): void {
    for (const one of wanted) this.#queue.set(one.name, one);
    if (this.#pending === undefined) this.#embedNext();
  }

  /** A tool is gone. */
  unwant(name: string): void {
    this.#queue.delete(name);
  }

  /** Resolves when every vector asked for is there; rejects if the embedder failed since it was last asked. */
  async settled(): Promise<void> {
    while (this.#pending !== undefined) await this.#pending;
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
  }

  /** The vectors of what somebody asks for, one after the other; none where the embedder fails or can read nothing. */
  read(texts: readonly string[]): Float32Array | undefined | Promise<Float32Array | undefined> {
    try {
      const vectors = this.#embedder.embed(texts, "query");
      return vectors instanceof Promise
        ? vectors.then((rows) => this.#usable(rows, texts.length)).catch(() => undefined)
        : this.#usable(vectors, texts.length);
    } catch {
      return undefined;
    }
  }

  #usable(vectors: Float32Array, texts: number): Float32Array | undefined {
    const { dimensions } = this.#embedder;
    const isWhole = vectors.length === texts * dimensions;
    return isWhole && vectors.subarray(0, dimensions).some((value) => value > 0 || value < 0)
      ? vectors
      : undefined;
  }

  /** Takes the cosines of what `read` answered with every slot's vector. */
  score(queries: Float32Array, slots: number, scores: SemanticScores): void {
    const { dimensions } = this.#embedder;
    scores.run(queries.length / dimensions, slots, (at, into) =>
      this.#vectors.cosines(queries.subarray(at * dimensions, (at + 1) * dimensions), slots, into),
    );
  }

  renumber(numbers: ReadonlyMap<number, number>): void {
    this.#vectors.renumber(numbers);
  }

  toData(slots: number): SemanticData {
    return { embedder: this.#embedder.id, ...this.#vectors.toData(slots) };
  }

  /** Takes over saved vectors, if they are this embedder's. */
  load(data: SemanticData): void {
    if (data.embedder === this.#embedder.id) this.#vectors.load(data);
  }

  #embedNext(): void {
    while (this.#queue.size > 0) {
      const batch = this.#takeBatch();
      try {
        const texts = [...batch.map(({ said }) => said), ...batch.map(({ called }) => called)];
        const vectors = this.#embedder.embed(texts, "tool");
        if (vectors instanceof Promise) {
          this.#underWay = batch.length;
          this.#pending = this.#embedLater(batch, vectors);
          return;
        }
        this.#store(batch, vectors);
      } catch (error) {
        this.#failure = { error };
      }
    }
  }

  #takeBatch(): WantedVector[] {
    const batch: WantedVector[] = [];
    for (const [name, wanted] of this.#queue) {
      if (batch.length === BATCH) break;
      this.#queue.delete(name);
      batch.push(wanted);
    }
    return batch;
  }

  async #embedLater(batch: readonly WantedVector[], vectors: Promise<Float32Array>): Promise<void> {
    try {
      this.#store(batch, await vectors);
    } catch (error) {
      this.#failure = { error };
    }
    this.#pending = undefined;
    this.#underWay = 0;
    this.#embedNext();
  }

  #store(batch: readonly WantedVector[], vectors: Float32Array): void {
    const { id, dimensions } = this.#embedder;
    const expected = batch.length * 2 * dimensions;
    if (vectors.length !== expected)
      throw new TypeError(
        `The embedder ${id} answered ${vectors.length} numbers where ${expected} were due.`,
      );
    const rowOf = (row: number): Float32Array => vectors.subarray(row * dimensions, (row + 1) * dimensions);
    for (const [at, { name, fingerprint }] of batch.entries()) {
      const slot = this.#slotOf(name, fingerprint);
      if (slot !== undefined) this.#vectors.set(slot, mix(rowOf(at), rowOf(at + batch.length)));
    }
  }
}

/** What is said about a tool and half of what it is called, at unit length. */
function mix(said: Float32Array, called: Float32Array): Float32Array {
  const mixed = said.map((value, at) => value + NAME_SHARE * (called[at] ?? 0));
  const length = Math.sqrt(mixed.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? mixed : mixed.map((value) => value / length);
}
