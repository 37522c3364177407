import assert from "node:assert/strict";
import type { Reply, Step } from "@plimsoll/core";

/** What a capable model does with this surface, step by step. */
const SCRIPT: readonly Reply[] = [
  { calls: [call("1", "tool_find", { query: "open an issue", limit: 1 })] },
  { calls: [call("2", "tool_describe", { names: ["create_issue"] })] },
  {
    calls: [
      call("3", "tool_call", {
        name: "create_issue",
        arguments: { repo: "web", title: "Login page is broken" },
      }),
    ],
  },
  { text: "Filed as web#1.", calls: [] },
];

let firstTools: Step["tools"] | undefined;

/** Stands in for a model: prints what it was told last, and answers with the next line of the script. */
export async function askModel(
  tools: Step["tools"],
  prompt: string,
  messages: Step["messages"],
): Promise<Reply> {
  firstTools ??= tools;
  assert.deepEqual(tools, firstTools, "the array never changes");
  assert.match(prompt, /tool_find/);
  const step = messages.filter(({ role }) => role === "assistant").length;
  if (step === 0) console.log(`tools: ${tools.map(({ name }) => name).join(", ")}`);
  const last = messages.at(-1);
  if (last?.role === "tool")
    for (const block of last.content) if (block.type === "text") print("  ", block.text);
  const reply = SCRIPT[step];
  assert(reply, "the conversation is over");
  for (const { name, arguments: input } of reply.calls) console.log(`\n${name}(${JSON.stringify(input)})`);
  if (reply.text !== undefined) console.log(`\n${reply.text}`);
  return reply;
}

function print(indent: string, text: string): void {
  for (const line of text.split("\n").filter((one) => one !== "")) {
    console.log(indent + (line.length > 100 ? `${line.slice(0, 99)}…` : line));
  }
}

function call(id: string, name: string, input: unknown): Reply["calls"][number] {
  return { id, name, arguments: input };
}
