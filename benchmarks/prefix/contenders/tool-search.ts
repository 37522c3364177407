import { generateText, isStepCount, type ToolSet, toolSearch } from "ai";
import type { Contender } from "../contender.ts";
import { leadAiSdk, toSdkTool, toToolSet } from "./lead-ai-sdk.ts";

/** What the AI SDK has for it: `toolSearch()` over tools with `deferLoading`, as its documentation shows it. */
export const sdkToolSearch: Contender = {
  name: "AI SDK toolSearch()",
  run: (script) => {
    const deferred = script.deferred.map(
      (one) => [one.name, { ...toSdkTool(one), deferLoading: true }] as const,
    );
    const tools: ToolSet = {
      ...toToolSet({ ...script, deferred: [] }),
      search: toolSearch({ maxResults: 1 }),
      ...Object.fromEntries(deferred),
    };
    return leadAiSdk(
      script,
      (action) =>
        action.type === "load"
          ? { name: "search", input: { query: action.tool.replace("_", " ") } }
          : { name: action.tool, input: action.input },
      async (given) => {
        const result = await generateText({ ...given, tools, stopWhen: isStepCount(20) });
        return result.responseMessages;
      },
    );
  },
};
