import { createRuntime, defineTool, type ResultKeeper, type StoredResult } from "@plimsoll/core";
import { describe, expect, it } from "vitest";

const long = defineTool({
  name: "long",
  description: "Gives many lines.",
  input: { type: "object", properties: {} },
  run: () => Array.from({ length: 500 }, (_, at) => `This is line ${at + 1}.`).join("\n"),
});
const data = defineTool({
  name: "data",
  description: "Gives data.",
  input: { type: "object", properties: {} },
  run: () => ({
    content: [{ type: "text", text: "See the data." }],
    structuredContent: Array.from({ length: 500 }, (_, at) => at),
  }),
});

function keeper(pages?: ResultKeeper["pages"]): ResultKeeper & { readonly kept: Map<string, StoredResult> } {
  const kept = new Map<string, StoredResult>();
  return {
    kept,
    ...(pages === undefined ? {} : { pages }),
    keep: async (handle, result) => void kept.set(handle, JSON.parse(JSON.stringify(result))),
    read: async (handle) => kept.get(handle),
  };
}

function textOf(result: { readonly content: readonly object[] } | undefined): string {
  return (result?.content ?? []).map((block) => ("text" in block ? String(block.text) : "")).join("\n");
}

describe("a call whose host keeps long results", () => {
  const runtime = createRuntime({ tools: [long, data], resultTokens: 500 });

  it("answers a page, and the rest by the call's id", async () => {
    const results = keeper();
    const first = await runtime.call({ name: "long", arguments: {} }, { id: "h1", results });
    expect(textOf(first.result)).toMatch(
      /^This is line 1\..*\[End of page 1, and there is more\. Read on with tool_call/s,
    );
    const read = { name: "plimsoll/result", arguments: { handle: "h1", page: 2 } };
    const second = await runtime.call({ name: "tool_call", arguments: read }, { id: "h2", results });
    expect(textOf(second.result)).toMatch(/^This is line \d+\./);
    expect([...results.kept.keys()]).toEqual(["h1"]);
  });

  it("answers data that is too long as pages of text, and no data beside them", async () => {
    const results = keeper();
    const { result } = await runtime.call({ name: "data", arguments: {} }, { id: "h1", results });
    expect(result).not.toHaveProperty("structuredContent");
    expect(textOf(result)).toMatch(/^See the data\.\n\[0,1,2,/);
  });

  it("answers whole what the host does not want in pages, and what nobody keeps", async () => {
    const results = keeper(({ name }) => name !== "long");
    const kept = await runtime.call({ name: "long", arguments: {} }, { id: "h1", results });
    const unkept = await runtime.call({ name: "long", arguments: {} });
    expect(textOf(kept.result)).toBe(textOf(unkept.result));
    expect(textOf(kept.result)).toContain("This is line 500.");
    expect(results.kept.size).toBe(0);
  });

  it("reads on under the policy of the tool that gave the result", async () => {
    const results = keeper();
    await runtime.call({ name: "long", arguments: {} }, { id: "h1", results });
    const read = { name: "plimsoll/result", arguments: { handle: "h1", page: 2 } };
    const { result } = await runtime.call(
      { name: "tool_call", arguments: read },
      { id: "h2", results, policy: { deny: ["long"] } },
    );
    expect(result).toMatchObject({ isError: true });
  });
});

describe("a call whose host keeps what was loaded", () => {
  const offer = { strategy: "bridge", gate: "strict" } as const;
  const runtime = createRuntime({ tools: [{ ...long, lazy: true }] });
  const call = { name: "tool_call", arguments: { name: "long", arguments: {} } };

  it("passes the strict gate with what it says is loaded, and with nothing else", async () => {
    expect((await runtime.call(call, { offer })).outcome).toMatchObject({
      type: "rejected",
      reason: "not-loaded",
    });
    const { outcome } = await runtime.call({ name: "tool_load", arguments: { names: ["long"] } }, { offer });
    const record = outcome.type === "ok" ? outcome.record : undefined;
    if (record?.type !== "load") throw new Error("Nothing was loaded.");
    expect((await runtime.call(call, { offer, loaded: record.tools })).outcome.type).toBe("ok");
    const stale = [{ name: "long", schemaHash: "of another schema" }];
    expect((await runtime.call(call, { offer, loaded: stale })).outcome).toMatchObject({
      reason: "not-loaded",
    });
    expect((await runtime.call(call, { offer, loaded: [{ name: "gone" }] })).outcome).toMatchObject({
      reason: "not-loaded",
    });
  });

  it("passes with what another conversation of the caller loaded, and is still told the whole definition", async () => {
    const admitted = [{ name: "long" }];
    expect((await runtime.call(call, { offer, admitted })).outcome.type).toBe("ok");
    const stale = [{ name: "long", schemaHash: "of another schema" }];
    expect((await runtime.call(call, { offer, admitted: stale })).outcome).toMatchObject({
      reason: "not-loaded",
    });
    const load = { name: "tool_load", arguments: { names: ["long"] } };
    const { result } = await runtime.call(load, { offer, admitted });
    expect(result?.structuredContent).toMatchObject({
      loaded: [{ name: "long", inputSchema: { type: "object" } }],
    });
  });

  it("lists and gives back what is loaded, where the list grows", async () => {
    const growing = { strategy: "append", gate: "open" } as const;
    const loaded = [{ name: "long" }];
    const active = await runtime.call({ name: "tool_active", arguments: {} }, { offer: growing, loaded });
    expect(textOf(active.result)).toContain("long");
    const { outcome } = await runtime.call(
      { name: "tool_unload", arguments: { names: ["long"] } },
      { offer: growing, loaded },
    );
    expect(outcome).toMatchObject({ type: "ok", record: { type: "unload", names: ["long"] } });
  });
});
