import { createRuntime, type Runtime, type RuntimeOptions, type Tool } from "@plimsoll/core";
import { info } from "../../src/dialects/info/info.ts";
import { aTool } from "../fixtures.ts";

/** The two tools that the design defers first, with all that it says of them in one place each. */
export const enterWorktree: Tool = aTool("enter-worktree", {
  lazy: true,
  risk: "write",
  description: "Create a git worktree and work in it. Use it for changes that must not touch the checkout.",
  card: "Work in a git worktree of its own",
  antiFallback: "do not fall back to bash git worktree add",
  inputSchema: {
    type: "object",
    properties: { branch: { type: "string", description: "The branch to check out" } },
    required: ["branch"],
  },
});

/** The other one, whose card is made from its description. */
export const exitWorktree: Tool = aTool("exit-worktree", {
  lazy: true,
  risk: "write",
  description: "Leave the worktree. Its files stay where they are.",
});

/** What the model has from the first step on. */
export const headTools: readonly Tool[] = [
  aTool("ask_user", { behavioural: true }),
  aTool("bash"),
  aTool("write"),
];

/** A host with both, in the dialect `info`. */
export function aHost(options: Partial<RuntimeOptions> = {}): Runtime {
  return createRuntime({ dialect: info(), tools: [...headTools, enterWorktree, exitWorktree], ...options });
}
