import type { SearchDocument } from "./search-index.ts";
import { localNameOf } from "./slot-facts.ts";

/** How a field counts: a word in it weighs `weight`, less the longer the field is beyond `usualWords`. */
export interface Field {
  readonly weight: number;
  readonly usualWords: number;
  textOf(document: SearchDocument): string;
}

/**
 * The fields of a tool. The usual lengths are fixed numbers and no averages of the catalog: with averages, one
 * tool's arrival would shift every other tool's score. docs/design/search.md has what each weight was chosen by.
 */
export const FIELDS: readonly Field[] = [
  { weight: 5, usualWords: 3, textOf: localNameOf },
  { weight: 3, usualWords: 3, textOf: ({ aliases }) => aliases.join(" ") },
  { weight: 2, usualWords: 3, textOf: ({ title }) => title },
  { weight: 2, usualWords: 5, textOf: ({ keywords }) => keywords.join(" ") },
  { weight: 2, usualWords: 5, textOf: ({ searchHint }) => searchHint },
  { weight: 1, usualWords: 15, textOf: ({ promptSnippet }) => promptSnippet },
  { weight: 1, usualWords: 15, textOf: ({ description }) => description },
  { weight: 1, usualWords: 5, textOf: ({ parameterNames }) => parameterNames },
  { weight: 0.3, usualWords: 30, textOf: ({ parameterDescriptions }) => parameterDescriptions },
  { weight: 1, usualWords: 1.5, textOf: ({ sourceTitle }) => sourceTitle },
  { weight: 1, usualWords: 1.5, textOf: ({ domain, source }) => (domain === source ? "" : domain) },
];
