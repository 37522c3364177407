/** The parts of the search benchmark. */
export type SearchPart = (typeof PARTS)[number];

const PARTS = ["quality", "speed", "sets"] as const;

/** What a run was asked to do. */
export interface SearchBenchmarkOptions {
  readonly parts: readonly SearchPart[];
  /** Measure quality among 16,000 other tools, too. */
  readonly distractors: boolean;
  /** Ask every query of every set. */
  readonly everyQuery: boolean;
}

/** Reads the words after `search`, or says what is wrong with them. */
export function readOptions(words: readonly string[]): SearchBenchmarkOptions | { readonly problem: string } {
  const flags = ["--distractors", "--every-query"];
  const known: readonly string[] = [...PARTS, ...flags];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    return { problem: `search has no "${unknown.join('", "')}". It has: ${known.join(", ")}.` };
  }
  const parts = PARTS.filter((part) => words.includes(part));
  return {
    parts: parts.length > 0 ? parts : PARTS,
    distractors: words.includes("--distractors"),
    everyQuery: words.includes("--every-query"),
  };
}
