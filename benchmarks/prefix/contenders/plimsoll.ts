import type { StrategyName } from "@plimsoll/core";
import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import { generateText, isStepCount } from "ai";
import type { Contender } from "../contender.ts";
import type { Action, Script } from "../script.ts";
import type { ScriptedCall } from "../scripted-fetch.ts";
import { leadAiSdk, toToolSet } from "./lead-ai-sdk.ts";

/** Plimsoll under one strategy: a new surface over the messages in every turn. */
export function plimsoll(strategy: StrategyName): Contender {
  return {
    name: `Plimsoll, ${strategy}`,
    run: (script) => {
      const pins = script.pins.map(({ name }) => name);
      const lazy = script.deferred.map(({ name }) => ({ name, lazy: true }));
      const manifest = { version: "1", provides: { tools: lazy } };
      return leadAiSdk(script, toCallOf(strategy, script), async (given) => {
        const surface = withPlimsoll({ tools: toToolSet(script), pins, manifest, strategy });
        const result = await generateText({ ...surface.for(given), stopWhen: isStepCount(20) });
        return surface.messages(result);
      });
    },
  };
}

function toCallOf(strategy: StrategyName, { deferred }: Script): (action: Action) => ScriptedCall {
  const isDeferred = new Set(deferred.map(({ name }) => name));
  return (action) => {
    const { tool } = action;
    if (action.type === "load") {
      if (strategy === "bridge") return { name: "tool_describe", input: { names: [tool] } };
      if (strategy === "native") return { name: "tool_find", input: { query: tool, limit: 1 } };
      return { name: "tool_load", input: { names: [tool] } };
    }
    if (strategy !== "bridge" || !isDeferred.has(tool)) return { name: tool, input: action.input };
    return { name: "tool_call", input: { name: tool, arguments: action.input } };
  };
}
