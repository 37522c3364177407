import { compareText } from "../internal/compare.ts";
import { foldName } from "../tool/tool-name.ts";
import { namedIn } from "./named-in.ts";
import type {
  SearchAnswer,
  SearchDocument,
  SearchEvidence,
  SearchIndex,
  SearchMatch,
  SearchRequest,
} from "./search-index.ts";
import { tokenize } from "./tokenize.ts";

/** A document taken apart: weighted term frequencies, weighted length, and every name it answers to. */
interface Posting {
  readonly document: SearchDocument;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
  readonly foldedNames: ReadonlySet<string>;
}

const K1 = 1.2;
const B = 0.75;
const NAME_WEIGHT = 3;
const NEAREST_DOMAINS = 5;

/**
 * A plain index: exact names first, then BM25 over name (counted three times) and all other text.
 *
 * Statistics are taken over the permitted documents at each search, which costs time linear in the catalog
 * and makes it plain that nothing else can influence a score.
 */
export function createSearchIndex(): SearchIndex {
  const postings = new Map<string, Posting>();
  return {
    get size() {
      return postings.size;
    },
    put(documents) {
      for (const document of documents) postings.set(document.name, toPosting(document));
    },
    remove(names) {
      for (const name of names) postings.delete(name);
    },
    removeSource(source) {
      for (const { document } of [...postings.values()]) {
        if (document.source === source) postings.delete(document.name);
      }
    },
    async search(request) {
      const permitted = [...postings.values()].filter(({ document }) => request.view.permits(document.name));
      return rank(permitted, request);
    },
  };
}

function passesFilters(document: SearchDocument, request: SearchRequest): boolean {
  return (
    (request.domain === undefined || document.domain === request.domain) &&
    (request.source === undefined || document.source === request.source) &&
    (request.risk === undefined || document.risk === request.risk)
  );
}

function rank(permitted: readonly Posting[], request: SearchRequest): SearchAnswer {
  const named = namedIn(request.text);
  const terms = [...new Set(tokenize(request.text))];
  const candidates = permitted.filter(({ document }) => passesFilters(document, request));
  const score = scorer(candidates, terms);
  const matches = candidates
    .map((posting) => toMatch(posting, isNamed(posting, named), score(posting), request.explain === true))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.name, b.name));
  return {
    matches: matches.slice(0, request.limit),
    suggestions: [],
    nearestDomains: matches.length > 0 ? [] : largestDomains(permitted),
  };
}

/**
 * BM25: a term's weight, times how saturated its frequency is.
 *
 *     idf = ln(1 + (N - n + 0.5) / (n + 0.5))          N documents, n of them with the term
 *     sum of idf × f × (k1 + 1) / (f + k1 × (1 - b + b × length / average))
 *
 * With N = 3, n = 1, f = 3 and an average length: idf = ln(1 + 2.5 / 1.5) = 0.98, times 3 × 2.2 / 4.2, is 1.54.
 */
function scorer(
  permitted: readonly Posting[],
  terms: readonly string[],
): (posting: Posting) => SearchEvidence[] {
  const average = permitted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, permitted.length);
  const weights = terms.map((term) => {
    const n = permitted.reduce((sum, { frequencies }) => sum + (frequencies.has(term) ? 1 : 0), 0);
    return Math.log(1 + (permitted.length - n + 0.5) / (n + 0.5));
  });
  return ({ frequencies, length }) =>
    terms.flatMap((term, at) => {
      const frequency = frequencies.get(term);
      if (frequency === undefined) return [];
      const saturation = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / average));
      return [{ lane: "lexical" as const, term, score: (weights[at] ?? 0) * saturation }];
    });
}

function toMatch(
  posting: Posting,
  named: boolean,
  evidence: SearchEvidence[],
  explain: boolean,
): SearchMatch {
  const all = named ? [{ lane: "exact" as const, score: 1000 }, ...evidence] : evidence;
  return {
    name: posting.document.name,
    score: all.reduce((sum, { score }) => sum + score, 0),
    lane: named ? "exact" : "lexical",
    ...(explain ? { explanation: all } : {}),
  };
}

function isNamed(posting: Posting, named: ReadonlySet<string>): boolean {
  for (const name of posting.foldedNames) if (named.has(name)) return true;
  return false;
}

function toPosting(document: SearchDocument): Posting {
  const frequencies = new Map<string, number>();
  let length = 0;
  const read = (text: string, weight: number): void => {
    for (const term of tokenize(text)) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
      length += weight;
    }
  };
  read(document.name, NAME_WEIGHT);
  read(document.aliases.join(" "), 1);
  read(document.title, 1);
  read(document.keywords.join(" "), 1);
  read(document.searchHint, 1);
  read(document.promptSnippet, 1);
  read(document.description, 1);
  read(document.parameters, 1);
  read(document.domain, 1);
  const names = [document.name, document.wireName, ...document.aliases, ...document.retiredNames];
  const local = document.name.slice(document.name.indexOf("/") + 1);
  return { document, frequencies, length, foldedNames: new Set([...names, local].map(foldName)) };
}

function largestDomains(permitted: readonly Posting[]): string[] {
  const counts = new Map<string, number>();
  for (const { document } of permitted) counts.set(document.domain, (counts.get(document.domain) ?? 0) + 1);
  return [...counts]
    .sort(([a, sizeA], [b, sizeB]) => sizeB - sizeA || compareText(a, b))
    .slice(0, NEAREST_DOMAINS)
    .map(([domain]) => domain);
}
