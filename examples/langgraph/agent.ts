import { ChatAnthropic } from "@langchain/anthropic";
import { tool } from "@langchain/core/tools";
import { interrupt, MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createRuntime, type InputAnswers, type PerformRequest } from "@plimsoll/core";
import { tools } from "../shared/shop.ts";
import { textOf } from "../shared/text-of.ts";

const model = "claude-haiku-4-5";

/** An agent of LangGraph over the tools of the shop, and what its surface costs. */
export function createShopAgent() {
  const policy = { approveRisk: ["destructive"] } as const;
  const runtime = createRuntime({ tools, pins: ["get_order"], strategy: "bridge", policy });
  const step = runtime.step({ history: [], model });

  async function run(call: PerformRequest, signal?: AbortSignal, given?: InputAnswers): Promise<string> {
    const answer = await runtime.call(call, {
      model,
      ...(signal && { signal }),
      ...(given && { answers: given }),
    });
    if (answer.outcome.type !== "input-required") return textOf(answer);
    const { requests, ...kept } = answer.outcome.request;
    // The graph stops here, and comes by again with what the user said.
    const said = interrupt<typeof requests, InputAnswers["answers"]>(requests);
    return run(call, signal, { ...kept, answers: { ...given?.answers, ...said } });
  }

  const agent = createReactAgent({
    llm: new ChatAnthropic({ model }),
    prompt: `You help the people of a shop.\n\n${step.prompt}`,
    tools: step.tools.map(({ name, description, inputSchema }) =>
      tool((input, { signal }) => run({ name, arguments: input }, signal), {
        name,
        description,
        schema: inputSchema,
      }),
    ),
    checkpointer: new MemorySaver(),
    version: "v2", // each call is a task of its own: those that are done do not run again after a stop
  });
  return { agent, tokens: step.tokens };
}
