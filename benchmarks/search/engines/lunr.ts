import lunr from "lunr";
import { type SearchTool, TOOL_FIELDS, type ToolText } from "../search-tool.ts";
import type { Engine } from "./engine.ts";

/** lunr with names worth three times as much. */
export const lunrBoosted: Engine = createLunr("lunr, name ×3", ({ text }) => text);

/** The same over names that are not split: less is found by words, and a name that is a word counts for more. */
export const lunrWhole: Engine = {
  ...createLunr("lunr, name ×3, whole", ({ whole }) => whole),
  timedAs: lunrBoosted.name,
};

function createLunr(name: string, toText: (tool: SearchTool) => ToolText): Engine {
  return {
    name,
    version: "lunr 2.3.9",
    build: (tools) => {
      const index = lunr((builder) => {
        builder.ref("id");
        for (const field of TOOL_FIELDS) builder.field(field, { boost: field === "name" ? 3 : 1 });
        for (const tool of tools) builder.add(toText(tool));
      });
      return {
        search: (query, limit) =>
          index
            .query((clauses) => clauses.term(toTerms(query), {}))
            .slice(0, limit)
            .map(({ ref }) => ref),
      };
    },
  };
}

// lunr trims punctuation from what it indexes and not from what it is asked, and takes `*` for a wildcard anywhere.
function toTerms(query: string): lunr.Token[] {
  return lunr.tokenizer(query.replaceAll("*", " ")).map((token) => lunr.trimmer(token));
}
