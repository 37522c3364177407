import type { Strategy } from "../strategy.ts";
import { bridge } from "./bridge.ts";

/** The head, then loaded tools in the order of their loads: what is there stays there, also after an unload. */
export const append: Strategy = {
  name: "append",
  open: bridge.open,
  arrange: ({ tools }, { appended }) => {
    const head = new Set(tools.map(({ name }) => name));
    return [...tools, ...appended.filter(({ name }) => !head.has(name))];
  },
};
