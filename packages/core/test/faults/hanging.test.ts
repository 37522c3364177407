import { createRuntime } from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith, textOf } from "../runtime/talk.ts";
import { faulty, survive } from "./survive.ts";
import { aMoment, expectNoneUnhandled } from "./unhandled.ts";

const never = () => new Promise<never>(() => {});
expectNoneUnhandled();

describe("a schema that never says whether the input fits", () => {
  const hang = faulty(() => "ran", { parseInput: never });

  test("is given up on", async () => {
    const { text, outcome } = await survive(hang, { timeoutMs: 20 });
    expect(outcome).toMatchObject({ type: "timed-out", timeoutMs: 20 });
    expect(text).toBe("faulty did not answer within 0.02 seconds.");
  });

  test("is left when the caller gives up", async () => {
    const runtime = createRuntime({ tools: [hang] });
    const caller = new AbortController();
    const called = runtime.call({ name: "faulty", arguments: {} }, { signal: caller.signal });
    await aMoment();
    caller.abort();
    expect((await called).outcome).toMatchObject({ type: "cancelled", by: "caller" });
  });

  test("is not begun with for a caller who has given up already", async () => {
    const runtime = createRuntime({ tools: [hang] });
    const called = runtime.call({ name: "faulty", arguments: {} }, { signal: AbortSignal.abort() });
    expect((await called).outcome).toMatchObject({ type: "cancelled", by: "caller" });
  });

  test("a late failure is nobody's rejection", async () => {
    let fail = (_cause: unknown): void => {};
    const late = faulty(() => "ran", {
      parseInput: () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        }),
    });
    const called = createRuntime({ tools: [late], timeoutMs: 5 }).call({ name: "faulty", arguments: {} });
    expect((await called).outcome.type).toBe("timed-out");
    fail(new Error("too late"));
  });
});

describe("an index that never answers", () => {
  const index: SearchIndex = {
    size: 0,
    pending: 0,
    put: () => {},
    remove: () => {},
    removeSource: () => {},
    search: never,
    settled: async () => {},
    save: () => new Uint8Array(),
  };
  const tools = [aTool("healthy"), aTool("read_file", { lazy: true })];
  const search = calling("tool_find", { queries: ["read a file", "write a file"] });

  test("is given up on, and the other calls of the batch are answered", async () => {
    const talk = talkWith(createRuntime({ tools, index, timeoutMs: 20 }));
    await talk.call(calling("healthy"), search, calling("healthy"));
    const results = talk.history.filter((message) => message.role === "tool");
    expect(results.map((result) => [result.name, textOf(result), result.isError === true])).toEqual([
      ["healthy", "ran healthy", false],
      ["tool_find", "tool_find failed: the search did not answer within 0.02 seconds.", true],
      ["healthy", "ran healthy", false],
    ]);
    await talk.call(calling("healthy"));
    expect(talk.textOf("healthy")).toBe("ran healthy");
  });

  test("is left when the caller gives up", async () => {
    const talk = talkWith(createRuntime({ tools, index }));
    const caller = new AbortController();
    const accepted = talk.step().accept({ calls: [{ id: "1", ...search }] }, { signal: caller.signal });
    await aMoment();
    caller.abort();
    talk.history.push(...(await accepted));
    expect(talk.textOf("tool_find")).toBe("tool_find failed: the search was cancelled.");
  });
});
