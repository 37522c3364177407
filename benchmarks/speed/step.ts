import { createRuntime, type Message, type Runtime } from "@plimsoll/core";
import { type Comparison, compare } from "../comparison.ts";
import { syntheticTools } from "../synthetic-tools.ts";

/** A step of a running conversation costs what its history costs, not what the catalog costs. */
export async function compareSteps(): Promise<Comparison[]> {
  const [small, large] = [await aConversation(500), await aConversation(50_000)];
  return [
    await compare(
      "a step under bridge",
      { name: "50,000 tools", run: large },
      { name: "500 tools", run: small },
    ),
  ];
}

async function aConversation(size: number): Promise<() => unknown> {
  const runtime: Runtime = createRuntime({ tools: syntheticTools(size) });
  const history: Message[] = [{ role: "user", text: "Restart the release" }];
  for (let turn = 0; turn < 10; turn++) {
    const step = runtime.step({ history, model: "deepseek-v4" });
    const call = {
      id: String(turn),
      name: "tool_call",
      arguments: { name: `workspace_get_issue_0`, arguments: { id: "1" } },
    };
    history.push(...(await step.accept({ calls: [call] })));
  }
  return () => runtime.step({ history, model: "deepseek-v4" }).fingerprint;
}
