import assert from "node:assert/strict";
import { createRuntime, defineTool, type Message, type Reply } from "@plimsoll/core";
import { z } from "zod";

const runtime = createRuntime({
  dialect: "info",
  tools: [
    defineTool({ name: "bash", description: "Run a command", run: () => "ok" }),
    defineTool({
      name: "enter-worktree",
      description: "Create a git worktree and work in it.",
      input: z.object({ branch: z.string() }),
      lazy: true,
      card: "Work in a git worktree of its own",
      antiFallback: "do not fall back to bash git worktree add",
      run: ({ branch }) => `Now in a worktree of ${branch}`,
    }),
    defineTool({
      name: "exit-worktree",
      description: "Leave the worktree. Its files stay where they are.",
      lazy: true,
      run: () => "Back in the checkout",
    }),
  ],
});

/** What a model does with this surface: it calls too early, asks, and calls again. The host denies a tool meanwhile. */
const script: readonly {
  readonly call?: readonly [name: string, input: unknown];
  readonly deny?: string[];
}[] = [
  { call: ["EnterWorktree", { branch: "main" }] },
  { call: ["tool_info", { name: "EnterWorktree" }] },
  { call: ["enter-worktree", { branch: "main" }] },
  { deny: ["exit-worktree"] },
];

const history: Message[] = [{ role: "user", text: "Try it out, away from my checkout" }];
for (const [at, { call, deny = [] }] of script.entries()) {
  const before = history.length;
  const step = runtime.step({ history, model: "deepseek-v4", policy: { deny } });
  if (at === 0) console.log(`${step.tools.find(({ name }) => name === "tool_info")?.description}\n`);
  console.log(`step ${at + 1}: ${step.tools.map(({ name }) => name).join(", ")}`);
  const reply: Reply = {
    calls: call === undefined ? [] : [{ id: `${at}`, name: call[0], arguments: call[1] }],
  };
  history.push(...(await step.accept(reply)));
  for (const entry of history.slice(before)) print(entry);
  assert.equal(step.tokens.lost, 0, "no definition that was sent has changed");
}

function print(entry: Message): void {
  if (entry.role === "assistant") for (const { name } of entry.calls) console.log(`> ${name}`);
  if (entry.role === "user") console.log(`  [${entry.from}] ${entry.text}`);
  if (entry.role !== "tool") return;
  for (const block of entry.content)
    if (block.type === "text") console.log(block.text.replace(/^(?=.)/gm, "  "));
}
