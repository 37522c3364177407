import {
  createRuntime,
  type DialectTool,
  type LifecycleRow,
  type Message,
  type ReplayedCall,
  replayTranscript,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { plimsoll } from "../../src/dialects/plimsoll/plimsoll.ts";
import { createPermittedView } from "../../src/surface/permitted-view.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";

const lifecycle: readonly LifecycleRow[] = [
  { name: "exec_wait", replacement: "exec_shell_wait", state: "hidden" },
  {
    name: "todo_write",
    replacement: "checklist_write",
    state: "deprecated",
    note: "use checklist_write instead",
  },
  {
    name: "todo_clear",
    replacement: "checklist_write",
    state: "removed",
    planned_removal_version: "0.8.0",
    replay_supported: false,
  },
];
const ISSUE = {
  type: "object",
  properties: { repo: { type: "string" }, title: { type: "string" } },
  required: ["repo", "title"],
};

function aRuntime() {
  const runtime = createRuntime({
    version: "0.8.53",
    lifecycle,
    tools: [
      aTool("exec_shell_wait"),
      aTool("checklist_write", { aliases: ["write_list"] }),
      aTool("read_file", { risk: "read" }),
    ],
  });
  runtime.catalog.replace(
    { id: "github", kind: "mcp" },
    { tools: [aTool("create_issue", { inputSchema: ISSUE })] },
  );
  return runtime;
}

const asked = (...calls: [name: string, input?: unknown][]): Message[] => [
  { role: "user", text: "Go" },
  {
    role: "assistant",
    calls: calls.map(([name, input = {}], at) => ({ id: `c${at}`, name, arguments: input })),
  },
];

function replay(...calls: [name: string, input?: unknown][]): readonly ReplayedCall[] {
  return replayTranscript(asked(...calls), aRuntime().catalog.snapshot()).calls;
}

const issue = { repo: "web", title: "Login" };

describe("a replayed transcript", () => {
  test.each<[string, unknown, string, string]>([
    ["exec_shell_wait", {}, "exec_shell_wait", "canonical"],
    ["github__create_issue", issue, "github/create_issue", "wire"],
    ["mcp__github__create_issue", issue, "github/create_issue", "wire"],
    ["write_list", {}, "checklist_write", "alias"],
    ["ExecShellWait", {}, "exec_shell_wait", "folded"],
    ["create_issue", issue, "github/create_issue", "suffix"],
  ])("%s dispatches, and says by which form of the name", (name, input, tool, by) => {
    expect(replay([name, input])).toEqual([
      { index: 1, callId: "c0", name, level: "ok", verdict: { type: "dispatches", tool, by, issues: [] } },
    ]);
  });

  test("says what became of retired names: silent, with a notice, gone", () => {
    expect(replay(["exec_wait"], ["todo_write"], ["todo_clear"])).toMatchObject([
      {
        level: "ok",
        verdict: { type: "dispatches", tool: "exec_shell_wait", by: "retired", retired: "hidden" },
      },
      {
        level: "ok",
        verdict: { tool: "checklist_write", retired: "deprecated", notice: "use checklist_write instead" },
      },
      { level: "error", verdict: { type: "removed", replacement: "checklist_write" } },
    ]);
    expect(replay(["exec_wait"])[0]?.verdict).not.toHaveProperty("notice");
  });

  test("says what is nearest to a name that nobody knows", () => {
    expect(replay(["checklist_writer"], ["zzz"])).toMatchObject([
      { level: "error", verdict: { type: "unknown", nearest: ["checklist_write"] } },
      { level: "error", verdict: { type: "unknown", nearest: [] } },
    ]);
  });

  test("warns where the recorded arguments do not fit today's schema, and breaks nothing over it", () => {
    const report = replayTranscript(
      asked(["create_issue", { repo: "web" }], ["create_issue", JSON.stringify(issue)], ["exec_wait", "{"]),
      aRuntime().catalog.snapshot(),
    );
    expect(report.counts).toEqual({ ok: 1, warning: 2, error: 0 });
    expect(report.calls[0]).toMatchObject({
      level: "warning",
      verdict: { type: "dispatches", issues: [{ message: expect.stringContaining("title") }] },
    });
  });

  test("looks through meta-tools: the inner name counts", () => {
    const calls = replay(
      ["tool_find", { query: "wait" }],
      ["tool_call", { name: "exec_wait", arguments: {} }],
      ["tool_call", { name: "todo_clear" }],
      ["tool_load", { names: ["todo_write", "gone_forever"] }],
      ["tool_describe", { names: ["gone_forever"] }],
      ["tool_read", { name: "read_file" }],
      ["tool_read", { name: "checklist_write" }],
      ["tool_call", { arguments: {} }],
      ["tool_call", { name: "tool_call", arguments: { name: "exec_wait" } }],
      ["tool_call", { name: "tool_load", arguments: { names: ["exec_wait"] } }],
      ["tool_call", { name: "plimsoll/result", arguments: { handle: "c1" } }],
    );
    expect(calls.map(({ name, through, level, verdict }) => [name, through, level, verdict.type])).toEqual([
      ["tool_find", undefined, "ok", "meta"],
      ["exec_wait", "tool_call", "ok", "dispatches"],
      ["todo_clear", "tool_call", "error", "removed"],
      ["todo_write", "tool_load", "ok", "dispatches"],
      ["gone_forever", "tool_load", "error", "unknown"],
      ["gone_forever", "tool_describe", "warning", "unknown"],
      ["read_file", "tool_read", "ok", "dispatches"],
      ["checklist_write", "tool_read", "warning", "invalid"],
      ["tool_call", undefined, "warning", "invalid"],
      ["tool_call", "tool_call", "warning", "invalid"],
      ["exec_wait", "tool_load", "ok", "dispatches"],
      ["plimsoll/result", "tool_call", "ok", "meta"],
    ]);
    // A load carries no notice: only a successful call does.
    expect(calls[3]?.verdict).not.toHaveProperty("notice");
  });

  test("takes a name for a meta-tool's where the conversation had it, or the catalog has no such tool", async () => {
    const { catalog } = createRuntime({ tools: [aTool("tool_find")] });
    const calls = asked(["tool_find", { query: "a" }]);
    expect(replayTranscript(calls, catalog.snapshot()).calls).toMatchObject([
      { verdict: { type: "dispatches" } },
    ]);
    const talk = talkWith(aRuntime());
    await talk.call(calling("tool_find", { query: "a" }));
    expect(talk.history[1]).toMatchObject({ role: "opening" });
    expect(replayTranscript(talk.history, catalog.snapshot()).calls).toMatchObject([
      { verdict: { type: "meta" } },
    ]);
  });

  test("knows the meta-tools of the dialects it is given, and prefers the one whose schema fits", () => {
    const inspect: DialectTool = {
      definition: {
        name: "tool_load",
        description: "Loads one tool",
        inputSchema: { type: "object", properties: { tool: { type: "string" } }, required: ["tool"] },
      },
      annotations: {},
      isForGateways: false,
      isOffered: () => true,
      toRequest: ({ tool }) => ({ operation: "load", names: [String(tool)] }),
    };
    const dialects = [plimsoll, { ...plimsoll, name: "other", tools: [inspect] }];
    const calls = asked(["tool_load", { tool: "exec_wait" }], ["tool_load", { names: ["todo_clear"] }]);
    const report = replayTranscript(calls, aRuntime().catalog.snapshot(), { dialects });
    expect(report.calls).toMatchObject([
      { name: "exec_wait", through: "tool_load", level: "ok" },
      { name: "todo_clear", through: "tool_load", level: "error" },
    ]);
  });

  test("holds nothing against a call that was refused when it was recorded", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("no_such_tool"), calling("exec_wait"));
    const { calls, counts } = replayTranscript(talk.history, aRuntime().catalog.snapshot());
    expect(calls).toMatchObject([
      { name: "no_such_tool", level: "ok", wasRefused: true, verdict: { type: "unknown" } },
      { name: "exec_wait", level: "ok", verdict: { type: "dispatches" } },
    ]);
    expect(counts.error).toBe(0);
  });

  test("asks the policy of a view: denied breaks, gated does not", () => {
    const snapshot = aRuntime().catalog.snapshot();
    const policy = { deny: ["github/*"], gates: [{ tools: ["read_file"], models: ["deepseek-v4*"] }] };
    const view = createPermittedView(snapshot, [policy], { model: "gpt-5" });
    const { calls } = replayTranscript(asked(["create_issue", issue], ["read_file"]), view);
    expect(calls).toMatchObject([
      { level: "error", verdict: { type: "denied" } },
      { level: "ok", verdict: { type: "dispatches" } },
    ]);
  });
});
