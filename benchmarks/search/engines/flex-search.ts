import { Charset, Document, Encoder } from "flexsearch";
import english from "flexsearch/lang/en";
import { TOOL_FIELDS, type ToolText } from "../search-tool.ts";
import type { Engine } from "./engine.ts";

/** How many tools of each field's list are merged, and how slowly a place in it loses worth. */
const DEPTH = 100;
const SLOPE = 60;

/**
 * FlexSearch with its English stems and stop words, whole words, and `suggest`: without that, a request of which
 * one word is missing finds nothing. It ranks each field by itself, so the lists are merged by reciprocal rank.
 */
export const flexSearch: Engine = {
  name: "FlexSearch",
  version: "flexsearch 0.8.212",
  build: (tools) => {
    const index = new Document<ToolText>({
      document: { id: "id", index: [...TOOL_FIELDS] },
      encoder: new Encoder({ ...Charset.Default, ...english }),
    });
    for (const { text } of tools) index.add(text);
    return {
      search: (query, limit) => {
        const worth = new Map<string, number>();
        for (const { result } of index.search(query, { limit: DEPTH, suggest: true })) {
          for (const [place, id] of result.entries()) {
            worth.set(String(id), (worth.get(String(id)) ?? 0) + 1 / (SLOPE + place));
          }
        }
        return [...worth]
          .sort(([, a], [, b]) => b - a)
          .slice(0, limit)
          .map(([id]) => id);
      },
    };
  },
};
