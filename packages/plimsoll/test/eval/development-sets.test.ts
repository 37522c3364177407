import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { embedderNamed } from "../../src/embedder/embedder-named.ts";
import { buildIndex } from "../../src/eval/build-index.ts";
import { toEvalSet } from "../../src/eval/eval-set.ts";
import { averageScores, scoreRanking } from "../../src/eval/metrics.ts";
import { readQueries } from "../../src/eval/read-queries.ts";
import { DATA, dataFile, foldersWith } from "../support/datasets.ts";

const EVERYTHING = { permits: () => true };
const SETS = foldersWith("queries");
const MOST_QUERIES = 150;

/** What is found for a sample of a set's requests, by the ids of its tools. */
async function search(set: string, embedder: "none" | "static") {
  const tools = await loadCatalogFiles([dataFile(set, "tools") ?? ""]);
  const { documents, ids } = toEvalSet(tools);
  const index = await buildIndex(documents, await embedderNamed(embedder));
  const { queries } = await readQueries(dataFile(set, "queries") ?? "");
  const step = Math.max(1, Math.floor(queries.length / MOST_QUERIES));
  const sample = queries.filter((_, at) => at % step === 0);
  const answers = await Promise.all(
    sample.map(({ text }) => index.search({ text, limit: 10, view: EVERYTHING })),
  );
  return sample.map(({ gold }, at) => ({
    gold,
    found: (answers[at]?.matches ?? []).map(({ name }) => ids.get(name)),
  }));
}

async function ndcgOf(set: string, embedder: "none" | "static"): Promise<number> {
  const rankings = await search(set, embedder);
  return averageScores(rankings.map(({ gold, found }) => scoreRanking(found, gold)))?.["ndcg@10"] ?? 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe("labelled requests", () => {
  it.skipIf(SETS.length > 0)("are not on this machine", (context) => {
    context.skip(`there is no set below ${DATA}`);
  });

  it.skipIf(!SETS.includes("go-ent")).each(["none", "static"] as const)(
    "of go-ent: 25 of 25 have a right tool among the first three, 17 of 17 the strict one first, with %s",
    async (embedder) => {
      const rows = readFileSync(dataFile("go-ent", "queries") ?? "", "utf8")
        .trim()
        .split("\n");
      const strict = rows.map((row): string | undefined => JSON.parse(row).strict);
      const rankings = await search("go-ent", embedder);
      const inThree = rankings.filter(({ gold, found }) => scoreRanking(found, gold)["hit@3"] === 100);
      const first = rankings.filter(({ found }, at) => strict[at] !== undefined && found[0] === strict[at]);
      expect([inThree.length, first.length]).toEqual([25, 17]);
    },
  );

  // Floors below what was measured (81.7 and 85.4 over every request), so that only a loss that matters fails.
  it.skipIf(SETS.length === 0)(
    "are answered as well as ever, and better with meaning than without",
    { timeout: 300_000 },
    async () => {
      const [words, meaning]: [number[], number[]] = [[], []];
      for (const set of SETS) {
        words.push(await ndcgOf(set, "none"));
        meaning.push(await ndcgOf(set, "static"));
      }
      expect(meanOf(words)).toBeGreaterThan(80);
      expect(meanOf(meaning)).toBeGreaterThan(meanOf(words) + 3);
    },
  );
});
