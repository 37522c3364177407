import { createRuntime, defineTool, type Tool } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aTool } from "../fixtures.ts";

const createIssue = defineTool({
  name: "create_issue",
  description: "Open an issue",
  input: z.object({
    repo: z.string(),
    labels: z.array(z.string()).default(["bug"]),
    at: z.iso
      .date()
      .transform((day) => new Date(day))
      .optional(),
  }),
  risk: "write",
  run: ({ repo, labels, at }) => `${repo} ${labels.join("+")} ${at instanceof Date}`,
});

/** One call, and the text the model is told. */
async function callOf(tools: readonly Tool[], name: string, input: unknown, options = {}) {
  const runtime = createRuntime({ tools, ...options });
  const { outcome, result } = await runtime.call({ name, arguments: input });
  const [block] = result?.content ?? [];
  return { outcome, text: block?.type === "text" ? block.text : undefined, isError: result?.isError };
}

describe("a call", () => {
  test("hands the handler what the schema library parsed: defaults, transformations", async () => {
    expect(await callOf([createIssue], "create_issue", { repo: "core", at: "2026-11-15" })).toMatchObject({
      outcome: { type: "ok" },
      text: "core bug true",
    });
  });

  test("takes arguments that came as a JSON text", async () => {
    expect((await callOf([createIssue], "create_issue", '{"repo":"core"}')).text).toBe("core bug false");
  });

  test.each([
    ["a number", 7],
    ["null", null],
    ["a list", ["core"]],
    ["a text that is not JSON", "core"],
    ["JSON that is no object", "[1]"],
  ])("does not coerce %s", async (_what, input) => {
    const { outcome, text } = await callOf([createIssue], "create_issue", input);
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid" });
    expect(text).toContain("The arguments must be an object");
  });

  test("law 6: ill arguments are answered with what is wrong, the schema and the next call", async () => {
    const { outcome, text, isError } = await callOf([createIssue], "create_issue", { labels: "bug" });
    expect(outcome).toMatchObject({ type: "rejected", reason: "invalid", entry: { name: "create_issue" } });
    expect(isError).toBe(true);
    expect(text).toContain("create_issue was not called");
    expect(text).toContain('required property "repo"');
    expect(text).toContain("/labels:");
    expect(text).toContain('"required":["repo"]');
    expect(text).toContain('tool_call({"name":"create_issue"');
  });

  test("what only the schema library can see is answered too", async () => {
    const even = defineTool({
      name: "even",
      description: "Wants an even number",
      input: z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") }),
      run: ({ n }) => String(n),
    });
    expect((await callOf([even], "even", { n: 3 })).text).toContain("- /n: must be even");
  });

  test("a misspelt name is answered with the nearest, its schema and the next call", async () => {
    const { outcome, text } = await callOf([createIssue], "create_isue", {});
    expect(outcome).toMatchObject({ type: "rejected", reason: "unknown" });
    expect(text).toContain(
      'No tool named "create_isue" is available here. Nearest: create_issue.\nSchema: {',
    );
    expect(text).toContain(
      '\nNext, if you meant this: tool_call({"name":"create_issue","arguments":{"repo":"<repo>"}})',
    );
  });

  test("two letters the wrong way round are one slip, also in a short name", async () => {
    const { text } = await callOf([aTool("merge"), aTool("measure")], "mrege", {});
    expect(text).toContain('No tool named "mrege" is available here. Nearest: merge.');
  });

  test("what is only a little alike is named, and not put into the model's mouth", async () => {
    const { text } = await callOf([aTool("gzip_file")], "read_file", {});
    expect(text).toBe(
      'No tool named "read_file" is available here. Search with tool_find.\nNearest by name: gzip_file().',
    );
  });

  test("law 6: denied and unknown are one answer to the model", async () => {
    const policy = { deny: ["secret_tool"] };
    const denied = await callOf([aTool("secret_tool"), createIssue], "secret_tool", {}, { policy });
    const unknown = await callOf([createIssue], "secret_tool", {}, { policy });
    expect(denied.text).toBe(unknown.text);
    expect(denied.outcome).toMatchObject({ type: "rejected", reason: "denied" });
    expect(unknown.outcome).toMatchObject({ type: "rejected", reason: "unknown" });
  });

  test("a schema library that throws fails the call, not the turn", async () => {
    const input = z.object({
      n: z.number().refine(() => {
        throw new Error("bad refinement");
      }),
    });
    const tool = defineTool({ name: "odd", description: "x", input, run: () => "ran" });
    expect((await callOf([tool], "odd", { n: 1 })).outcome).toMatchObject({
      type: "failed",
      message: "bad refinement",
    });
  });

  test("a handler's own message is shown up to a cap", async () => {
    const loud = aTool("loud", {
      execution: { type: "run", run: () => Promise.reject(new Error("x".repeat(1e6))) },
    });
    const { text = "" } = await callOf([loud], "loud", {});
    expect(text.length).toBeLessThan(16_100);
    expect(text.endsWith("…")).toBe(true);
  });

  test("a handler that throws fails with its own message and cause", async () => {
    const cause = new Error("the disk is full");
    const broken = aTool("save", { execution: { type: "run", run: () => Promise.reject(cause) } });
    const { outcome, text } = await callOf([broken], "save", {});
    expect(outcome).toMatchObject({ type: "failed", message: "the disk is full", cause });
    expect(text).toBe("save failed: the disk is full");
  });

  test("a handler that never settles is given up on, and its signal aborted", async () => {
    let aborted = false;
    const hanging = aTool("hang", {
      execution: {
        type: "run",
        run: (_input, { signal }) => {
          signal.addEventListener("abort", () => (aborted = true));
          return new Promise(() => {});
        },
      },
    });
    const { outcome } = await callOf([hanging], "hang", {}, { timeoutMs: 20 });
    expect(outcome).toMatchObject({ type: "timed-out", timeoutMs: 20 });
    expect(aborted).toBe(true);
  });

  test("a caller that gives up cancels", async () => {
    const hanging = aTool("hang", { execution: { type: "run", run: () => new Promise(() => {}) } });
    const giveUp = new AbortController();
    const pending = createRuntime({ tools: [hanging] }).call(
      { name: "hang", arguments: {} },
      { signal: giveUp.signal },
    );
    giveUp.abort();
    expect((await pending).outcome.type).toBe("cancelled");
  });

  test("results are checked against the output schema", async () => {
    const outputSchema = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
    const tool = (value: unknown) =>
      aTool("make", { outputSchema, execution: { type: "run", run: () => value } });
    expect((await callOf([tool({ id: 7 })], "make", {})).outcome.type).toBe("ok");
    const wrong = await callOf([tool({ id: "seven" })], "make", {});
    expect(wrong.outcome.type).toBe("failed");
    expect(wrong.text).toContain("Its result does not fit its output schema");
    const none = await callOf([tool("just words")], "make", {});
    expect(none.text).toBe("make failed: Its result does not fit its output schema. /: There is nothing.");
  });

  test("a tool of the host's is handed back with its parsed input", async () => {
    const ask = defineTool({
      name: "ask_user",
      description: "Ask",
      input: z.object({ q: z.string().trim() }),
    });
    const { outcome, text } = await callOf([ask], "ask_user", { q: " why? " });
    expect(outcome).toMatchObject({ type: "host-executes", input: { q: "why?" } });
    expect(text).toBeUndefined();
  });

  test("a handler that needs the user says what it needs", async () => {
    const request = { type: "input-required", requests: { q: { method: "elicitation/create" } } };
    const tool = aTool("pay", { execution: { type: "run", run: () => request } });
    expect((await callOf([tool], "pay", {})).outcome).toMatchObject({ type: "input-required", request });
  });

  test("progress reaches whoever waits", async () => {
    const tool = aTool("work", {
      execution: { type: "run", run: (_input, { progress }) => progress({ progress: 1, total: 2 }) },
    });
    const seen: unknown[] = [];
    await createRuntime({ tools: [tool] }).call(
      { name: "work", arguments: {} },
      { progress: (update) => seen.push(update) },
    );
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
  });
});

describe("law 7: old names replay", () => {
  const lifecycle = [
    { name: "exec_wait", replacement: "exec_shell_wait", state: "hidden" as const, replay_supported: true },
    {
      name: "todo_write",
      replacement: "checklist_write",
      state: "deprecated" as const,
      note: "use checklist_write",
    },
    {
      name: "gone",
      replacement: "checklist_write",
      state: "removed" as const,
      planned_removal_version: "0.9.0",
      replay_supported: false,
    },
  ];
  const tools = [aTool("exec_shell_wait"), aTool("checklist_write")];

  test.each([
    ["exec_wait", "exec_shell_wait", undefined],
    ["todo_write", "checklist_write", "use checklist_write"],
  ])("%s answers as %s does, with the notice %s beside the result", async (old, canonical, notice) => {
    const replayed = await callOf(tools, old, {}, { lifecycle });
    const today = await callOf(tools, canonical, {}, { lifecycle });
    expect(replayed.text).toBe(today.text);
    expect(replayed.outcome.type === "ok" && replayed.outcome.notice).toBe(notice);
  });

  test("an old name that is registered itself is denied with its living twin", async () => {
    const registered = [...tools, aTool("exec_wait")];
    const { outcome } = await callOf(
      registered,
      "exec_wait",
      {},
      { lifecycle, policy: { deny: ["exec_shell_wait"] } },
    );
    expect(outcome).toMatchObject({ type: "rejected", name: "exec_wait" });
  });

  test("a removed name is a hard error that explains itself", async () => {
    const { outcome, text } = await callOf(tools, "gone", {}, { lifecycle });
    expect(outcome).toMatchObject({ type: "rejected", reason: "removed" });
    expect(text).toBe(
      '"gone" was removed. Use checklist_write instead.\nSchema: {"type":"object"}\nNext: tool_call({"name":"checklist_write","arguments":{}})',
    );
  });
});
