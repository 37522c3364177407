import type { Risk } from "../tool/tool.ts";

/** A tool as the index reads it. */
export interface SearchDocument {
  /** The canonical name: the key. */
  readonly name: string;
  readonly wireName: string;
  readonly aliases: readonly string[];
  /** Superseded names of this tool: they match as a whole query, and add nothing to its text. */
  readonly retiredNames: readonly string[];
  readonly title: string;
  readonly keywords: readonly string[];
  readonly searchHint: string;
  readonly promptSnippet: string;
  readonly description: string;
  readonly parameterNames: string;
  readonly parameterDescriptions: string;
  readonly source: string;
  /** What the source is called by people; its id where it has no title. */
  readonly sourceTitle: string;
  readonly domain: string;
  readonly risk: Risk;
  readonly state: FindableState;
}

/** The lifecycle states that a search may find. */
export type FindableState = "active" | "deferred";

/**
 * The tools one asker may find. Held as an object, so that an index can keep what it worked out for it.
 *
 * Contract:
 * - `permits` gives the same answer for a name as long as the object lives.
 */
export interface SearchView {
  permits(name: string): boolean;
}

/** One search. */
export interface SearchRequest {
  readonly text: string;
  readonly limit: number;
  readonly view: SearchView;
  readonly domain?: string;
  readonly source?: string;
  readonly risk?: Risk;
  readonly state?: FindableState;
  /** Ask for each match's `explanation`. */
  readonly explain?: boolean;
}

/** The kinds of evidence a match can rest on. */
export type SearchLane =
  | "exact" // the query names the tool
  | "lexical" // the query shares words with it
  | "semantic"; // the query means something like it

/** One tool found. */
export interface SearchMatch {
  readonly name: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** The strongest kind of evidence. */
  readonly lane: SearchLane;
  readonly explanation?: readonly SearchEvidence[];
}

/** Why a tool is where it is: what one lane, and where it has words one word, contributed. */
export interface SearchEvidence {
  readonly lane: SearchLane;
  /** The tool's word. */
  readonly term?: string;
  /** The query's word, where it says another and means much the same. */
  readonly asked?: string;
  readonly score: number;
}

/** What a search found. No match is an answer: then `nearestDomains` says where to look. */
export interface SearchAnswer {
  readonly matches: readonly SearchMatch[];
  /** Names the query may have misspelt; never asserted as matches. */
  readonly suggestions: readonly string[];
  /** Filled when nothing matched: the permitted domains nearest to the query. */
  readonly nearestDomains: readonly string[];
}

/**
 * Finds the tools that fit a request.
 *
 * Contract:
 * - An index updated in place answers as one built anew from the same documents; order of arrival does not matter.
 * - Equal documents, view and request give the same answer; ties are broken by name.
 * - A permitted name, alias or wire name in the query comes before anything else.
 * - A document that the view or a filter leaves out influences nothing: no score, no statistic, no suggestion.
 *   Only `nearestDomains` looks beyond the filters, never beyond the view.
 * - `put` replaces a document of the same name. Changes are seen by the next search.
 * - `search` never throws and never rejects. It may wait for an embedder to read the query, never for it to read
 *   tools: `settled` does that. Where the embedder fails, words alone decide, and `settled` rejects once.
 * - What `save` answers is read by the `load` function of the same implementation, and answers as this index does.
 */
export interface SearchIndex {
  readonly size: number;
  /** How many tools are searched without their meaning yet, because an embedder has still to read them. */
  readonly pending: number;
  put(documents: readonly SearchDocument[]): void;
  remove(names: readonly string[]): void;
  removeSource(source: string): void;
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Resolves when everything put so far is searched in every lane. */
  settled(): Promise<void>;
  /** The index as bytes. */
  save(): Uint8Array;
}
