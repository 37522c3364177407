import { createRuntime, type Runtime } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import { createStaticEmbedder } from "@plimsoll/semantic";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type LabelledRow, type LabelledSet, readLabelledSets } from "../datasets.ts";

/** What answers of `tool_find` cost over a labelled set, in o200k tokens of the text that the model reads. */
export interface FindFigures {
  readonly set: string;
  readonly limit: number;
  readonly answers: number;
  readonly median: number;
  readonly most: number;
  /** How many answers left tools out for length, and said so. */
  readonly cut: number;
}

/** Asks `tool_find` the requests of every set that is on this machine, at most so many a set. */
export async function measureFind(limits: readonly number[], mostQueries: number): Promise<FindFigures[]> {
  const figures: FindFigures[] = [];
  for (const set of readLabelledSets()) {
    const runtime = await open(set);
    const step = Math.max(1, Math.floor(set.queries.length / mostQueries));
    const queries = set.queries.filter((_, at) => at % step === 0).map(({ query }) => query);
    for (const limit of limits) figures.push(await measure(set.name, runtime, queries, limit));
  }
  return figures;
}

/** The figures as lines. */
export function renderFind(figures: readonly FindFigures[]): string[] {
  if (figures.length === 0) return ["skipped: no labelled set is on this machine (PLIMSOLL_DATA)"];
  return figures.map(
    ({ set, limit, answers, median, most, cut }) =>
      `${set}, limit ${limit}: ${answers} answers, median ${median} tokens, at most ${most}, ${cut} cut for length`,
  );
}

async function open({ name, tools }: LabelledSet): Promise<Runtime> {
  const servers = new Map<string, LabelledRow[]>();
  for (const row of tools) {
    const server = row.server ?? name;
    servers.set(server, [...(servers.get(server) ?? []), row]);
  }
  const sources = [...servers].map(([server, rows]) =>
    mcpSource(server, notConnected, {
      catalog: rows.map((row) => ({ ...row, inputSchema: row.inputSchema ?? { type: "object" } })),
    }),
  );
  const runtime = createRuntime({ sources, embedder: createStaticEmbedder() });
  await runtime.ready();
  return runtime;
}

async function measure(
  set: string,
  runtime: Runtime,
  queries: readonly string[],
  limit: number,
): Promise<FindFigures> {
  const tokens: number[] = [];
  let cut = 0;
  for (const query of queries) {
    const { result } = await runtime.call({ name: "tool_find", arguments: { query, limit } });
    const [block] = result?.content ?? [];
    const text = block?.type === "text" ? block.text : "";
    tokens.push(countTokens(text));
    if (/\d+ more left out for length/.test(text)) cut += 1;
  }
  const sorted = tokens.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { set, limit, answers: sorted.length, median, most: sorted.at(-1) ?? 0, cut };
}

async function notConnected(): Promise<never> {
  throw new Error("This benchmark calls nothing.");
}
