import { generateText, isStepCount, jsonSchema, type ToolSet, tool } from "ai";
import type { Contender } from "../contender.ts";
import { leadAiSdk, toToolSet } from "./lead-ai-sdk.ts";

/**
 * What hosts write themselves: a tool that loads by name, and `activeTools` of what was loaded. Its list lives as long
 * as the process. In the order of registration, or with `toolOrder` so that only the end grows.
 */
export function activeTools({ inOrder }: { readonly inOrder: boolean }): Contender {
  return {
    name: inOrder ? "activeTools and toolOrder" : "activeTools",
    run: (script) => {
      const active = [...script.pins.map(({ name }) => name), "load"];
      const tools: ToolSet = {
        ...toToolSet(script),
        load: tool({
          description: "Load a tool by its name",
          inputSchema: jsonSchema<{ name: string }>({
            type: "object",
            properties: { name: { type: "string" } },
          }),
          execute: ({ name }) => {
            active.push(name);
            return `${name} is loaded.`;
          },
        }),
      };
      return leadAiSdk(
        script,
        ({ type, tool: name, ...action }) =>
          type === "load"
            ? { name: "load", input: { name } }
            : { name, input: "input" in action ? action.input : {} },
        async (given) => {
          const result = await generateText({
            ...given,
            tools,
            stopWhen: isStepCount(20),
            prepareStep: () => ({ activeTools: [...active], ...(inOrder ? { toolOrder: [...active] } : {}) }),
          });
          return result.responseMessages;
        },
      );
    },
  };
}
