import { createRuntime, type Message, type Policy, type RuntimeOptions, toSummary } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith, textOf } from "./talk.ts";

const ask = aTool("ask_user", { behavioural: true, execution: { type: "host" } });
const worktree = aTool("worktree", { lazy: true, antiFallback: "do not use git worktree" });
const drop = aTool("drop_table", {
  risk: "destructive",
  inputSchema: { type: "object", properties: { table: { type: "string" } }, required: ["table"] },
  execution: { type: "run", run: (input) => `dropped ${JSON.stringify(input)}` },
});
const book = aTool("book", {
  execution: {
    type: "run",
    run: (_input, { answers }) =>
      answers === undefined || answers.answers["seat"] === undefined
        ? { type: "input-required", requests: { seat: { method: "elicitation/create" } }, state: "draft-7" }
        : `booked ${JSON.stringify(answers.answers["seat"])} of ${answers.state}`,
  },
});
const approve: Policy = { approveRisk: ["destructive"] };
const tools = [ask, worktree, drop, book].map((tool) => ({ risk: "write" as const, ...tool }));
const aRuntime = (options: Partial<RuntimeOptions> = {}) =>
  createRuntime({ tools, policy: approve, ...options });

/** Another process: nothing is left but the history as JSON. */
const restarted = (history: readonly Message[]): Message[] => JSON.parse(JSON.stringify(history));
const rolesOf = (entries: readonly Message[]) => entries.map(({ role }) => role);

describe("calls that wait", () => {
  test("a tool of the host's waits with its input, and goes on with what the host returns", async () => {
    const talk = talkWith(aRuntime());
    const entries = await talk.call(calling("ask_user", { q: "why?" }), calling("book"));
    expect(rolesOf(entries)).toEqual(["opening", "assistant", "pending", "pending"]);
    expect(entries[2]).toEqual({
      role: "pending",
      callId: "call-1",
      name: "ask_user",
      tool: "ask_user",
      waitsFor: { type: "host", input: { q: "why?" } },
    });
    const runtime = aRuntime();
    const history = restarted(talk.history);
    const answers = { "call-1": { type: "result", value: { said: "because" } } } as const;
    const [result, ...more] = await runtime.resume({ history, model: "m", answers });
    expect(more).toEqual([]);
    expect(result).toMatchObject({
      role: "tool",
      callId: "call-1",
      name: "ask_user",
      content: [{ type: "text", text: '{"said":"because"}' }],
      structuredContent: { said: "because" },
      meta: { outcome: "ok", tool: "ask_user" },
    });
  });

  test("the next step cannot be taken before every call has its answer, and says what to do", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("ask_user"), calling("drop_table", { table: "users" }));
    expect(() => talk.step()).toThrow(
      "ask_user, drop_table waits for an answer (call-1, call-2). Pass it to runtime.resume, or decline it there, before the next step.",
    );
    const declined = { type: "declined" } as const;
    const answers = { "call-1": declined, "call-2": declined };
    talk.history.push(...(await aRuntime().resume({ history: talk.history, model: "m", answers })));
    const sent = talk.step().messages;
    expect(sent.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
    expect(talk.textOf("drop_table")).toBe(
      "The user did not allow drop_table to run. Do not call it again unless the user asks for it.",
    );
  });

  test("a summary takes no call away that waits, and says which", async () => {
    const talk = talkWith(aRuntime());
    talk.history.push(...(await talk.step().accept({ calls: [] })));
    const settled = talk.history.length;
    await talk.call(calling("ask_user"));
    expect(() => toSummary(talk.history, "…")).toThrow(
      'A summary cannot take calls away that wait: "call-1" of ask_user. Resume or decline them first',
    );
    const history = [toSummary(talk.history.slice(0, settled), "…"), ...talk.history.slice(settled)];
    const answers = { "call-1": { type: "declined" } } as const;
    history.push(...(await aRuntime().resume({ history, model: "m", answers })));
    expect(toSummary(history, "…")).toMatchObject({ role: "summary", turns: 1 });
  });

  test("a result that the host appends itself ends the waiting", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("ask_user"));
    talk.history.push({
      role: "tool",
      callId: "call-1",
      name: "ask_user",
      content: [{ type: "text", text: "because" }],
    });
    expect(talk.step().messages).toHaveLength(3);
  });

  test("a tool that needs leave does not run before the user gave it, in whatever process", async () => {
    const talk = talkWith(aRuntime());
    const [, , pending] = await talk.call(
      calling("tool_call", { name: "drop_table", arguments: { table: "t" } }),
    );
    expect(pending).toMatchObject({
      role: "pending",
      name: "tool_call",
      tool: "drop_table",
      waitsFor: {
        type: "user",
        request: {
          requests: {
            "plimsoll/approval": { params: { message: "Allow drop_table (destructive) to run?" } },
          },
        },
      },
    });
    const history = restarted(talk.history);
    const answers = {
      "call-1": { type: "answers", answers: { "plimsoll/approval": { action: "accept" } } },
    } as const;
    const [result] = await aRuntime().resume({ history, model: "m", answers });
    expect(result).toMatchObject({ role: "tool", callId: "call-1", name: "tool_call" });
    expect(result?.role === "tool" && textOf(result)).toBe('dropped {"table":"t"}');
  });

  test.each([{}, "yes", true])("an answer of %j is none, and nothing is run", async (answer) => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("drop_table", { table: "t" }));
    const answers = { "call-1": { type: "answers" as const, answers: { "plimsoll/approval": answer } } };
    const resumed = aRuntime().resume({ history: talk.history, model: "m", answers });
    await expect(resumed).rejects.toThrow(
      '"plimsoll/approval" is answered with { action: "accept" }, or "decline"',
    );
  });

  test.each([{ type: "answer", answers: {} }, null, "yes", { type: "answers" }])(
    "%j instead of an answer is refused, and nobody is told that the user declined",
    async (answer) => {
      const talk = talkWith(aRuntime());
      await talk.call(calling("drop_table", { table: "t" }));
      const answers = { "call-1": answer as never };
      await expect(aRuntime().resume({ history: talk.history, model: "m", answers })).rejects.toThrow(
        'Call "call-1" cannot be resumed: it waits for the user',
      );
    },
  );

  test.each([{ action: "decline" }, { action: "cancel" }])("an answer of %j is no leave", async (answer) => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("drop_table", { table: "t" }));
    const answers = { "call-1": { type: "answers" as const, answers: { "plimsoll/approval": answer } } };
    const [result] = await aRuntime().resume({ history: talk.history, model: "m", answers });
    expect(result?.role === "tool" && result.meta).toMatchObject({
      outcome: "cancelled",
      tool: "drop_table",
    });
  });

  test("leave that was given does not outlast the policy", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("drop_table", { table: "t" }));
    const answers = {
      "call-1": { type: "answers" as const, answers: { "plimsoll/approval": { action: "accept" } } },
    };
    const policy = { deny: ["drop_table"] };
    const [result] = await aRuntime().resume({ history: talk.history, model: "m", policy, answers });
    expect(result?.role === "tool" && textOf(result)).toBe(
      'No tool named "drop_table" is available here. Search with tool_find.',
    );
  });

  test("a handler's own question comes after the leave, and both are kept", async () => {
    const policy: Policy = { approve: ["book"] };
    const talk = talkWith(aRuntime({ policy }));
    await talk.call(calling("book"));
    const accept = {
      "call-1": { type: "answers" as const, answers: { "plimsoll/approval": { action: "accept" } } },
    };
    const asked = await aRuntime({ policy }).resume({ history: talk.history, model: "m", answers: accept });
    expect(asked).toMatchObject([{ role: "pending", waitsFor: { type: "user", approved: true } }]);
    const history = restarted([...talk.history, ...asked]);
    const seat = { "call-1": { type: "answers" as const, answers: { seat: "12A" } } };
    const [result] = await aRuntime({ policy }).resume({ history, model: "m", answers: seat });
    expect(result?.role === "tool" && textOf(result)).toBe('booked "12A" of draft-7');
  });

  test("a reminder waits until the batch is complete, so that results stay together", async () => {
    const talk = talkWith(aRuntime({ strategy: "append" }));
    const entries = await talk.call(calling("tool_load", { names: ["worktree"] }), calling("ask_user"));
    expect(rolesOf(entries)).toEqual(["opening", "assistant", "tool", "pending"]);
    const answers = { "call-2": { type: "result" as const, value: "because" } };
    const resumed = await aRuntime().resume({ history: talk.history, model: "m", answers });
    expect(rolesOf(resumed)).toEqual(["tool", "user"]);
    talk.history.push(...resumed);
    expect(talk.step().messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "user",
    ]);
  });

  test.each([
    ["nobody", { type: "declined" }, "no call of that id waits in this history"],
    ["call-1", { type: "answers", answers: {} }, "the host runs it"],
    ["call-2", { type: "result", value: 1 }, "it waits for the user"],
  ] as const)("an answer to %s of the wrong kind is refused, and nothing is run", async (id, answer, why) => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("ask_user"), calling("book"));
    const input = { history: talk.history, model: "m", answers: { [id]: answer } };
    await expect(aRuntime().resume(input)).rejects.toThrow(why);
  });

  test("a tool that left the catalog while its call waited", async () => {
    const talk = talkWith(aRuntime());
    await talk.call(calling("ask_user"), calling("book"));
    const answers = {
      "call-1": { type: "result" as const, value: "because" },
      "call-2": { type: "answers" as const, answers: { seat: 1 } },
    };
    const results = await createRuntime({ tools: [] }).resume({ history: talk.history, model: "m", answers });
    expect(results.map((entry) => entry.role === "tool" && textOf(entry))).toEqual([
      "because",
      'No tool named "book" is available here. Search with tool_find.',
    ]);
  });
});
