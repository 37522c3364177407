import MiniSearch, { type SearchOptions } from "minisearch";
import { TOOL_FIELDS, type ToolText } from "../search-tool.ts";
import type { Engine } from "./engine.ts";

/** MiniSearch as it is without a single setting: the engine that ratios are given to. */
export const miniSearch: Engine = createMiniSearch("MiniSearch", {});

/** MiniSearch with names worth three times as much. */
export const miniSearchBoosted: Engine = {
  ...createMiniSearch("MiniSearch, name ×3", { boost: { name: 3 } }),
  timedAs: miniSearch.name,
};

function createMiniSearch(name: string, searchOptions: SearchOptions): Engine {
  return {
    name,
    version: "minisearch 7.2.0",
    build: (tools) => {
      const index = new MiniSearch<ToolText>({ fields: [...TOOL_FIELDS], searchOptions });
      index.addAll(tools.map(({ text }) => text));
      return {
        search: (query, limit) =>
          index
            .search(query)
            .slice(0, limit)
            .map(({ id }) => String(id)),
      };
    },
  };
}
