import { createRuntime, estimateTokens, type Tool } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, type Talk, talkWith } from "./talk.ts";

const returning = (name: string, value: unknown, more: Partial<Tool> = {}): Tool =>
  aTool(name, { lazy: true, execution: { type: "run", run: () => value }, ...more });
const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of a long report`).join("\n");
const IMAGE = { type: "image", data: "aGk=", mimeType: "image/png" };
const tools = [
  returning("short", "just this"),
  returning("long", lines),
  returning("pictures", { content: [{ type: "text", text: lines }, IMAGE] }),
  returning("generous", lines, { resultTokens: 100_000 }),
];
const aTalk = (policy = {}): Talk => talkWith(createRuntime({ tools, resultTokens: 500, policy }));
const use = (name: string) => calling("tool_call", { name, arguments: {} });

/** Follows the words at the end of each page until there is no more. */
async function readOn(talk: Talk): Promise<string[]> {
  const pages = [talk.textOf("tool_call")];
  for (;;) {
    const next = /Read on with tool_call\((.*)\)\]$/s.exec(pages.at(-1) ?? "")?.[1];
    if (next === undefined) return pages;
    await talk.call(calling("tool_call", JSON.parse(next)));
    pages.push(talk.textOf("tool_call"));
  }
}

describe("results over their cap", () => {
  test("a result within it is untouched", async () => {
    const talk = aTalk();
    const [, , result] = await talk.call(use("short"));
    expect(result).toMatchObject({ content: [{ type: "text", text: "just this" }] });
    expect(result?.role === "tool" && result.meta?.whole).toBeUndefined();
  });

  test("the first page, how to read on, and in the end every line", async () => {
    const talk = aTalk();
    await talk.call(use("long"));
    const pages = await readOn(talk);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(estimateTokens(page)).toBeLessThanOrEqual(500);
    expect(pages[0]).toMatch(
      /\n\[End of page 1, and there is more\. Read on with tool_call\(\{"name":"plimsoll\/result"/,
    );
    const text = pages.map((page) => page.replace(/\n?\[End of page \d+,.*$/s, "")).join("");
    expect(text).toBe(lines);
  });

  test("pictures are kept, on their page", async () => {
    const talk = aTalk();
    await talk.call(use("pictures"));
    await readOn(talk);
    const shown = talk.history.flatMap((message) => (message.role === "tool" ? message.content : []));
    expect(shown.filter(({ type }) => type === "image")).toEqual([IMAGE]);
  });

  test("a tool may have a cap of its own", async () => {
    const talk = aTalk();
    await talk.call(use("generous"));
    expect(talk.textOf("tool_call")).toBe(lines);
  });

  test("reading on survives a restart, and cleared pages", async () => {
    const talk = aTalk();
    await talk.call(use("long"));
    const later = aTalk();
    later.history = JSON.parse(JSON.stringify(talk.history));
    later.history = later.history.map((entry) => (entry.role === "tool" ? { ...entry, content: [] } : entry));
    const next = { name: "plimsoll/result", arguments: { handle: "call-1", page: 2 } };
    await later.call(calling("tool_call", next));
    expect(later.textOf("tool_call")).toContain("End of page 2");
  });

  test.each([
    [{ handle: "call-1", page: 999 }, "The result has no page 999."],
    [{ handle: "call-1", page: 0 }, "the first page is 1"],
    [{ handle: "nobody", page: 2 }, "There is no result to read on under this handle."],
    [{}, "Name the result to read on."],
  ])("%j is answered, not thrown", async (input, answer) => {
    const talk = aTalk();
    await talk.call(use("long"));
    await talk.call(calling("tool_call", { name: "plimsoll/result", arguments: input }));
    expect(talk.textOf("tool_call")).toContain(answer);
  });

  test("a call id that a provider uses again does not hide the pages of before", async () => {
    const talk = aTalk();
    for (const name of ["long", "short"]) {
      talk.history.push(...(await talk.step().accept({ calls: [{ id: "call_0", ...use(name) }] })));
    }
    await talk.call(
      calling("tool_call", { name: "plimsoll/result", arguments: { handle: "call_0", page: 2 } }),
    );
    expect(talk.textOf("tool_call")).toContain("of a long report");
  });

  test("what policy denies now cannot be read on either", async () => {
    const talk = aTalk();
    await talk.call(use("long"));
    const denied = aTalk({ deny: ["long"] });
    denied.history = talk.history;
    await denied.call(
      calling("tool_call", { name: "plimsoll/result", arguments: { handle: "call-1", page: 2 } }),
    );
    expect(denied.textOf("tool_call")).toContain("There is no result to read on under this handle.");
  });

  test("where nothing is deferred there is no way to read on, and the rest is said to be left out", async () => {
    const eager = tools.map(({ lazy: _lazy, ...tool }) => tool);
    const talk = talkWith(createRuntime({ tools: eager, resultTokens: 500 }));
    await talk.call(calling("long"));
    expect(talk.textOf("long")).toMatch(/\[End of page 1, and there is more\. The rest is left out\.\]$/);
  });
});

describe("the same wrong call", () => {
  const strictTool = returning("count", 1, {
    inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  });
  const wrong = calling("tool_call", { name: "count", arguments: { n: "many" } });
  const isStop = (talk: Talk) =>
    talk.textOf("tool_call").startsWith("Stop. You have sent this very call 3 times");

  test("is explained twice, and stopped the third time", async () => {
    const talk = talkWith(createRuntime({ tools: [strictTool] }));
    await talk.call(wrong);
    await talk.call(wrong);
    expect(isStop(talk)).toBe(false);
    await talk.call(calling("tool_call", { name: "count", arguments: { n: "more" } }));
    expect(isStop(talk)).toBe(false);
    talk.say("Try again");
    await talk.call(calling("tool_call", { arguments: { n: "many" }, name: "count" }));
    expect(isStop(talk)).toBe(true);
  });

  test("counts within one batch too", async () => {
    const talk = talkWith(createRuntime({ tools: [strictTool] }));
    await talk.call(wrong, wrong, wrong);
    expect(isStop(talk)).toBe(true);
  });

  test("is not stopped for what was refused before it ran, or before a load", async () => {
    const talk = talkWith(createRuntime({ tools: [strictTool], strategy: "append", gate: "strict" }));
    const right = calling("count", { n: 1 });
    for (let round = 0; round < 3; round += 1) {
      await talk.call(right);
      expect(talk.textOf("count")).toMatch(/^count is not loaded\./);
      await talk.call(calling("tool_load", { names: ["count"] }));
      if (round === 1) await talk.call(right);
      await talk.call(calling("tool_unload", { names: ["count"] }));
    }
    await talk.call(right);
    await talk.call(right);
    expect(talk.textOf("count")).toMatch(/^count is not loaded\./);
    await talk.call(right);
    expect(talk.textOf("count")).toMatch(/^Stop\. You have sent this very call 3 times/);
  });

  test("begins anew after the same call ran, whatever came of it", async () => {
    const talk = talkWith(createRuntime({ tools: [returning("count", 1), returning("other", 2)] }));
    const same = calling("tool_call", { name: "count", arguments: {} });
    for (const isDenied of [true, true, false, true, true]) {
      const policy = isDenied ? { deny: ["count"] } : {};
      const id = `${talk.history.length}`;
      talk.history.push(...(await talk.step({ policy }).accept({ calls: [{ id, ...same }] })));
      expect(talk.textOf("tool_call")).not.toContain("Stop.");
    }
  });

  test("is not stopped where it is right from the next step on", async () => {
    const talk = talkWith(createRuntime({ tools: [strictTool], strategy: "append", gate: "strict" }));
    const right = calling("count", { n: 1 });
    await talk.call(right);
    await talk.call(right);
    await talk.call(calling("tool_load", { names: ["count"] }), right);
    expect(talk.textOf("count")).toMatch(/^count was loaded in this very step/);
  });
});
