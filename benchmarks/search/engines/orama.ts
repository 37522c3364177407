import { create, insertMultiple, search } from "@orama/orama";
import type { Engine } from "./engine.ts";

const SCHEMA = { name: "string", description: "string", parameters: "string", server: "string" } as const;

/** Orama as it is without a single setting. */
export const orama: Engine = {
  name: "Orama",
  version: "@orama/orama 3.1.18",
  build: async (tools) => {
    const index = create({ schema: SCHEMA });
    await insertMultiple(
      index,
      tools.map(({ text }) => text),
    );
    return {
      search: async (term, limit) => {
        const { hits } = await search(index, { term, limit });
        return hits.map(({ id }) => id);
      },
    };
  },
};
