import type { Scored } from "./best-of.ts";
import type { AskedTerm, LexicalLane, SeenSlots } from "./lexical-lane.ts";
import type { Reach } from "./reach.ts";
import type { SearchEvidence } from "./search-index.ts";

/** What the whole request counts beside the part of it that a tool fits best. */
const WHOLE_SHARE = 0.7;
/** How far the best tool of each part is lifted towards the best of all: 0 not at all, 1 to the same score. */
const LIFT = 0.75;
/** Slots are few if they are less than one in so many. */
const FEW = 16;

/**
 * The lexical score of every tool for one request; made once and used again for each search.
 *
 * A request of one part: the sum of what its terms are worth. Of several parts: what the tool scores for the
 * part it fits best, that part lifted by (best of all / best of the part)^0.75, and 0.7 of what it scores for
 * the whole, over 1.7. With parts whose best tools score 16 and 4, the second part's scores are lifted by
 * (16 / 4)^0.75 = 2.83, so that its best tool has (0.7 × 4 + 11.3) / 1.7 = 8.3 and not 4.
 */
export class LexicalScores {
  readonly seen: SeenSlots = { marks: new Uint8Array(0), slots: new Uint32Array(0), count: 0 };
  scores: Float32Array = new Float32Array(0);
  #parts: Float32Array[] = [];
  #lifts: number[] = [];
  #again = new Float32Array(0);
  #terms: readonly (readonly AskedTerm[])[] = [];
  readonly #comesFirst: (a: number, b: number) => boolean;
  #best: Scored[] = [];

  /** `comesFirst` decides between tools of one score. */
  constructor(comesFirst: (a: number, b: number) => boolean) {
    this.#comesFirst = comesFirst;
  }

  /** Scores every tool in reach for the parts of a request. `clear` before the next. */
  run(lane: LexicalLane, parts: readonly (readonly AskedTerm[])[], reach: Reach): void {
    this.#makeRoom(reach.mask.length);
    this.#terms = parts;
    if (parts.length < 2) {
      for (const term of parts[0] ?? []) lane.score(term, reach, this.scores, this.seen);
      this.#best = [this.#bestOf(this.scores)];
      return;
    }
    const asked = new Set<number>();
    parts.forEach((terms, part) => {
      const scores = this.#part(part);
      for (const term of terms) {
        lane.score(term, reach, scores, this.seen);
        if (asked.has(term.term)) lane.score(term, reach, this.#again, this.seen);
        asked.add(term.term);
      }
    });
    this.#merge(parts.length);
  }

  /** The best tool of each part, and its score for that part alone; slot -1 where no tool has a word of it. */
  bestOfParts(): readonly Scored[] {
    return this.#best;
  }

  /** What each word contributed to a tool's score. */
  explain(lane: LexicalLane, reach: Reach, slot: number): SearchEvidence[] {
    const best = this.#terms.length < 2 ? -1 : this.#bestPartOf(slot);
    const scores = new Map<string, SearchEvidence>();
    const counted = new Set<number>();
    this.#terms.forEach((terms, part) => {
      for (const asked of terms) {
        const share =
          best < 0
            ? 1
            : ((counted.has(asked.term) ? 0 : WHOLE_SHARE) + (part === best ? (this.#lifts[part] ?? 0) : 0)) /
              (1 + WHOLE_SHARE);
        counted.add(asked.term);
        const score = share * lane.worthFor(asked, reach, slot);
        if (score === 0) continue;
        const before = scores.get(asked.word)?.score ?? 0;
        scores.set(asked.word, {
          lane: "lexical",
          term: asked.word,
          ...(asked.asked === undefined ? {} : { asked: asked.asked }),
          score: before + score,
        });
      }
    });
    return [...scores.values()];
  }

  clear(): void {
    const used = this.#terms.length < 2 ? [] : [this.#again, ...this.#parts.slice(0, this.#terms.length)];
    for (const array of [this.scores, this.seen.marks, ...used]) this.#wipe(array);
    this.seen.count = 0;
    this.#terms = [];
    this.#best = [];
  }

  /** Sets what was written back to zero: slot by slot where that is little, or else all at once. */
  #wipe(array: Float32Array | Uint8Array): void {
    const { slots, count } = this.seen;
    if (count * FEW > array.length) array.fill(0);
    else for (let at = 0; at < count; at++) array[slots[at] as number] = 0;
  }

  #merge(parts: number): void {
    const { slots, count } = this.seen;
    for (let part = 0; part < parts; part++) this.#best.push(this.#bestOf(this.#parts[part] as Float32Array));
    const best = Math.max(...this.#best.map(({ score }) => score));
    this.#lifts = this.#best.map(({ score }) => (score === 0 ? 0 : (best / score) ** LIFT));
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number;
      let whole = -(this.#again[slot] as number);
      let fit = 0;
      for (let part = 0; part < parts; part++) {
        const score = (this.#parts[part] as Float32Array)[slot] as number;
        whole += score;
        const lifted = score * (this.#lifts[part] as number);
        if (lifted > fit) fit = lifted;
      }
      this.scores[slot] = (WHOLE_SHARE * whole + fit) / (1 + WHOLE_SHARE);
    }
  }

  #bestOf(scores: Float32Array): Scored {
    const { slots, count } = this.seen;
    let best = { slot: -1, score: 0 };
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number;
      const score = scores[slot] as number;
      if (score < best.score || score === 0) continue;
      if (score > best.score || this.#comesFirst(slot, best.slot)) best = { slot, score };
    }
    return best;
  }

  #bestPartOf(slot: number): number {
    const lifted = this.#lifts.map((lift, part) => lift * (this.#parts[part]?.[slot] ?? 0));
    return lifted.indexOf(Math.max(...lifted));
  }

  #part(part: number): Float32Array {
    let scores = this.#parts[part];
    if (scores === undefined) {
      scores = new Float32Array(this.scores.length);
      this.#parts[part] = scores;
    }
    return scores;
  }

  #makeRoom(slots: number): void {
    if (this.scores.length >= slots) return;
    const room = Math.ceil(slots * 1.25);
    this.scores = new Float32Array(room);
    this.#again = new Float32Array(room);
    this.#parts = [];
    this.seen.marks = new Uint8Array(room);
    this.seen.slots = new Uint32Array(room);
  }
}
