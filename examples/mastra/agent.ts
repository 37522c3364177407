import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { createRuntime } from "@plimsoll/core";
import { jsonSchema } from "ai";
import { tools } from "../shared/shop.ts";
import { textOf } from "../shared/text-of.ts";

const model = "anthropic/claude-haiku-4-5";

/** An agent of Mastra over the tools of the shop, and what its surface costs. */
export function createShopAgent() {
  const runtime = createRuntime({ tools, pins: ["get_order"], strategy: "bridge" });
  const step = runtime.step({ history: [], model });
  const agent = new Agent({
    id: "shop",
    name: "Shop",
    model,
    instructions: `You help the people of a shop.\n\n${step.prompt}`,
    tools: Object.fromEntries(
      step.tools.map(({ name, description, inputSchema }) => [
        name,
        createTool({
          id: name,
          description,
          inputSchema: jsonSchema(inputSchema), // shown, not checked: Plimsoll checks, and repairs
          execute: async (input, { abortSignal: signal }) =>
            textOf(await runtime.call({ name, arguments: input }, { model, ...(signal && { signal }) })),
        }),
      ]),
    ),
  });
  return { agent, tokens: step.tokens };
}
