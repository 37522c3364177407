import { defined } from "../../internal/defined.ts";
import type { Strategy } from "../strategy.ts";
import { bridge } from "./bridge.ts";

/** Only the head is in the array; the provider reveals loaded tools where a result speaks of them. */
export const native: Strategy = {
  name: "native",
  open: ({ declared, ...input }) => ({
    ...bridge.open(input),
    ...defined({ deferred: declared }),
  }),
  arrange: (record) => record.tools,
};
