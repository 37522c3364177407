import { Agent, tool } from "@openai/agents";
import { createRuntime } from "@plimsoll/core";
import { tools } from "../shared/shop.ts";
import { textOf } from "../shared/text-of.ts";

const model = "gpt-5.5";

/** An agent of the OpenAI Agents SDK over the tools of the shop, and what its surface costs. */
export function createShopAgent() {
  const runtime = createRuntime({ tools, pins: ["get_order"], strategy: "bridge" });
  const step = runtime.step({ history: [], model });
  const agent = new Agent({
    name: "Shop",
    model,
    instructions: `You help the people of a shop.\n\n${step.prompt}`,
    tools: step.tools.map(({ name, description, inputSchema }) =>
      tool({
        name,
        description,
        parameters: {
          type: "object",
          properties: {},
          required: [],
          additionalProperties: true,
          ...inputSchema,
        },
        strict: false, // a strict schema has no words for the arguments of any tool
        execute: async (input, _context, { signal } = {}) =>
          textOf(await runtime.call({ name, arguments: input }, { model, ...(signal && { signal }) })),
      }),
    ),
  });
  return { agent, tokens: step.tokens };
}
