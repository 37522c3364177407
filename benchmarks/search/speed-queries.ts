import type { LabelledSet } from "../datasets.ts";
import type { SearchTool } from "./search-tool.ts";
import { sample } from "./shuffle.ts";
import { identifierWords } from "./split-identifiers.ts";

/** How a request is put: in a sentence, or in the few words that are typed into a search box. */
export type QueryKind = "prose" | "keyword";

/** The queries whose time is taken, by kind. */
export type SpeedQueries = Readonly<Record<QueryKind, readonly string[]>>;

const PROSE_SETS = ["metatool", "azure-mcp", "stabletoolbench", "bfcl"];
const KEYWORD_SETS = ["go-ent", "apibank-toolsearch"];
const PROSE_WORDS = 8;
const KEYWORD_WORDS = 3;
const EACH = 100;

/** Real requests of the labelled sets; keywords are filled up from the names of tools, made-up ones where there is no set. */
export function toSpeedQueries(sets: readonly LabelledSet[], tools: readonly SearchTool[]): SpeedQueries {
  const named = sample(tools, 2 * EACH).map(({ document: { name, description } }) => ({
    prose: `I would like to ${description}, please`,
    keyword: identifierWords(name).slice(-2).join(" ").toLowerCase(),
  }));
  const prose = PROSE_SETS.flatMap((name) =>
    sample(
      queriesOf(sets, name).filter((query) => countWords(query) >= PROSE_WORDS),
      EACH / PROSE_SETS.length,
    ),
  );
  const keyword = KEYWORD_SETS.flatMap((name) => queriesOf(sets, name)).filter(
    (query) => countWords(query) <= KEYWORD_WORDS,
  );
  return {
    prose: sample(prose.length > 0 ? prose : named.map((query) => query.prose), EACH),
    keyword: sample([...new Set([...keyword, ...named.map((query) => query.keyword)])].slice(0, EACH), EACH),
  };
}

/** Tells the kind of some queries by how long most of them are. */
export function kindOf(queries: readonly string[]): QueryKind {
  const short = queries.filter((query) => countWords(query) < PROSE_WORDS / 2);
  return short.length > queries.length / 2 ? "keyword" : "prose";
}

function queriesOf(sets: readonly LabelledSet[], name: string): readonly string[] {
  return sets.find((set) => set.name === name)?.queries.map(({ query }) => query) ?? [];
}

function countWords(text: string): number {
  return text.trim().split(/\s+/).length;
}
