import { isRecord } from "../internal/is-record.ts";

/** A request, and the tools that answer it. */
export interface EvalQuery {
  readonly text: string;
  /** The ids of those tools; empty where no tool of the set answers. */
  readonly gold: ReadonlySet<string>;
}

/** Reads one row of a file of queries, or says why it is none. Keys it has besides are left alone. */
export function readEvalQuery(value: unknown): EvalQuery | { readonly reason: string } {
  if (!isRecord(value)) return { reason: "it is not an object" };
  const { query, gold } = value;
  if (typeof query !== "string" || query.trim() === "") return { reason: "it has no query" };
  if (!Array.isArray(gold)) return { reason: "its gold is not a list of tool ids" };
  const other = gold.find((id: unknown) => typeof id !== "string" && typeof id !== "number");
  if (other !== undefined) return { reason: `its gold has ${JSON.stringify(other)}, which is no tool id` };
  return { text: query, gold: new Set(gold.map(String)) };
}
