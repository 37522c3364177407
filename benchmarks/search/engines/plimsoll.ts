import type { Embedder, SearchView } from "@plimsoll/core/search";
import { buildIndex } from "../../../packages/plimsoll/src/eval/build-index.ts";
import type { Engine } from "./engine.ts";

const EVERYTHING: SearchView = { permits: () => true };

/** Plimsoll's index without an embedder. */
export const plimsoll: Engine = createPlimsoll("Plimsoll", undefined);

/** Plimsoll's index, with every vector in where there is an embedder. */
export function createPlimsoll(name: string, embedder: Embedder | undefined): Engine {
  return {
    name,
    version: "this repository",
    build: async (tools) => {
      const index = await buildIndex(
        tools.map(({ document }) => document),
        embedder,
      );
      const ids = new Map(tools.map(({ id, document }) => [document.name, id]));
      return {
        search: async (text, limit) => {
          const { matches } = await index.search({ text, limit, view: EVERYTHING });
          return matches.map(({ name }) => ids.get(name) ?? name);
        },
      };
    },
  };
}
