import { PLAIN } from "../../surface/provider.ts";
import type { Wire } from "./wire.ts";

/** Any model: the array and nothing else. */
export const plainWire: Wire = {
  provider: { ...PLAIN, name: "this provider" },
  toTools: ({ tools }, toTool) => tools.map(toTool),
  toChange: (sent) => sent,
  toResult: (part) => ({ part }),
  toCall: (part) => part,
  fromCall: (part) => part,
  toOptions: (options) => options,
};
