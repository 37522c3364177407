import type { Strategy } from "../strategy.ts";
import { bridge } from "./bridge.ts";

/** Everything is in the array, with whatever meta-tools a dialect wants there all the same: for catalogs that fit. */
export const all: Strategy = {
  name: "all",
  open: ({ view, metaTools }) =>
    bridge.open({ view, metaTools, head: view.snapshot.entries().filter((entry) => view.ask(entry).see) }),
  arrange: (record) => record.tools,
};
