import type { EvalQuery } from "./eval-query.ts";

/** Ids in the gold of queries that no tool has: those queries cannot be answered in full. */
export interface UnknownGold {
  /** How many ids. */
  readonly ids: number;
  /** How many queries have one of them. */
  readonly queries: number;
  /** One of them, where there are any. */
  readonly example?: string;
}

/** Looks for gold that no tool has. */
export function findUnknownGold(queries: readonly EvalQuery[], ids: Iterable<string>): UnknownGold {
  const known = new Set(ids);
  const unknown = new Set<string>();
  let touched = 0;
  for (const { gold } of queries) {
    const missing = [...gold].filter((id) => !known.has(id));
    for (const id of missing) unknown.add(id);
    if (missing.length > 0) touched += 1;
  }
  const [example] = unknown;
  return { ids: unknown.size, queries: touched, ...(example === undefined ? {} : { example }) };
}
