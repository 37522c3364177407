import type { Strategy } from "../strategy.ts";

/** Everything is in the array, and no meta-tool: for catalogs that fit. */
export const all: Strategy = {
  name: "all",
  calledBy: "name",
  open: ({ view }) => ({
    tools: view.snapshot
      .entries()
      .filter((entry) => view.ask(entry).see)
      .map((entry) => entry.definition),
  }),
  arrange: (record) => record.tools,
};
