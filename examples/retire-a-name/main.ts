import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRuntime, defineTool, parseManifest } from "@plimsoll/core";

const file = new URL("./tools.manifest.json", import.meta.url);
const runtime = createRuntime({
  manifest: parseManifest(JSON.parse(readFileSync(file, "utf8"))),
  tools: [
    defineTool({ name: "exec_shell_wait", description: "Wait for a command", run: () => "done" }),
    defineTool({ name: "checklist_write", description: "Write the checklist", run: () => "written" }),
    defineTool({ name: "memory_graph", description: "Inspect related records", run: () => "graph" }),
  ],
});

const { tools } = runtime.step({ history: [], model: "deepseek-v4" });
console.log(`shown: ${tools.map(({ name }) => name).join(", ")}\n`);

for (const name of ["exec_shell_wait", "exec_wait", "todo_write", "todo_clear"]) {
  const { outcome, result } = await runtime.call({ name, arguments: {} });
  const [block] = result?.content ?? [];
  const notice = outcome.type === "ok" && outcome.notice !== undefined ? ` (notice: ${outcome.notice})` : "";
  console.log(`${name}: ${block?.type === "text" ? block.text : ""}${notice}`);
}

assert(!tools.some(({ name }) => name.startsWith("todo_") || name === "exec_wait"), "no old name is shown");
