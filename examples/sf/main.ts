import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  createRuntime,
  defineTool,
  derive,
  type Message,
  parseManifest,
  toSessionState,
} from "@plimsoll/core";
import { z } from "zod";

const file = new URL("./tools.manifest.json", import.meta.url);
const record = z.object({ id: z.string(), hops: z.number().int().optional() });
const runtime = createRuntime({
  dialect: "sf",
  manifest: parseManifest(JSON.parse(readFileSync(file, "utf8"))),
  tools: [
    defineTool({ name: "complete_task", description: "Close the task", run: () => "closed" }),
    defineTool({
      name: "memory_graph",
      description: "Show the records around a record",
      input: record,
      run: ({ id }) => `${id} belongs to m-2 and m-7`,
    }),
    defineTool({
      name: "memory_search",
      description: "Search records by words",
      input: z.object({ words: z.string() }),
      run: () => "m-1",
    }),
  ],
});

const history: Message[] = [{ role: "user", text: "What belongs to record m-1?" }];
const script = [
  { name: "sf_tool_search", arguments: { query: "what is related to a record", limit: 1 } },
  { name: "memory_graph", arguments: { id: "m-1" } },
  { name: "sf_tool_search", arguments: { query: "memory_map", limit: 1 } },
];
for (const [at, call] of script.entries()) {
  const step = runtime.step({ history, model: "deepseek-v4" });
  console.log(`array: ${step.tools.map(({ name }) => name).join(", ")}`);
  console.log(`${call.name}(${JSON.stringify(call.arguments)})`);
  const entries = await step.accept({ calls: [{ id: `call-${at}`, ...call }] }); // your model's reply
  history.push(...entries);
  const result = entries.find((entry) => entry.role === "tool");
  const shown = result?.structuredContent ?? result?.content;
  console.log(`${JSON.stringify(shown, undefined, 2)}\n`);
}

const state = toSessionState(derive(history, runtime.catalog.snapshot()));
console.log(`state: ${JSON.stringify(state)}`);
assert.deepEqual(state.loadedLazyTools, ["memory_graph"]);
