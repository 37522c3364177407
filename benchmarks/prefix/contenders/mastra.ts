import { Agent } from "@mastra/core/agent";
import type { MessageInput } from "@mastra/core/agent/message-list";
import type { MastraModelConfig } from "@mastra/core/llm";
import { ToolSearchProcessor } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { jsonSchema } from "ai";
import type { Contender } from "../contender.ts";
import { type Action, runScripted, type Script, type ScriptTool, schemaOf } from "../script.ts";
import type { ScriptedCall } from "../scripted-fetch.ts";
import { scriptedAnthropic } from "./lead-ai-sdk.ts";

/**
 * Mastra's `ToolSearchProcessor`, which reads from the messages what was loaded: a new agent over them in every turn.
 * The messages are in the shape in which Mastra stores them; from model messages it would make one reply of a turn.
 */
export const mastraToolSearch: Contender = {
  name: "Mastra ToolSearchProcessor",
  async run(script) {
    process.env["MASTRA_TELEMETRY_DISABLED"] = "true"; // counts of features go to Mastra
    const { model, bodies } = scriptedAnthropic(script, toCall);
    let messages: MessageInput[] = [];
    for (const { user } of script.turns) {
      const agent = toAgent(script, model as MastraModelConfig);
      const result = await agent.generate([...messages, { role: "user", content: user }], { maxSteps: 20 });
      messages = JSON.parse(JSON.stringify(result.messages)) as MessageInput[];
    }
    return bodies;
  },
};

function toCall(action: Action): ScriptedCall {
  if (action.type === "load") return { name: "load_tool", input: { toolName: action.tool } };
  return { name: action.tool, input: action.input };
}

function toAgent({ pins, deferred }: Script, model: MastraModelConfig): Agent {
  return new Agent({
    id: "office",
    name: "Office",
    instructions: "",
    model,
    tools: toTools(pins),
    inputProcessors: [new ToolSearchProcessor({ tools: toTools(deferred), storage: "context" })],
  });
}

function toTools(scripted: readonly ScriptTool[]) {
  return Object.fromEntries(scripted.map((one) => [one.name, toTool(one)]));
}

function toTool(scripted: ScriptTool) {
  return createTool({
    id: scripted.name,
    description: scripted.description,
    inputSchema: jsonSchema<Record<string, unknown>>(schemaOf(scripted)),
    execute: async (input) => runScripted(scripted.name, input),
  });
}
