import {
  carriesRecord,
  estimateTokens,
  type Message,
  type Policy,
  toSummary,
  toSurfaceBytes,
} from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, type Talk, talkWith } from "../runtime/talk.ts";
import { aHost, enterWorktree, headTools } from "./worktree.ts";

const ask = (name: string) => calling("tool_info", { name });
const ENTER = "- enter-worktree: Work in a git worktree of its own";
const EXIT = "- exit-worktree: Leave the worktree.";
const cardsOf = (talk: Talk): string =>
  talk.step().tools.find(({ name }) => name === "tool_info")?.description ?? "";

/** A conversation whose policy the host changes between steps. */
function aTalk(runtime = aHost()) {
  const circumstances: { policy: Policy } = { policy: {} };
  const talk = talkWith(runtime);
  const step: Talk["step"] = (more) =>
    runtime.step({ model: "m", ...circumstances, ...more, history: talk.history });
  return {
    runtime,
    talk: Object.assign(talk, { step }),
    setPolicy: (policy: Policy) => void Object.assign(circumstances, { policy }),
  };
}

const isNews = (message: Message): boolean => message.role === "user" && message.from === "news";
const newsIn = ({ history }: Talk): string[] =>
  history.flatMap((message) => (message.role === "user" && message.from === "news" ? message.text : []));

describe("cards, rendered once", () => {
  test("a tool that is denied, and allowed again, is told of in a message, once each time", async () => {
    const { talk, setPolicy } = aTalk();
    await talk.call(calling("bash"));
    const first = toSurfaceBytes(talk.step());
    setPolicy({ deny: ["enter-*"] });
    expect(talk.step().messages.at(-1)).toEqual({
      role: "user",
      text: "Not available any more: enter-worktree.",
    });
    await talk.call(calling("bash"));
    await talk.call(calling("bash"));
    setPolicy({});
    await talk.call(calling("bash"));
    await talk.call(calling("bash"));
    expect(newsIn(talk)).toEqual([
      "Not available any more: enter-worktree.",
      `Available now, after tool_info:\n${ENTER}`,
    ]);
    const last = toSurfaceBytes(talk.step());
    expect([last.tools, last.prompt]).toEqual([first.tools, first.prompt]);
    expect(last.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  test("a load is told by its own result alone", async () => {
    const { talk } = aTalk();
    await talk.call(ask("enter-worktree"));
    await talk.call(calling("enter-worktree", { branch: "main" }));
    await talk.call(calling("bash"));
    expect(newsIn(talk)).toEqual([]);
    expect(cardsOf(talk)).toContain(ENTER);
  });

  test("a loaded tool that comes back is callable again as it is", async () => {
    const { talk, setPolicy } = aTalk();
    await talk.call(ask("enter-worktree"));
    setPolicy({ deny: ["enter-worktree"] });
    await talk.call(calling("enter-worktree", { branch: "main" }));
    expect(talk.textOf("enter-worktree")).toContain("is available here");
    setPolicy({});
    await talk.call(calling("enter-worktree", { branch: "main" }));
    expect(talk.textOf("enter-worktree")).toBe("ran enter-worktree");
    expect(newsIn(talk)).toEqual([
      "Not available any more: enter-worktree.",
      "Callable again: enter-worktree.",
    ]);
  });

  test("the tools of a server that comes and goes are told of by their cards", async () => {
    const { talk, runtime } = aTalk();
    await talk.call(calling("bash"));
    const merge = aTool("merge", { description: "Merge a request. Needs a token." });
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [merge, aTool("close")] });
    await talk.call(ask("merge"));
    await talk.call(calling("github__merge"));
    expect(talk.textOf("github__merge")).toBe("ran merge");
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [] });
    await talk.call(calling("bash"));
    expect(newsIn(talk)).toEqual([
      "Available now, after tool_info:\n- github__close: Does what close says\n- github__merge: Merge a request.",
      "Not available any more: github__close, github__merge.",
    ]);
  });

  test("what was told is not told again after a compaction, nor by a host that hands over records apart", async () => {
    const { talk, setPolicy } = aTalk();
    await talk.call(calling("bash"));
    setPolicy({ deny: ["enter-worktree"] });
    await talk.call(calling("bash"));
    const records = talk.history.filter(carriesRecord);
    expect(talk.step({ records }).messages).toEqual(talk.step().messages);
    talk.history = [toSummary(talk.history, "…"), { role: "user", text: "Go on" }];
    expect(talk.step().messages).toHaveLength(2);
    talk.history = [toSummary(talk.history, "…")];
    await talk.call(calling("bash"));
    expect(talk.history.filter(isNews)).toEqual([]);
    setPolicy({});
    await talk.call(calling("bash"));
    expect(newsIn(talk)).toEqual([`Available now, after tool_info:\n${ENTER}`]);
  });

  test("a conversation that began with everything denied can load what is allowed later", async () => {
    const { talk, setPolicy } = aTalk();
    setPolicy({ deny: ["*-worktree"] });
    expect(cardsOf(talk)).not.toContain("worktree");
    await talk.call(calling("bash"));
    setPolicy({});
    await talk.call(ask("exit-worktree"));
    expect(newsIn(talk)).toEqual([`Available now, after tool_info:\n${ENTER}\n${EXIT}`]);
    await talk.call(calling("exit-worktree"));
    expect(talk.textOf("exit-worktree")).toBe("ran exit-worktree");
  });

  test("law 8: cards and news of hundreds of tools stay within the preview's budget, fair over groups", async () => {
    const previewTokens = 200;
    const runtime = aHost({ budget: { previewTokens } });
    const { talk } = aTalk(runtime);
    const listed = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        aTool(`tool_number_${at}`, { description: "Does a thing that takes words to say" }),
      );
    await talk.call(calling("bash"));
    runtime.catalog.replace({ id: "large", kind: "mcp" }, { tools: listed(900) });
    runtime.catalog.replace({ id: "small", kind: "mcp" }, { tools: listed(2) });
    const text = JSON.stringify(talk.step().messages.at(-1));
    expect(text).toContain("small__tool_number_0");
    expect(text).toMatch(/- large: \d+ more/);
    expect(estimateTokens(text)).toBeLessThanOrEqual(previewTokens + 30);
    await talk.call(calling("bash"));
    runtime.catalog.remove("large");
    expect(JSON.stringify(talk.step().messages.at(-1))).toMatch(/Not available any more: .* and 880 more\./);
    const fresh = talkWith(runtime).step();
    expect(fresh.tokens.cards).toBeLessThanOrEqual(previewTokens);
  });

  test("with no room for cards there are none, and nothing says that no tool is deferred", () => {
    for (const previewTokens of [0, 1, 4]) {
      const { tools } = talkWith(aHost({ budget: { previewTokens } })).step();
      expect(tools.find(({ name }) => name === "tool_info")?.description).not.toContain("eferred tools");
    }
  });

  test("no definition is lost, ever", async () => {
    const { talk, setPolicy } = aTalk();
    await talk.call(ask("enter-worktree"));
    setPolicy({ deny: ["exit-worktree"] });
    expect(talk.step().tokens.lost).toBe(0);
  });

  test("the meta-tool and the prompt section cost at most 110 tokens without cards, by the estimate", () => {
    const { tools, prompt } = aHost({ tools: [], budget: { previewTokens: 0 } }).step({
      history: [],
      model: "m",
    });
    expect(estimateTokens(JSON.stringify(tools)) + estimateTokens(prompt)).toBeLessThanOrEqual(110);
  });
});

describe("the news of cards", () => {
  test("head tools that are denied are no cards", async () => {
    const { talk, setPolicy } = aTalk();
    await talk.call(calling("bash"));
    setPolicy({ deny: ["write"] });
    await talk.call(calling("bash"));
    expect(newsIn(talk)).toEqual([]);
    expect(headTools.map(({ name }) => name)).toContain("write");
  });

  test("where everything is in the array by choice, there is no tool_info and no card to tell of", async () => {
    const { talk, runtime } = aTalk(aHost({ strategy: "all" }));
    expect(talk.step().tools.map(({ name }) => name)).toEqual([
      "ask_user",
      "bash",
      "enter-worktree",
      "exit-worktree",
      "write",
    ]);
    await talk.call(calling("exit-worktree"));
    runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("merge")] });
    await talk.call(calling("bash"));
    expect(talk.textOf("exit-worktree")).toBe("ran exit-worktree");
    expect(newsIn(talk)).toEqual([]);
  });

  test("a tool that was renamed is gone under its old name and there under its new one", async () => {
    const { talk, runtime } = aTalk();
    await talk.call(calling("bash"));
    const renamed = { ...enterWorktree, name: "open-worktree", aliases: ["enter-worktree"] };
    runtime.catalog.replace({ id: "code", kind: "code" }, { tools: [...headTools, renamed] });
    await talk.call(calling("bash"));
    expect(newsIn(talk)).toEqual([
      "Available now, after tool_info:\n- open-worktree: Work in a git worktree of its own\nNot available any more: enter-worktree, exit-worktree.",
    ]);
  });
});
