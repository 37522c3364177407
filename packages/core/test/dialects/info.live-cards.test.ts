import { createRuntime, estimateTokens, type Message, toSummary, toSurfaceBytes } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { info } from "../../src/dialects/info/info.ts";
import { canonicalJson } from "../../src/internal/canonical-json.ts";
import { calling, talkWith } from "../runtime/talk.ts";
import { aHost, enterWorktree } from "./worktree.ts";

const live = info({ liveCards: true });
const ask = (name: string) => calling("tool_info", { name });
const ENTER = "- enter-worktree: Work in a git worktree of its own";
const EXIT = "- exit-worktree: Leave the worktree.";
const DESCRIPTION =
  "Load a deferred tool by its name. Returns its full description and schema, and makes it callable from the next step on.";
const denyExit = { policy: { deny: ["exit-worktree"] } };
type Definitions = readonly { readonly name: string; readonly description: string }[];
const cardsIn = (tools: Definitions) => tools.find(({ name }) => name === "tool_info")?.description;
const costOf = (tools: readonly unknown[]) =>
  tools.reduce<number>((sum, tool) => sum + estimateTokens(canonicalJson(tool)), 0);

// "injects the live card list into tool_info's description each turn"
describe("live cards", () => {
  test(
    "“hidden by default with both cards shown; surfaced after activation with the card dropped; hidden again with " +
      "no deferred tools when permission-disabled”",
    async () => {
      const talk = talkWith(aHost({ dialect: live }));
      const first = talk.step();
      expect(cardsIn(first.tools)).toBe(`${DESCRIPTION}\nDeferred tools:\n${ENTER}\n${EXIT}`);
      await talk.call(ask("enter-worktree"));
      const second = talk.step();
      expect(cardsIn(second.tools)).toBe(`${DESCRIPTION}\nDeferred tools:\n${EXIT}`);
      expect(second.tools.at(-1)?.name).toBe("enter-worktree");
      const third = talk.step(denyExit);
      expect(cardsIn(third.tools)).toBe(`${DESCRIPTION}\nThere are no deferred tools.`);
      expect(cardsIn(talk.step().tools)).toBe(cardsIn(second.tools));
    },
  );

  test("“no deferred tools” also where everything is denied from the start", () => {
    const step = talkWith(aHost({ dialect: live }), { policy: { deny: ["*-worktree"] } }).step();
    expect(cardsIn(step.tools)).toBe(`${DESCRIPTION}\nThere are no deferred tools.`);
  });

  test("the bytes of one description move, and nothing else", async () => {
    const talk = talkWith(aHost({ dialect: live }));
    const first = toSurfaceBytes(talk.step());
    await talk.call(ask("enter-worktree"));
    const second = toSurfaceBytes(talk.step());
    const third = toSurfaceBytes(talk.step(denyExit));
    const line = (text: string) => JSON.stringify(`\n${text}`).slice(1, -1);
    expect(first.tools).toContain(line(ENTER));
    const appended = `,${canonicalJson({
      name: "enter-worktree",
      description: enterWorktree.description,
      inputSchema: enterWorktree.inputSchema,
    })}`;
    expect(second.tools).toBe(first.tools.replace(line(ENTER), "") + appended);
    expect(third.tools).toBe(
      second.tools.replace(`Deferred tools:${line(EXIT)}`, "There are no deferred tools."),
    );
    expect([second.prompt, third.prompt]).toEqual([first.prompt, first.prompt]);
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
    expect(third.messages).toEqual(second.messages);
  });

  test("the account counts what stands in the array from the changed definition on, in the step that changes it", async () => {
    const talk = talkWith(aHost({ dialect: live }));
    expect(talk.step().tokens.lost).toBe(0);
    await talk.call(ask("enter-worktree"));
    const { tools, tokens } = talk.step();
    const from = tools.findIndex(({ name }) => name === "tool_info");
    expect(from).toBeGreaterThan(0);
    expect(tokens.lost).toBe(costOf(tools.slice(from)));
    await talk.call(calling("bash"));
    expect(talk.step().tokens.lost).toBe(0);
    expect(talk.step(denyExit).tokens.lost).toBeGreaterThan(0);
    expect(talk.step(denyExit).tokens.cards).toBe(estimateTokens("There are no deferred tools."));
  });

  test("what was sent last is on record: a restart and a compaction count nothing twice", async () => {
    const talk = talkWith(aHost({ dialect: live }));
    await talk.call(ask("enter-worktree"));
    const entries = await talk.call(calling("bash"));
    expect(entries[0]).toEqual({ role: "handover", preview: `Deferred tools:\n${EXIT}` });
    const resumed = talkWith(aHost({ dialect: live }));
    for (const history of [
      JSON.parse(JSON.stringify(talk.history)) as Message[],
      [toSummary(talk.history, "…")],
      [toSummary([toSummary(talk.history, "…")], "…")],
    ]) {
      resumed.history = history;
      expect(resumed.step().tokens.lost).toBe(0);
      expect(resumed.step().tools).toEqual(talk.step().tools);
    }
  });

  test("what was loaded before the first step has no card from the first step on, and nothing is lost by it", async () => {
    const parent = talkWith(aHost({ dialect: live }));
    await parent.call(ask("enter-worktree"));
    const runtime = aHost({ dialect: live });
    const child = runtime.subagent({ history: parent.history, model: "m" }, { inheritLoads: true });
    const talk = talkWith(runtime);
    talk.history = [...child.history, { role: "user", text: "Go" }];
    expect(cardsIn(talk.step().tools)).not.toContain(ENTER);
    expect(talk.step().tokens.lost).toBe(0);
    await talk.call(calling("bash"));
    expect(talk.step().tokens.lost).toBe(0);
  });

  test("no message tells of cards", async () => {
    const talk = talkWith(aHost({ dialect: live }));
    await talk.call(calling("bash"));
    expect(talk.step(denyExit).messages).toEqual(talk.step().messages);
  });

  test.each(["append", "bridge"] as const)(
    "is refused under %s where a model binds its thinking to the array",
    async (strategy) => {
      const runtime = aHost({ dialect: live, strategy });
      const talk = talkWith(runtime);
      await talk.call(calling("bash"));
      const reason = expect.objectContaining({
        code: "STRATEGY_UNAVAILABLE",
        message: expect.stringContaining("it binds its thinking to the array, which must not change"),
      });
      for (const history of [[], talk.history]) {
        expect(() => runtime.step({ history, model: "claude-opus-5-5" })).toThrow(reason);
      }
    },
  );

  test("is not refused where nothing is deferred by choice, since no card is shown", () => {
    const runtime = createRuntime({ dialect: live, tools: [enterWorktree], strategy: "all" });
    expect(runtime.step({ history: [], model: "claude-opus-5-5" }).tools).toHaveLength(1);
  });
});
