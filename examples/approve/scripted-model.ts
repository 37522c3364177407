import assert from "node:assert/strict";
import type { Reply, Step } from "@plimsoll/core";

/** What a model does here, step by step. */
const SCRIPT: readonly Reply[] = [
  {
    calls: [
      { id: "1", name: "save_backup", arguments: {} },
      { id: "2", name: "delete_customers", arguments: { only: "test" } },
    ],
  },
  { text: "There is a backup, and the two test customers are gone.", calls: [] },
];

/** Stands in for a model: prints what it was told since its last reply, and answers with the next line of the script. */
export async function askModel(messages: Step["messages"]): Promise<Reply> {
  const step = messages.filter(({ role }) => role === "assistant").length;
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  for (const message of messages.slice(last + 1)) {
    if (message.role === "user") console.log(`  user: ${message.text}`);
    if (message.role !== "tool") continue;
    for (const block of message.content)
      if (block.type === "text") console.log(`  ${message.name}: ${block.text}`);
  }
  const reply = SCRIPT[step];
  assert(reply, "the conversation is over");
  for (const { name, arguments: input } of reply.calls)
    console.log(`  model: ${name}(${JSON.stringify(input)})`);
  if (reply.text !== undefined) console.log(`  model: ${reply.text}`);
  return reply;
}
