import { compareText } from "../../internal/compare.ts";
import type { Strategy } from "../strategy.ts";

/** Only the head is in the array, for good; every other tool is called through `tool_call`. */
export const bridge: Strategy = {
  name: "bridge",
  open: ({ head, metaTools }) => {
    const code = head.filter(({ source }) => source.kind !== "mcp").map(({ definition }) => definition);
    const mcp = head.filter(({ source }) => source.kind === "mcp").map(({ definition }) => definition);
    return { tools: [...[...metaTools, ...code].sort((a, b) => compareText(a.name, b.name)), ...mcp] };
  },
  arrange: (record) => record.tools,
};
