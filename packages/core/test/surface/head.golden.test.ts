import { createRuntime, type Policy, type Tool, toSurfaceBytes } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

const READ_ONLY = [
  "file_search",
  "git_log",
  "git_status",
  "grep_files",
  "list_dir",
  "project_map",
  "read_file",
  "web_search",
];
const OTHERS = [
  "agent_close",
  "agent_eval",
  "agent_open",
  "apply_patch",
  "checklist_write",
  "exec_shell",
  "exec_shell_wait",
  "write_file",
];

const tools: readonly Tool[] = [
  ...READ_ONLY.map((name) => aTool(name, { risk: "read" })),
  ...OTHERS.map((name) => aTool(name, { risk: "write" })),
  aTool("ask_user", { behavioural: true, execution: { type: "host" } }),
  aTool("tool_agent", { risk: "write" }),
  aTool("speech", { lazy: true }),
];

/** Everything that an operator decides here is data. */
const policy: Policy = {
  gates: [{ tools: ["tool_agent"], models: ["deepseek-v4*"] }],
  heads: [
    { models: ["trinity*"], only: READ_ONLY },
    { modes: ["yolo"], pins: ["github/*"] },
  ],
};

function aRuntime() {
  const runtime = createRuntime({
    tools,
    policy,
    lifecycle: [
      { name: "exec_wait", replacement: "exec_shell_wait", state: "hidden", replay_supported: true },
    ],
  });
  runtime.catalog.replace(
    { id: "github", kind: "mcp" },
    { tools: ["create_issue", "list_issues"].map((name) => aTool(name)) },
  );
  return runtime;
}

/** One line a tool, so that a change reads well in a diff. */
function headOf(model: string, mode: string): string {
  const step = aRuntime().step({ history: [], model, mode });
  return `${toSurfaceBytes(step).tools.replaceAll('},{"desc', '},\n{"desc')}]\n${step.prompt}\n`;
}

describe("the head, to the byte", () => {
  test("is the same in Plan and Agent, and changes only on purpose", async () => {
    expect(headOf("deepseek-v4-flash", "plan")).toBe(headOf("deepseek-v4-flash", "agent"));
    await expect(headOf("deepseek-v4-flash", "agent")).toMatchFileSnapshot("golden/head-agent.txt");
  });

  test("carries the tools of servers in one mode, behind the very bytes of the others", async () => {
    const bytes = (mode: string) =>
      toSurfaceBytes(aRuntime().step({ history: [], model: "deepseek-v4-flash", mode })).tools;
    expect(bytes("yolo").startsWith(bytes("agent"))).toBe(true);
    await expect(headOf("deepseek-v4-flash", "yolo")).toMatchFileSnapshot("golden/head-yolo.txt");
  });

  test("is narrowed to eight tools that only read for one provider", async () => {
    await expect(headOf("trinity-large", "agent")).toMatchFileSnapshot("golden/head-narrowed.txt");
  });

  test("shows a gated tool to its models alone, and dispatches it everywhere", async () => {
    const names = (model: string) =>
      aRuntime()
        .step({ history: [], model })
        .tools.map(({ name }) => name);
    expect(names("deepseek-v4-flash")).toContain("tool_agent");
    expect(names("gpt-5")).not.toContain("tool_agent");
    expect(
      (await aRuntime().find("tool_agent", { model: "gpt-5" })).matches.map(({ name }) => name),
    ).not.toContain("tool_agent");
    const { outcome } = await aRuntime().call({ name: "tool_agent", arguments: {} }, { model: "gpt-5" });
    expect(outcome.type).toBe("ok");
  });

  test("shows and finds no retired name, which dispatches all the same", async () => {
    expect(headOf("deepseek-v4-flash", "agent")).not.toContain("exec_wait");
    const { outcome } = await aRuntime().call({ name: "exec_wait", arguments: {} });
    expect(outcome).toMatchObject({ type: "ok", entry: { name: "exec_shell_wait" } });
  });
});
