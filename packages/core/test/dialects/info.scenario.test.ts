import {
  carriesRecord,
  type DefinitionTransform,
  derive,
  type Message,
  type ResultMessage,
  type TelemetryEvent,
  toSummary,
  toSurfaceBytes,
  type UserMessage,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { info } from "../../src/dialects/info/info.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";
import { aHost, enterWorktree, exitWorktree, headTools } from "./worktree.ts";

const ask = (name: string) => calling("tool_info", { name });
const namesOf = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
const isReminder = (message: Message): message is UserMessage =>
  message.role === "user" && message.from === "reminder";
const resultsOf = (history: readonly Message[], name: string): ResultMessage[] =>
  history.filter((entry): entry is ResultMessage => entry.role === "tool" && entry.name === name);
const CARDS = [
  "Deferred tools when this conversation began (later messages say what changed):",
  "- enter-worktree: Work in a git worktree of its own",
  "- exit-worktree: Leave the worktree.",
].join("\n");
const SCHEMA =
  '{"properties":{"branch":{"description":"The branch to check out","type":"string"}},"required":["branch"],"type":"object"}';

// "defer worktree tools behind tool_info activation"
describe("the story of the worktree tools", () => {
  test("“advertises them as one-line cards, and lets the model load and activate one on demand”", async () => {
    const talk = talkWith(aHost());
    const first = talk.step();
    expect(first.strategy).toBe("append");
    expect(namesOf(first.tools)).toEqual(["ask_user", "bash", "tool_info", "write"]);
    expect(first.tools[2]?.description.endsWith(CARDS)).toBe(true);
    expect(first.prompt).toBe(
      "The tools that tool_info names are deferred. When one of them fits, do not work around it:\nload it with tool_info, and from the next step on call it by its own name.",
    );

    const entries = await talk.call(ask("enter-worktree"));
    expect(talk.textOf("tool_info")).toBe(
      [
        "enter-worktree is loaded. Call it from the next step on: enter-worktree({…})",
        "",
        `enter-worktree: ${enterWorktree.description}`,
        `Schema: ${SCHEMA}`,
      ].join("\n"),
    );
    // "a synthetic <system-reminder> in the user message of the step that follows activation"
    expect(entries.at(-1)).toMatchObject({
      from: "reminder",
      text: "enter-worktree is callable now; do not fall back to bash git worktree add.",
    });

    // "an activated tool becomes callable on the next step"
    const second = talk.step();
    expect(namesOf(second.tools)).toEqual([...namesOf(first.tools), "enter-worktree"]);
    expect(second.tools.slice(0, 4)).toEqual(first.tools);
    expect(second.messages.at(-1)).toEqual({ role: "user", text: expect.stringContaining("callable now") });
    await talk.call(calling("enter-worktree", { branch: "main" }));
    expect(talk.textOf("enter-worktree")).toBe("ran enter-worktree");

    talk.say("Leave it again");
    await talk.call(ask("exit-worktree"));
    await talk.call(calling("exit-worktree"));
    expect(talk.textOf("exit-worktree")).toBe("ran exit-worktree");
    expect(talk.step().repinned).toBeUndefined();
    expect(talk.history.filter(isReminder)).toHaveLength(1);
  });

  test("“a completed tool_info(name=X) part means X is callable for the rest of that history”: retry and fork", async () => {
    const talk = talkWith(aHost());
    await talk.call(calling("bash"));
    const fork = talkWith(aHost());
    fork.history = [...talk.history];
    await talk.call(ask("enter-worktree"));
    expect(talk.step().tools).toEqual(talk.step().tools);
    const retried = talkWith(aHost());
    retried.history = JSON.parse(JSON.stringify(talk.history));
    await retried.call(calling("enter-worktree", { branch: "main" }));
    expect(retried.textOf("enter-worktree")).toBe("ran enter-worktree");
    await fork.call(calling("enter-worktree", { branch: "main" }));
    expect(fork.textOf("enter-worktree")).toContain("enter-worktree is not loaded.");
  });

  test("a second question is answered again, whole, and leaves no second record", async () => {
    const talk = talkWith(aHost());
    await talk.call(ask("enter-worktree"));
    await talk.call(ask("Enter_Worktree"));
    expect(talk.textOf("tool_info")).toBe(
      [
        "enter-worktree is loaded already. Call it: enter-worktree({…})",
        "",
        `enter-worktree: ${enterWorktree.description}`,
        `Schema: ${SCHEMA}`,
      ].join("\n"),
    );
    const [one, two] = resultsOf(talk.history, "tool_info");
    expect([one?.meta?.record?.type, two?.meta?.record]).toEqual(["load", undefined]);
    expect(talk.history.filter(isReminder)).toHaveLength(1);
  });

  test.each(["bash", "ask_user", "Ask-User"])("%s is in the head, and is callable already", async (name) => {
    const talk = talkWith(aHost());
    await talk.call(ask(name));
    const wireName = name === "bash" ? "bash" : "ask_user";
    expect(talk.textOf("tool_info")).toBe(
      `${wireName} is in your list of tools already, and needs no loading. Call it: ${wireName}({…})`,
    );
    expect(resultsOf(talk.history, "tool_info")[0]).not.toHaveProperty("meta.record");
  });

  test("a lazy tool's guidance is told when it is loaded, and not before", async () => {
    const guided = {
      ...exitWorktree,
      promptSnippet: "Commit first",
      guidelines: ["Never delete the branch"],
    };
    const talk = talkWith(aHost({ tools: [guided] }));
    expect(JSON.stringify([talk.step().tools, talk.step().prompt])).not.toMatch(/Commit first|Never delete/);
    await talk.call(ask("exit-worktree"));
    expect(talk.textOf("tool_info")).toMatch(/\nCommit first\nNever delete the branch$/);
  });

  test("the gate is strict: a call before the load, and one in the very batch of the load, come too early", async () => {
    const talk = talkWith(aHost());
    await talk.call(calling("exit-worktree"), ask("exit-worktree"));
    expect(talk.textOf("exit-worktree")).toContain("exit-worktree was loaded in this very step");
    await talk.call(calling("exit-worktree"));
    expect(talk.textOf("exit-worktree")).toBe("ran exit-worktree");
  });

  test("a tool that changed after it was loaded is told anew, and that the list shows the older one", async () => {
    const runtime = aHost();
    const talk = talkWith(runtime);
    await talk.call(ask("exit-worktree"));
    const changed = { ...exitWorktree, description: "Leave the worktree and prune it." };
    runtime.catalog.replace({ id: "code", kind: "code" }, { tools: [...headTools, enterWorktree, changed] });
    await talk.call(ask("exit-worktree"));
    expect(talk.textOf("tool_info")).toContain(
      "Your list of tools shows an older definition of it. This one holds:\n\nexit-worktree: Leave the worktree and prune it.",
    );
  });
});

describe("where the model cannot follow a growing array", () => {
  const bound = { model: "claude-opus-5-5" };

  test("tool_call is added, and said", async () => {
    const talk = talkWith(aHost(), bound);
    const { strategy, tools, prompt } = talk.step();
    expect(strategy).toBe("bridge");
    expect(namesOf(tools)).toEqual(["ask_user", "bash", "tool_call", "tool_info", "write"]);
    expect(prompt).toContain("from the next step on call it with tool_call.");
    await talk.call(ask("enter-worktree"));
    expect(talk.textOf("tool_info")).toContain(
      'Call it from the next step on: tool_call({"name":"enter-worktree","arguments":{…}})',
    );
    await talk.call(calling("tool_call", { name: "enter-worktree", arguments: { branch: "main" } }));
    expect(talk.textOf("tool_call")).toBe("ran enter-worktree");
    expect(talk.step().tools).toEqual(tools);
  });

  test("the gate is as strict", async () => {
    const talk = talkWith(aHost(), bound);
    await talk.call(calling("tool_call", { name: "exit-worktree", arguments: {} }));
    expect(talk.textOf("tool_call")).toContain(
      'Load it with tool_info({"name":"exit-worktree"}) and call it in the next step.',
    );
  });
});

describe("what the reviews found", () => {
  test("casing in derivation: “a CamelCase echo like Enter-Worktree activates the tool on the next step”", async () => {
    for (const spelling of ["Enter-Worktree", "EnterWorktree", "enter_worktree"]) {
      const talk = talkWith(aHost());
      await talk.call(ask(spelling));
      expect(talk.step().tools.at(-1)?.name).toBe("enter-worktree");
    }
  });

  test("casing in derivation, from the raw input: a result whose metadata was lost counts by the name that was asked", () => {
    const runtime = aHost();
    const history: Message[] = [
      { role: "assistant", calls: [{ id: "1", name: "tool_info", arguments: { name: "Enter-Worktree" } }] },
      { role: "tool", callId: "1", name: "tool_info", content: [] },
      { role: "assistant", calls: [{ id: "2", name: "tool_info", arguments: { name: "Exit-Worktree" } }] },
      { role: "tool", callId: "2", name: "tool_info", content: [], isError: true },
      { role: "assistant", calls: [{ id: "3", name: "tool_info", arguments: { name: 7 } }] },
      { role: "tool", callId: "3", name: "tool_info", content: [] },
    ];
    expect(namesOf(derive(history, runtime.catalog.snapshot()).loaded)).toEqual(["enter-worktree"]);
  });

  test("casing in hints: “the repair-time message always names the kebab-case canonical id”", async () => {
    const talk = talkWith(aHost());
    await talk.call(calling("Enter-Worktree", { branch: "main" }));
    expect(talk.textOf("Enter-Worktree")).toBe(
      `enter-worktree is not loaded. Load it with tool_info({"name":"enter-worktree"}) and call it in the next step.\nSchema: ${SCHEMA}`,
    );
  });

  test("“a non-deferred no-op”: a wrong call of a head tool is not sent to tool_info", async () => {
    const strictBash = aTool("bash", { inputSchema: { type: "object", required: ["command"] } });
    const talk = talkWith(aHost({ tools: [strictBash, enterWorktree] }));
    await talk.call(calling("bash"));
    expect(talk.textOf("bash")).not.toContain("tool_info");
  });

  test("“a disabled or permission-denied tool no longer routes the model to a tool_info call that would just fail again”", async () => {
    const talk = talkWith(aHost(), { policy: { deny: ["enter-worktree"] } });
    await talk.call(calling("enter-worktree", { branch: "main" }));
    const said = talk.textOf("enter-worktree");
    expect(said).toContain('No tool named "enter-worktree" is available here.');
    expect(said).not.toContain('tool_info({"name":"enter-worktree"})');
  });

  test("“tool_info refuses a tool hidden this turn”, in the very words for a tool that never was", async () => {
    const denied = talkWith(aHost({ policy: { deny: ["enter-worktree"] } }));
    const without = talkWith(aHost({ tools: [...headTools, exitWorktree] }));
    for (const talk of [denied, without]) await talk.call(ask("enter-worktree"));
    expect(denied.textOf("tool_info")).toContain('No tool named "enter-worktree" is available here.');
    expect(toSurfaceBytes(denied.step())).toEqual(toSurfaceBytes(without.step()));
  });

  test("a tool that was loaded and is denied this turn is refused, and hinted nowhere", async () => {
    const talk = talkWith(aHost());
    await talk.call(ask("enter-worktree"));
    const before = talk.history.length;
    const step = talk.step({ policy: { deny: ["enter-worktree"] } });
    talk.history.push(
      ...(await step.accept({
        calls: [
          { id: "x", ...ask("enter-worktree") },
          { id: "y", ...calling("enter-worktree", { branch: "main" }) },
        ],
      })),
    );
    const results = talk.history.slice(before).filter(({ role }) => role === "tool");
    expect(JSON.stringify(results)).not.toMatch(/is loaded|Schema: \{[^}]*branch/);
    expect(results).toMatchObject([{ isError: true }, { isError: true }]);
  });

  test("a misspelt name is answered with the nearest that is available, and the next call", async () => {
    const talk = talkWith(aHost());
    await talk.call(ask("entr-worktre"));
    expect(talk.textOf("tool_info")).toBe(
      'No tool named "entr-worktre" is available here. Nearest: enter-worktree, exit-worktree.\nNext: tool_info({"name":"enter-worktree"})',
    );
  });

  test.each<[string, unknown]>([
    ["no name", {}],
    ["a name that is no text", { name: 7 }],
    ["no object", "enter-worktree"],
    ["nothing", null],
  ])("“clean operational errors”: %s is a value with clear words", async (_what, input) => {
    const talk = talkWith(aHost());
    await talk.call(calling("tool_info", input));
    expect(talk.textOf("tool_info")).toMatch(/^The call was not made\.\n- /);
  });

  test("“opt tool_info output out of truncation so a large deferred tool's schema is never clipped mid-load”", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`field_${at}`, { type: "string", description: "A field" }]),
    );
    const large = aTool("large", { lazy: true, inputSchema: { type: "object", properties } });
    const talk = talkWith(aHost({ tools: [large], resultTokens: 100 }));
    await talk.call(ask("large"));
    const [result] = resultsOf(talk.history, "tool_info");
    expect(talk.textOf("tool_info")).toContain('"field_1999":');
    expect(result?.meta).toMatchObject({ keepWhole: true });
    expect(result?.meta).not.toHaveProperty("whole");
  });

  test("“the description and parameters the model reads match what the next-step tool list hands it”, under a transform", async () => {
    const transform: DefinitionTransform = (definition, { model }) => ({
      ...definition,
      description: `${definition.description} [${model}]`,
      inputSchema: { ...definition.inputSchema, additionalProperties: false },
    });
    const talk = talkWith(aHost({ transform }), { model: "gpt-5" });
    await talk.call(ask("enter-worktree"));
    const carried = talk.step().tools.at(-1);
    expect(carried?.description).toContain("[gpt-5]");
    const [result] = resultsOf(talk.history, "tool_info");
    expect(result?.structuredContent).toMatchObject({
      name: "enter-worktree",
      description: carried?.description,
      inputSchema: carried?.inputSchema,
    });
    const shown = /Schema: (.*)$/.exec(talk.textOf("tool_info"))?.[1] ?? "";
    expect(JSON.parse(shown)).toEqual(carried?.inputSchema);
    await talk.call(calling("enter-worktree", { branch: "main", force: true }));
    expect(talk.textOf("enter-worktree")).toContain(`Schema: ${shown}`);
  });

  test("“compaction survival”: a load older than what is kept is still a load, and its bytes stand", async () => {
    const talk = talkWith(aHost());
    await talk.call(ask("enter-worktree"));
    talk.say("Go on");
    await talk.call(calling("bash"));
    const before = talk.step().tools;
    talk.history = [toSummary(talk.history, "A worktree was asked for."), { role: "user", text: "Go on" }];
    expect(talk.step().tools).toEqual(before);
    await talk.call(calling("enter-worktree", { branch: "main" }));
    expect(talk.textOf("enter-worktree")).toBe("ran enter-worktree");
  });

  test("“activation from one indexed query, not full hydration”: the entries that carry records are enough", async () => {
    const talk = talkWith(aHost());
    await talk.call(ask("enter-worktree"));
    await talk.call(calling("bash"));
    const records = talk.history.filter(carriesRecord);
    const { tools } = aHost().step({ history: [{ role: "user", text: "Go on" }], records, model: "m" });
    expect(tools).toEqual(talk.step().tools);
    expect(info().protectedTools).toContain("tool_info");
  });

  test("“the reminder was silently lost” across a compaction's summary: it is given in the next request, once", async () => {
    const talk = talkWith(aHost());
    await talk.call(ask("enter-worktree"));
    talk.history = [
      toSummary(
        talk.history.filter((entry) => !isReminder(entry)),
        "…",
      ),
    ];
    expect(talk.step().messages.at(-1)).toMatchObject({ text: expect.stringContaining("do not fall back") });
    await talk.call(calling("bash"));
    talk.history = [toSummary(talk.history, "…")];
    await talk.call(calling("bash"));
    expect(talk.history.filter(isReminder)).toEqual([]);
  });

  test("“tool_info is classified read-only”: nobody's retry counts it as a side effect", async () => {
    const events: TelemetryEvent[] = [];
    const talk = talkWith(aHost({ telemetry: (event) => void events.push(event) }));
    await talk.call(ask("enter-worktree"));
    await talk.call(calling("enter-worktree", { branch: "main" }));
    const ended = events.filter((event) => event.type === "call-end");
    expect(ended.map(({ canonicalName, risk }) => [canonicalName, risk])).toEqual([
      ["tool_info", "read"],
      ["enter-worktree", "write"],
    ]);
    expect(events.filter(({ type }) => type === "tool-loaded")).toMatchObject([
      { names: ["enter-worktree"] },
    ]);
    expect(resultsOf(talk.history, "tool_info")[0]?.meta?.risk).toBe("read");
  });

  test("“adding a new deferred tool is a one-entry change”: card, answer and array are the tool's own fields", async () => {
    const third = aTool("prune-worktrees", { lazy: true, card: "Tidy up\n old worktrees" });
    const talk = talkWith(aHost({ tools: [...headTools, enterWorktree, exitWorktree, third] }));
    expect(talk.step().tools.find(({ name }) => name === "tool_info")?.description).toContain(
      "\n- prune-worktrees: Tidy up old worktrees",
    );
    await talk.call(ask("prune-worktrees"));
    expect(talk.textOf("tool_info")).toContain(`prune-worktrees: ${third.description}`);
    expect(talk.step().tools.at(-1)).toMatchObject({ description: third.description });
  });

  test("a tool of the host's own of that name keeps a name of its own", () => {
    const { tools } = talkWith(aHost({ tools: [aTool("tool_info"), enterWorktree] })).step();
    expect(new Set(namesOf(tools)).size).toBe(tools.length);
  });
});
