import { STRATEGY_NAMES } from "../../surface/strategy.ts";
import { plainWire } from "./plain-wire.ts";
import { toFunction, type Wire, wordsOf } from "./wire.ts";

/** As many deferred tools as the API takes. */
const MOST = 10_000;
const SYSTEM_BETA = "mid-conversation-system-2026-04-07";
const REFERENCE_BETA = "mid-conversation-tool-changes-2026-07-01";
const VALUE_BETA = "inline-tools-2026-09-15";

/** Anthropic's own API. Whether tools can be added by value depends on the version of the SDK's provider. */
export function anthropicWire({ byValue }: { readonly byValue: boolean }): Wire {
  return {
    ...plainWire,
    provider: {
      name: "Anthropic",
      strategies: STRATEGY_NAMES,
      declares: { strategies: byValue ? ["native"] : ["native", "transcript"], most: MOST },
    },
    toTools: ({ tools, deferred = [] }, toTool) => [
      ...tools.map(toTool),
      ...deferred.map((definition) => ({
        ...toTool(definition),
        providerOptions: { anthropic: { deferLoading: true } },
      })),
    ],
    toChange: (sent, { added, removed }, { deferred }) => {
      const toolChanges = [
        ...added.map((definition) => ({
          type: "tool_addition",
          ...(deferred === undefined ? { tool: toFunction(definition) } : { toolName: definition.name }),
        })),
        ...removed.map((toolName) => ({ type: "tool_removal", toolName })),
      ];
      return [...sent, { role: "system", content: "", providerOptions: { anthropic: { toolChanges } } }];
    },
    toResult: (part, reveals) => {
      if (reveals === undefined) return { part };
      const value = reveals.map(({ name }) => ({
        type: "custom",
        providerOptions: { anthropic: { type: "tool-reference", toolName: name } },
      }));
      return { part: { ...part, output: { type: "content", value } }, beside: wordsOf(part) };
    },
    toOptions: (options, { strategy, deferred }) => {
      if (strategy !== "transcript") return options;
      const own = options?.["anthropic"]?.["anthropicBeta"];
      const betas = [SYSTEM_BETA, deferred === undefined ? VALUE_BETA : REFERENCE_BETA];
      const anthropicBeta = [...new Set([...(Array.isArray(own) ? own : []), ...betas])];
      return { ...options, anthropic: { ...options?.["anthropic"], anthropicBeta } };
    },
  };
}
