import assert from "node:assert/strict";
import { createRuntime, type Message, type Reply } from "@plimsoll/core";
import { goEntTools, oldNames } from "./tools.ts";

const runtime = createRuntime({ tools: goEntTools, lifecycle: oldNames, dialect: "quartet" });

/** What a model does that needs to validate a spec and does not know which tool to use. */
const script: readonly Omit<Reply["calls"][number], "id">[] = [
  { name: "tool_find", arguments: { query: "validate spec", limit: 3 } },
  { name: "tool_describe", arguments: { name: "spec_validate" } },
  { name: "tool_load", arguments: { names: ["spec_validate"] } },
  { name: "spec_validate", arguments: { path: ".", type: "all" } },
  { name: "go_ent_spec_validate", arguments: { path: "." } }, // as an old transcript has it
  { name: "tool_active", arguments: {} },
];

const history: Message[] = [{ role: "user", text: "I need to validate my OpenSpec files" }];
for (const [at, call] of script.entries()) {
  const step = runtime.step({ history, model: "deepseek-v4" });
  console.log(
    `${at === 0 ? "" : "\n"}${step.tools.length} tools: ${call.name}(${JSON.stringify(call.arguments)})`,
  );
  const entries = await step.accept({ calls: [{ id: `call-${at}`, ...call }] });
  history.push(...entries);
  for (const entry of entries) {
    if (entry.role !== "tool") continue;
    assert(!entry.isError, "every call is answered");
    for (const block of entry.content) if (block.type === "text") print(block.text);
  }
}

function print(text: string): void {
  // One line for each tool of a list.
  for (const line of text.replaceAll("},{", "},\n {").split("\n")) {
    console.log(line.length > 110 ? `${line.slice(0, 109)}…` : line);
  }
}
