import { compareText } from "../internal/compare.ts";
import { BestOf, type Scored } from "./best-of.ts";
import { findCalled } from "./called-in.ts";
import type { Clause } from "./clauses.ts";
import { findNamed } from "./exact-lane.ts";
import type { LexicalLane } from "./lexical-lane.ts";
import { LexicalScores } from "./lexical-scores.ts";
import type { NameTable } from "./name-table.ts";
import type { NameGiven } from "./named-in.ts";
import { isNoMatch } from "./no-match.ts";
import { raiseParts } from "./raise-parts.ts";
import type { Reach } from "./reach.ts";
import type { SearchEvidence, SearchMatch } from "./search-index.ts";
import type { SemanticLane } from "./semantic-lane.ts";
import { SemanticScores } from "./semantic-scores.ts";
import type { Slots } from "./slots.ts";
import { worthOfMeaning } from "./worth-of-meaning.ts";

/** What being named is worth: more than any words and any meaning. */
const NAMED = 10_000;
/** A tool that shares no word with the request is found only if it is at least this near in meaning. */
const LEAST_COSINE = 0.2;
/** What is left of sums that ought to be equal. */
const DUST = 1e-9;
/** A part's best tool is well placed if it has this share of what tools could say of the part. */
const WELL_ANSWERED = 0.5;

/** What tools are looked up in. */
export interface Lanes {
  readonly slots: Slots;
  readonly names: NameTable;
  readonly lexical: LexicalLane;
  readonly semantic: SemanticLane | undefined;
}

/** A request, taken apart. */
export interface Question {
  readonly text: string;
  readonly given: readonly NameGiven[];
  readonly clauses: readonly Clause[];
  readonly reach: Reach;
  /** The vectors of the whole request and of its parts, where meaning is searched. */
  readonly vectors: Float32Array | undefined;
  readonly limit: number;
  readonly explain: boolean;
}

/** A question, with what was worked out of it. */
interface Worked extends Question {
  /** What each tool that is named is worth for that. */
  readonly named: ReadonlyMap<number, number>;
  /** The tools that are called by the words of their names. */
  readonly called: ReadonlySet<number>;
  /** What a cosine of 1 is worth; nothing where meaning is not searched. */
  readonly meaning: number | undefined;
}

/** Brings the evidence of all lanes into one order. Keeps its working memory from one question to the next. */
export class Ranker {
  readonly #lanes: Lanes;
  readonly #scores = new LexicalScores((a, b) => this.#comesFirst(a, b));
  readonly #meanings = new SemanticScores();

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  /** The best matches, best first. */
  rank(question: Question): SearchMatch[] {
    const { clauses, reach, vectors } = question;
    const { lexical, semantic, slots } = this.#lanes;
    try {
      this.#scores.run(
        lexical,
        clauses.map(({ words }) => lexical.toTerms(words, reach)),
        reach,
      );
      if (vectors !== undefined) semantic?.score(vectors, slots.length, this.#meanings);
      return this.#match(this.#work(question));
    } finally {
      this.#scores.clear();
    }
  }

  #work(question: Question): Worked {
    const { text, given, clauses, reach, vectors } = question;
    const named = new Set(given.flatMap((name) => findNamed(name, reach, this.#lanes)));
    const words = clauses.flatMap((clause) => clause.words);
    return {
      ...question,
      named: new Map([...named].map((slot, at) => [slot, NAMED * (named.size - at)])),
      ...(vectors === undefined
        ? { called: new Set(), meaning: undefined }
        : {
            called: findCalled(text, this.#lanes, reach),
            meaning: worthOfMeaning(this.#lanes.lexical.massOf(words, reach).all),
          }),
    };
  }

  #match(worked: Worked): SearchMatch[] {
    const { named, called, clauses, limit, meaning } = worked;
    const place = named.size + clauses.length;
    // Who is raised must not depend on how many are asked for.
    const kept = clauses.length < 2 ? limit : Math.max(limit, place + 1);
    const best = new BestOf(kept, (a, b) => this.#comesFirst(a, b));
    for (const [slot, worth] of named) best.offer(slot, worth + this.#scoreOf(slot, worked));
    for (const slot of called) if (!named.has(slot)) best.offer(slot, this.#scoreOf(slot, worked));
    const nearest = meaning === undefined ? undefined : this.#offerMeant(worked, meaning, best);
    if (meaning === undefined) this.#offerSaid(worked, best);
    // Without the vectors of all tools, what is near in meaning is not known.
    const meant = nearest === 0 || this.#lanes.semantic?.waiting !== 0 ? undefined : nearest;
    if (named.size === 0 && this.#isChance(worked, meant)) return [];
    const ranked = best.toList();
    const raised = clauses.length < 2 ? ranked : this.#raise(ranked, place, worked);
    return raised.slice(0, limit).map((scored) => this.#toMatch(scored, worked));
  }

  /** Offers every tool that shares a word with the request. */
  #offerSaid({ named }: Worked, best: BestOf): void {
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

  /** Offers every tool that shares a word with the request or is near enough in meaning; answers the nearest's cosine. */
  #offerMeant({ reach: { mask }, named, called }: Worked, meaning: number, best: BestOf): number {
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
      if (score < least || (said === 0 && cosine < LEAST_COSINE)) continue;
      if (named.has(slot) || called.has(slot)) continue;
      best.offer(slot, score);
      least = best.threshold;
    }
    return greatest;
  }

  /** Whether nothing found is better than chance. A tool that has half the words of the request never is. */
  #isChance({ clauses, reach }: Worked, nearest: number | undefined): boolean {
    const best = this.#scores.bestOfParts();
    const said = clauses.map(({ words }, part) => {
      const { all } = this.#lanes.lexical.massOf(words, reach);
      return all === 0 ? 0 : (best[part]?.score ?? 0) / Math.sqrt(all);
    });
    const words = new Set(clauses.flatMap((clause) => clause.words)).size;
    return (
      isNoMatch({ said: Math.max(0, ...said), meant: nearest, words }) &&
      !clauses.some((clause, part) => this.#hasHalf(clause, best[part]?.slot ?? -1, reach))
    );
  }

  #hasHalf({ words }: Clause, slot: number, reach: Reach): boolean {
    if (slot < 0) return false;
    const distinct = [...new Set(words)];
    const had = distinct.filter((word) => this.#lanes.lexical.has(word, slot, reach));
    return had.length * 2 >= distinct.length;
  }

  #raise(ranked: readonly Scored[], place: number, worked: Worked): Scored[] {
    return raiseParts(ranked, this.#wellAnswered(worked), place, (a, b) => this.#comesFirst(a, b));
  }

  /** The best tools of those parts that are answered at least by half of what the tools could say of them. */
  #wellAnswered({ clauses, reach }: Worked): number[] {
    return this.#scores
      .bestOfParts()
      .filter(({ slot, score }, part) => {
        const { known } = this.#lanes.lexical.massOf(clauses[part]?.words ?? [], reach);
        return slot >= 0 && score >= WELL_ANSWERED * known;
      })
      .map(({ slot }) => slot);
  }

  #scoreOf(slot: number, worked: Worked): number {
    return this.#saidScore(slot) + this.#meantScore(slot, worked);
  }

  #saidScore(slot: number): number {
    return this.#scores.scores[slot] as number;
  }

  /** A tool that is called by its words has all that meaning can give: what is only near does not push it down. */
  #meantScore(slot: number, { meaning, called }: Worked): number {
    if (meaning === undefined) return 0;
    return called.has(slot) ? meaning : meaning * Math.max(0, this.#meanings.cosines[slot] as number);
  }

  #toMatch({ slot, score }: Scored, worked: Worked): SearchMatch {
    const { named, explain } = worked;
    const said = this.#saidScore(slot);
    const isMeant = said === 0 || this.#meantScore(slot, worked) > said;
    return {
      name: this.#lanes.slots.at(slot)?.name ?? "",
      score,
      lane: named.has(slot) ? "exact" : isMeant ? "semantic" : "lexical",
      ...(explain ? { explanation: this.#explain({ slot, score }, worked) } : {}),
    };
  }

  #explain({ slot, score }: Scored, worked: Worked): SearchEvidence[] {
    const worth = worked.named.get(slot) ?? 0;
    const meant = this.#meantScore(slot, worked);
    const raise = score - worth - this.#saidScore(slot) - meant;
    return [
      ...(worth === 0 ? [] : [{ lane: "exact" as const, score: worth }]),
      ...this.#scores.explain(this.#lanes.lexical, worked.reach, slot),
      ...(meant === 0 ? [] : [{ lane: "semantic" as const, score: meant }]),
      ...(Math.abs(raise) < DUST ? [] : [{ lane: "lexical" as const, score: raise }]),
    ];
  }

  #comesFirst(a: number, b: number): boolean {
    return compareText(this.#lanes.slots.at(a)?.name ?? "", this.#lanes.slots.at(b)?.name ?? "") < 0;
  }
}
