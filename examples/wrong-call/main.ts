import assert from "node:assert/strict";
import { createRuntime, defineTool } from "@plimsoll/core";
import { z } from "zod";

const createIssue = defineTool({
  name: "create_issue",
  description: "Open an issue in a repository",
  input: z.object({ repo: z.string(), title: z.string(), priority: z.enum(["low", "high"]).optional() }),
  run: ({ repo, title }) => `Opened "${title}" in ${repo}`,
});
const runtime = createRuntime({ tools: [createIssue] });

for (const call of [
  { name: "create_isue", arguments: { repo: "web", title: "Login fails" } },
  { name: "create_issue", arguments: { repo: "web", titel: "Login fails", priority: "High" } },
]) {
  const { outcome, result } = await runtime.call(call);
  const [block] = result?.content ?? [];
  console.log(`${JSON.stringify(call)}\n→ ${block?.type === "text" ? block.text : ""}\n`);
  assert.equal(outcome.type, "rejected");
}
