import { TOOL_FIELDS, type ToolText } from "../search-tool.ts";
import { identifierWords } from "../split-identifiers.ts";
import type { Engine } from "./engine.ts";

/** A word's share of each tool's text, by the tool's id. */
type Shares = Map<string, number>;

/** Term frequency by length, log N / df, no stems, all texts as one: what a few lines by hand achieve. */
export const tfIdf: Engine = {
  name: "TF-IDF",
  version: "plain",
  build: (tools) => {
    const index = new Map<string, Shares>();
    for (const { text } of tools) add(index, text);
    const count = tools.length;
    return {
      search: (query, limit) => {
        const scores = new Map<string, number>();
        for (const word of new Set(toWords(query))) {
          const shares = index.get(word);
          if (shares === undefined) continue;
          const weight = Math.log(count / shares.size);
          for (const [id, share] of shares) scores.set(id, (scores.get(id) ?? 0) + share * weight);
        }
        return [...scores]
          .sort(([, a], [, b]) => b - a)
          .slice(0, limit)
          .map(([id]) => id);
      },
    };
  },
};

function add(index: Map<string, Shares>, text: ToolText): void {
  const words = TOOL_FIELDS.flatMap((field) => toWords(text[field]));
  for (const word of words) {
    const shares = index.get(word) ?? new Map<string, number>();
    shares.set(text.id, (shares.get(text.id) ?? 0) + 1 / words.length);
    index.set(word, shares);
  }
}

function toWords(text: string): readonly string[] {
  return identifierWords(text).map((word) => word.toLowerCase());
}
