import assert from "node:assert/strict";
import { MockLanguageModelV4 } from "ai/test";

type Reply = string | { readonly name: string; readonly input: object };

/** What a capable model does with this surface, step by step. */
const SCRIPTS: Readonly<Record<"first" | "second", readonly Reply[]>> = {
  first: [
    { name: "tool_find", input: { query: "open an issue", limit: 1 } },
    { name: "create_issue", input: { repo: "web", title: "Login page is broken" } },
    "Filed as web#1.",
  ],
  second: [
    {
      name: "tool_call",
      input: { name: "create_isue", arguments: { repo: "web", title: "Search finds nothing" } },
    },
    {
      name: "tool_call",
      input: { name: "create_issue", arguments: { repo: "web", title: "Search finds nothing" } },
    },
    "Filed as web#2.",
  ],
};

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Stands in for a model, so that the example needs no key: any model of the SDK will do. */
export function scriptedModel(script: keyof typeof SCRIPTS): MockLanguageModelV4 {
  const replies = SCRIPTS[script].values();
  let calls = 0;
  return new MockLanguageModelV4({
    provider: "example",
    modelId: "scripted",
    doGenerate: async () => {
      const { value: reply } = replies.next();
      assert(reply !== undefined, "the conversation is over");
      calls += 1;
      if (typeof reply === "string") {
        const finishReason = { unified: "stop" as const, raw: undefined };
        return { content: [{ type: "text", text: reply }], finishReason, usage, warnings: [] };
      }
      const toolCallId = `${script}-${calls}`;
      const input = JSON.stringify(reply.input);
      return {
        content: [{ type: "tool-call", toolCallId, toolName: reply.name, input }],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

/** What was sent in one step, as texts; the messages without their closing bracket. */
export function toBytes(call: MockLanguageModelV4["doGenerateCalls"][number] | undefined): {
  readonly tools: string;
  readonly prompt: string;
} {
  return { tools: JSON.stringify(call?.tools), prompt: JSON.stringify(call?.prompt ?? []).slice(0, -1) };
}

/** Prints what the model was given at first, and what it was told last of each step. */
export function report({ doGenerateCalls }: MockLanguageModelV4): void {
  for (const [step, { tools, prompt }] of doGenerateCalls.entries()) {
    assert.deepEqual(tools, doGenerateCalls[0]?.tools, "the array never changes");
    if (step === 0) console.log(`tools: ${tools?.map(({ name }) => name).join(", ")}`);
    const last = prompt.at(-1);
    if (last?.role !== "tool") continue;
    for (const part of last.content) {
      if (part.type !== "tool-result" || !("value" in part.output)) continue;
      const [first = ""] = String(part.output.value).split("\n");
      console.log(`  ${part.toolName}: ${first}`);
    }
  }
}
