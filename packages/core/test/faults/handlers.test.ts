import { freemem } from "node:os";
import { createRuntime, defineTool, type HandlerContext, type Message } from "@plimsoll/core";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";
import { faulty, survive } from "./survive.ts";
import { aMoment, expectNoneUnhandled } from "./unhandled.ts";

// A handler that never gives the thread back stops everything in it, its own timeout too: that is for a worker or a
// process around it, and not tested here.

expectNoneUnhandled();

describe("a handler that throws", () => {
  const silent = new Error();
  Object.defineProperty(silent, "message", {
    get: () => {
      throw new Error("no message either");
    },
  });

  describe.each([
    ["an error", new Error("the disk is full"), "the disk is full"],
    ["a text", "just words", "just words"],
    ["undefined", undefined, "undefined"],
    ["an object without a prototype", Object.create(null), "an error that says nothing"],
    ["an error whose message throws", silent, "an error that says nothing"],
  ])("%s", (_what, cause, message) => {
    test.each([
      [
        "throwing it",
        () => {
          throw cause;
        },
      ],
      ["rejecting with it", () => Promise.reject(cause)],
    ])("fails with its own message and cause, %s", async (_how, run) => {
      const { text, outcome } = await survive(faulty(run));
      expect(outcome).toMatchObject({ type: "failed", message, entry: { name: "faulty" } });
      expect(outcome.type === "failed" && Object.is(outcome.cause, cause)).toBe(true);
      expect(text).toBe(`faulty failed: ${message}`);
    });
  });
});

describe("a handler that does not settle", () => {
  const settlers: { resolve: (value: unknown) => void; reject: (cause: unknown) => void }[] = [];
  const signals: AbortSignal[] = [];
  const hang = faulty((_input, { signal }: HandlerContext) => {
    signals.push(signal);
    return new Promise((resolve, reject) => settlers.push({ resolve, reject }));
  });
  afterEach(() => {
    settlers.splice(0);
    signals.splice(0);
  });

  test("is given up on, and its signal says so", async () => {
    const { text, outcome } = await survive(hang, { timeoutMs: 20 });
    expect(outcome).toMatchObject({ type: "timed-out", timeoutMs: 20 });
    expect(text).toBe("faulty did not answer within 0.02 seconds.");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test.each([
    ["result", (at: number) => settlers[at]?.resolve("too late")],
    ["failure", (at: number) => settlers[at]?.reject(new Error("too late"))],
  ])("a late %s changes nothing, and is nobody's rejection", async (_what, settle) => {
    const { talk, outcome } = await survive(hang, { timeoutMs: 20 });
    const before = JSON.stringify(talk.history);
    settle(0);
    settle(1);
    await aMoment();
    expect(JSON.stringify(talk.history)).toBe(before);
    expect(outcome.type).toBe("timed-out");
  });

  /** Gives up once the handler is at work. */
  const soonAborted = () => {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(new Error("the user closed the window")), 5);
    return { signal: giveUp.signal };
  };

  test("is cancelled midway by its caller, and sees why", async () => {
    const { text, outcome } = await survive(hang, { accept: soonAborted });
    expect(outcome).toMatchObject({ type: "cancelled", by: "caller" });
    expect(text).toBe("faulty was cancelled.");
    expect(signals.map(({ reason }) => reason)).toEqual([
      new Error("the user closed the window"),
      new Error("the user closed the window"),
    ]);
  });

  test.each([
    ["with a result", (resolve: (value: string) => void) => resolve("stopped halfway")],
    ["by rejecting", (_resolve: unknown, reject: (cause: Error) => void) => reject(new Error("stopped"))],
  ])("is cancelled also if it settles %s as soon as it is told", async (_how, settle) => {
    const polite = faulty(
      (_input, { signal }: HandlerContext) =>
        new Promise<string>((resolve, reject) =>
          signal.addEventListener("abort", () => settle(resolve, reject)),
        ),
    );
    const { text, outcome } = await survive(polite, { accept: soonAborted });
    expect(outcome).toMatchObject({ type: "cancelled", by: "caller" });
    expect(text).toBe("faulty was cancelled.");
  });
});

describe("a handler that returns a gigabyte", () => {
  const megabyte = "x".repeat(1e6);

  test.skipIf(freemem() < 3e9)("of text: the first of it is kept, the model is given a page", async () => {
    const { entry, outcome } = await survive(faulty(() => "x".repeat(5e8)));
    expect(outcome).toMatchObject({ type: "ok", cutAt: 16_777_216 });
    expect(entry.role === "tool" && entry.meta?.whole?.cutAt).toBe(16_777_216);
    expect(entry.role === "tool" && JSON.stringify(entry.content).length).toBeLessThan(500_000);
  });

  test("of blocks: cut together", async () => {
    const content = Array.from({ length: 1_000 }, () => ({ type: "text", text: megabyte }));
    const { outcome } = await survive(faulty(() => ({ content })));
    expect(outcome).toMatchObject({ type: "ok", cutAt: 16_777_216 });
  });

  test.each([
    ["one text in many places", () => ({ rows: Array.from({ length: 1_000 }, () => megabyte) })],
    [
      "objects that stand in each other twice",
      () => {
        let value: unknown = { name: "one" };
        for (let level = 0; level < 40; level++) value = { left: value, right: value };
        return value;
      },
    ],
  ])("of data, %s: refused without being written", async (_what, run) => {
    const { text, outcome } = await survive(faulty(run));
    const message = expect.stringContaining("Its result is larger than 16,777,216 characters of JSON.");
    expect(outcome).toMatchObject({ type: "failed", message });
    expect(text).toContain("Return less, or a plain text.");
  });
});

describe("a handler that returns what is not JSON", () => {
  const cycle: Record<string, unknown> = {};
  cycle["again"] = cycle;
  const breaking = () => {
    throw new Error("keep out");
  };
  class Broken {
    toJSON(): never {
      return breaking();
    }
  }

  test.each<[string, unknown, string]>([
    ["a bigint", { id: 10n }, "at /id there is a bigint."],
    ["a cycle", cycle, "it leads back to /."],
    ["a function", () => "later", "there is a function. Return data."],
    ["a symbol", Symbol("s"), "there is a symbol. Return data."],
    ["a map", { rows: new Map([["a", 1]]) }, "at /rows there is a Map"],
    ["a class that cannot be written", { row: new Broken() }, "/row throws when it is read: keep out"],
    ["a proxy that throws", new Proxy({}, { get: breaking }), "keep out"],
    ["a proxy that hides its keys", { row: new Proxy({}, { ownKeys: breaking }) }, "/row throws"],
  ])("%s: the failure says what and where", async (_what, value, words) => {
    const { text, outcome } = await survive(faulty(() => value));
    expect(outcome).toMatchObject({ type: "failed", message: expect.stringContaining(words) });
    expect(text).toContain(words);
  });

  test("what a host hands over for a call that it ran is read as carefully", async () => {
    const hostile = Object.defineProperty(new Error(), "message", { get: breaking });
    const value = new Proxy(
      {},
      {
        get: () => {
          throw hostile;
        },
      },
    );
    const runtime = createRuntime({ tools: [aTool("faulty", { execution: { type: "host" } })] });
    const talk = talkWith(runtime);
    await talk.call(calling("faulty"));
    const answers = { "call-1": { type: "result" as const, value } };
    const [entry] = await runtime.resume({ history: talk.history, model: "m", answers });
    expect(entry).toMatchObject({ role: "tool", isError: true, meta: { outcome: "failed" } });
  });
});

describe("a handler that returns a result of a wrong shape", () => {
  test.each<[string, unknown, string]>([
    ["a text block without text", { content: [{ type: "text" }] }, '"text" is not a text'],
    ["a picture of numbers", { content: [{ type: "image", data: [1], mimeType: "a/b" }] }, "base64"],
    ["an empty resource", { content: [{ type: "resource" }] }, "without a resource"],
  ])("%s: the failure says which block", async (_what, value, words) => {
    const { outcome } = await survive(faulty(() => value));
    expect(outcome).toMatchObject({ type: "failed", message: expect.stringContaining(words) });
  });

  test.each<[string, unknown]>([
    ["content that is no list", { content: "words" }],
    ["content without blocks", { content: [null] }],
    ["a request without requests", { type: "input-required" }],
  ])("%s is data like any other", async (_what, value) => {
    const { text, outcome } = await survive(faulty(() => value));
    expect(outcome).toMatchObject({ type: "ok", result: { structuredContent: value } });
    expect(text).toBe(JSON.stringify(value));
  });
});

describe("a handler in a module", () => {
  test("that fails to import fails that call, and the next call tries again", async () => {
    let imports = 0;
    const broken = new Error("no such file");
    const lazy = defineTool({
      name: "faulty",
      description: "Lives elsewhere",
      runFrom: async () => {
        imports += 1;
        if (imports === 1) throw broken;
        return { run: () => "there after all" };
      },
    });
    const { text, outcome } = await survive(lazy);
    expect(text).toBe("faulty failed: no such file");
    expect(outcome).toMatchObject({ type: "ok", result: { content: [{ text: "there after all" }] } });
    expect(imports).toBe(2);
  });

  test.each<[string, () => unknown, string]>([
    ["that exports no run", async () => ({ default: () => "x" }), 'The handler\'s module exports no "run".'],
    ["that is nothing", async () => undefined, 'The handler\'s module exports no "run".'],
    [
      "whose import throws at once",
      () => {
        throw new Error("not even a promise");
      },
      "not even a promise",
    ],
  ])("%s fails with what is wrong", async (_what, runFrom, message) => {
    const lazy = defineTool({ name: "faulty", description: "Lives elsewhere", runFrom: runFrom as never });
    const { text, outcome } = await survive(lazy);
    expect(outcome).toMatchObject({ type: "failed", message });
    expect(text).toBe(`faulty failed: ${message}`);
  });
});

describe("a handler that asks the user", () => {
  const asking = (requests: unknown, more = {}) => ({ type: "input-required", requests, ...more });

  test("waits, and the request it keeps is its own", async () => {
    const requests: Record<string, unknown> = { q: { method: "elicitation/create" } };
    const { entry, outcome } = await survive(faulty(() => asking(requests, { state: "s" })));
    requests["q"] = 10n;
    const request = asking({ q: { method: "elicitation/create" } }, { state: "s" });
    expect(outcome).toMatchObject({ type: "input-required", request });
    expect(entry).toMatchObject({ role: "pending", waitsFor: { type: "user", request } });
  });

  test.each<[string, unknown, string]>([
    ["with requests that are a list", asking([]), '"requests" is not an object'],
    ["with requests that are nothing", asking(undefined), '"requests" is not an object'],
    ["with a state that is no text", asking({}, { state: 7 }), '"state" is not a text'],
    ["with what is not JSON", asking({ q: 10n }), "at /requests/q there is a bigint"],
  ])("%s fails, and says what is wrong", async (_what, value, words) => {
    const { text, outcome } = await survive(faulty(() => value));
    const message = expect.stringContaining(words);
    expect(outcome).toMatchObject({ type: "failed", message });
    expect(text).toContain("faulty failed: Its request to the user cannot be kept");
  });

  test("a call that waits with what a schema library made of its arguments is kept as it was sent", async () => {
    const input = z.object({ id: z.string().transform((id) => BigInt(id)) });
    const hosted = defineTool({ name: "faulty", description: "The host's", input });
    const { entry, outcome } = await survive(hosted, { input: { id: "7" } });
    expect(outcome).toMatchObject({ type: "host-executes", input: { id: 7n } });
    expect(entry).toMatchObject({ waitsFor: { type: "host", input: { id: "7" } } });
    const asked = await survive(hosted, { input: { id: "7" }, policy: { approve: ["faulty"] } });
    expect(asked.outcome.type).toBe("input-required");
  });
});

describe("a handler that reports progress", () => {
  test("is not failed by a listener that throws", async () => {
    const seen: unknown[] = [];
    const accept = () => ({
      progress: (_id: string, update: unknown) => {
        seen.push(update);
        throw new Error("the window is gone");
      },
    });
    const reporting = faulty((_input, { progress }: HandlerContext) => {
      progress({ progress: 1 });
      return "done";
    });
    const { text, outcome } = await survive(reporting, { accept });
    expect([text, outcome.type, seen]).toEqual(["done", "ok", [{ progress: 1 }, { progress: 1 }]]);
  });

  test("is not heard after it has returned, nor after it was given up on", async () => {
    const contexts: HandlerContext[] = [];
    const seen: unknown[] = [];
    const accept = () => ({ progress: (_id: string, update: unknown) => void seen.push(update) });
    const late = (result: unknown) =>
      faulty((_input, context: HandlerContext) => {
        contexts.push(context);
        return result;
      });
    await survive(late("done"), { accept });
    await survive(late(new Promise(() => {})), { accept, timeoutMs: 20 });
    for (const { progress } of contexts) progress({ progress: 1 });
    expect([contexts.length, seen]).toEqual([4, []]);
  });
});

describe("a handler that changes what is not its own", () => {
  const spoil = (input: unknown) => {
    const { list, inner } = input as { list: string[]; inner: Record<string, unknown>; extra?: unknown };
    list.push("spoilt");
    inner["deep"] = 10n;
    delete (input as { title?: string }).title;
    return list.length;
  };
  const aCall = () => ({ title: "kept", list: ["a"], inner: { deep: { as: "sent" } } });
  const callsOf = (history: readonly Message[]) =>
    history.flatMap((message) => (message.role === "assistant" ? message.calls : []));

  test.each([
    ["a plain schema", faulty(spoil)],
    [
      "a schema library that hands parts through",
      defineTool({ name: "faulty", description: "Spoils", input: z.looseObject({}), run: spoil }),
    ],
  ])("the arguments in the history stay what the model sent, with %s", async (_what, tool) => {
    const input = aCall();
    const { text, talk } = await survive(tool, { input });
    expect(text).toBe("2");
    expect(input).toEqual(aCall());
    expect(callsOf(talk.history)[1]?.arguments).toEqual(aCall());
  });

  test("two calls with one object as arguments do not see each other", async () => {
    const input = aCall();
    const runtime = createRuntime({ tools: [faulty(spoil)] });
    const talk = talkWith(runtime);
    await talk.call(calling("faulty", input), calling("tool_call", { name: "faulty", arguments: input }));
    expect([talk.textOf("faulty"), input]).toEqual(["2", aCall()]);
  });

  test.each<[string, (rows: string[]) => unknown]>([
    ["data", (rows) => ({ rows })],
    ["a list", (rows) => rows],
    [
      "a result",
      (rows) => ({
        content: [{ type: "text", text: "first", annotations: { rows } }],
        structuredContent: { rows },
        _meta: { rows },
      }),
    ],
  ])("%s that it goes on with after returning it stays in the history as it was", async (_what, toValue) => {
    const rows: string[] = [];
    const { entry, talk } = await survive(
      faulty(() => {
        rows.push("one");
        return toValue(rows);
      }),
    );
    const told = JSON.stringify(entry);
    rows.push("later");
    expect(JSON.stringify(entry)).toBe(told);
    expect(JSON.stringify(talk.history)).not.toContain("later");
    expect(told).toContain('["one"]');
  });
});
