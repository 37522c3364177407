import { createRuntime, type Outcome, type RuntimeOptions } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { createLimiter, type Place } from "../../src/call/limiter.ts";
import { aTool } from "../fixtures.ts";

const never = new AbortController().signal;
const place: Place = { source: "code", tool: "a" };

/** Work that is under way until it is told to end. */
function aJob(name: string, begun: string[]) {
  let end: () => void = () => {};
  let fail: (cause: Error) => void = () => {};
  const done = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = reject;
  });
  const work = () => {
    begun.push(name);
    return done;
  };
  return { work, end: () => end(), fail: (cause: Error) => fail(cause) };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("a limiter", () => {
  test("without a limit runs everything at once", () => {
    const begun: string[] = [];
    const { run } = createLimiter({});
    for (const name of ["1", "2", "3"]) void run(place, never, aJob(name, begun).work);
    expect(begun).toEqual(["1", "2", "3"]);
  });

  test("serves first who came first", async () => {
    const begun: string[] = [];
    const { run } = createLimiter({ calls: 2 });
    const jobs = ["1", "2", "3", "4"].map((name) => aJob(name, begun));
    const ends = jobs.map(({ work }) => run(place, never, work));
    await aMoment();
    expect(begun).toEqual(["1", "2"]);
    jobs[1]?.end();
    await aMoment();
    expect(begun).toEqual(["1", "2", "3"]);
    for (const { end } of jobs) end();
    expect(await Promise.all(ends)).toEqual(["1", "2", "3", "4"]);
    expect(begun).toEqual(["1", "2", "3", "4"]);
  });

  test("a call that waits for its own tool does not hold up one of another", async () => {
    const begun: string[] = [];
    const { run } = createLimiter({ calls: 2, callsPerTool: 1 });
    const first = aJob("first", begun);
    const second = aJob("second", begun);
    const other = aJob("other", begun);
    void run(place, never, first.work);
    void run(place, never, second.work);
    void run({ ...place, tool: "b" }, never, other.work);
    await aMoment();
    expect(begun).toEqual(["first", "other"]);
    first.end();
    await aMoment();
    expect(begun).toEqual(["first", "other", "second"]);
  });

  test("sources have limits of their own", async () => {
    const begun: string[] = [];
    const { run } = createLimiter({ callsPerSource: 1 });
    for (const [source, tool] of [
      ["x", "x/a"],
      ["x", "x/b"],
      ["y", "y/a"],
    ] as const)
      void run({ source, tool }, never, aJob(tool, begun).work);
    await aMoment();
    expect(begun).toEqual(["x/a", "y/a"]);
  });

  test("a call that gives up while it waits leaves the queue, and the next one moves up", async () => {
    const begun: string[] = [];
    const { run } = createLimiter({ calls: 1 });
    const first = aJob("1", begun);
    const second = aJob("2", begun);
    const third = aJob("3", begun);
    const giveUp = new AbortController();
    void run(place, never, first.work);
    const waiting = run(place, giveUp.signal, second.work);
    void run(place, never, third.work);
    const cause = new Error("no longer needed");
    giveUp.abort(cause);
    await expect(waiting).rejects.toBe(cause);
    first.end();
    await aMoment();
    expect(begun).toEqual(["1", "3"]);
  });

  test("a call that gave up before it came does not wait", async () => {
    const { run } = createLimiter({ calls: 1 });
    void run(place, never, forever);
    await expect(run(place, AbortSignal.abort("gone"), forever)).rejects.toBe("gone");
  });

  test("giving up while running gives no second place to anybody", async () => {
    const begun: string[] = [];
    const { run } = createLimiter({ calls: 1 });
    const giveUp = new AbortController();
    const first = aJob("1", begun);
    const second = aJob("2", begun);
    const waited = run(place, never, first.work);
    const running = run(place, giveUp.signal, second.work);
    first.end();
    await waited;
    await aMoment();
    giveUp.abort();
    await aMoment();
    expect(begun).toEqual(["1", "2"]);
    second.end();
    expect(await running).toBe("2");
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("broken"))],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
  ])("work that %s gives its place back", async (_how, work) => {
    const { run } = createLimiter({ calls: 1, callsPerSource: 1, callsPerTool: 1 });
    await expect(run(place, never, work)).rejects.toThrow("broken");
    expect(await run(place, never, async () => "next")).toBe("next");
  });
});

describe("the calls of a runtime", () => {
  /** A runtime whose tools note how many of them run at the same time, over all and by name. */
  function watched(names: readonly string[], options: Partial<RuntimeOptions>) {
    const running: string[] = [];
    const most = new Map<string, number>();
    const order: unknown[] = [];
    const note = (key: string, count: number) => most.set(key, Math.max(most.get(key) ?? 0, count));
    const tools = names.map((name) =>
      aTool(name, {
        execution: {
          type: "run",
          run: async (input) => {
            running.push(name);
            order.push((input as { at?: number }).at);
            note("all", running.length);
            note(name, running.filter((one) => one === name).length);
            await aMoment();
            running.splice(running.indexOf(name), 1);
            if ((input as { fails?: boolean }).fails) throw new Error("broken");
            return name;
          },
        },
      }),
    );
    return { runtime: createRuntime({ tools, ...options }), most, order };
  }

  test("never more than the limit, over all, by source and by tool", async () => {
    const calls = Array.from({ length: 30 }, (_, at) => ({
      name: ["a", "b", "c"][at % 3] ?? "",
      arguments: {},
    }));
    const peaks = async (concurrency: RuntimeOptions["concurrency"]) => {
      const { runtime, most } = watched(["a", "b", "c"], concurrency === undefined ? {} : { concurrency });
      const outcomes = await Promise.all(calls.map((call) => runtime.call(call)));
      expect(outcomes.every(({ outcome }) => outcome.type === "ok")).toBe(true);
      return ["all", "a", "b", "c"].map((key) => most.get(key));
    };
    expect(await peaks(undefined)).toEqual([30, 10, 10, 10]);
    expect((await peaks({ calls: 4 }))[0]).toBe(4);
    expect((await peaks({ callsPerSource: 3 }))[0]).toBe(3);
    expect(await peaks({ callsPerTool: 2 })).toEqual([6, 2, 2, 2]);
    expect(await peaks({ calls: 5, callsPerTool: 2 })).toEqual([5, 2, 2, 2]);
  });

  test("a limit of one on fifty calls of one batch: all are answered, in order, also after failures", async () => {
    const { runtime, most, order } = watched(["a"], { concurrency: { calls: 1 } });
    const calls = Array.from({ length: 50 }, (_, at) => ({
      id: String(at),
      name: "a",
      arguments: { at, fails: at % 5 === 0 },
    }));
    const entries = await runtime.step({ history: [], model: "m" }).accept({ calls });
    const results = entries.flatMap((entry) => (entry.role === "tool" ? [entry] : []));
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id));
    expect(results.map(({ meta }) => meta?.outcome)).toEqual(
      calls.map(({ arguments: { fails } }) => (fails ? "failed" : "ok")),
    );
    expect([most.get("all"), order]).toEqual([1, calls.map((_, at) => at)]);
  });

  test("a call that is cancelled while it waits ends as cancelled, and never runs", async () => {
    const { runtime, order } = watched(["a"], { concurrency: { callsPerTool: 1 } });
    const giveUp = new AbortController();
    const make = (at: number, signal?: AbortSignal) =>
      runtime.call({ name: "a", arguments: { at } }, signal === undefined ? {} : { signal });
    const calls = [make(0), make(1, giveUp.signal), make(2)];
    await Promise.resolve();
    giveUp.abort();
    const outcomes: Outcome[] = (await Promise.all(calls)).map(({ outcome }) => outcome);
    expect(outcomes.map(({ type }) => type)).toEqual(["ok", "cancelled", "ok"]);
    expect(outcomes[1]).toMatchObject({ by: "caller", entry: { name: "a" } });
    expect(order).toEqual([0, 2]);
  });

  test("waiting does not count as taking time: a call that waited as long as it may take runs all the same", async () => {
    const run = (input: unknown) => ((input as { hangs?: boolean }).hangs ? forever() : "ran");
    const tools = [aTool("a", { execution: { type: "run", run } })];
    const runtime = createRuntime({ tools, concurrency: { calls: 1 }, timeoutMs: 50 });
    const calls = [{ hangs: true }, { hangs: true }, {}].map((input) =>
      runtime.call({ name: "a", arguments: input }),
    );
    const types = (await Promise.all(calls)).map(({ outcome }) => outcome.type);
    expect(types).toEqual(["timed-out", "timed-out", "ok"]);
  });

  test("two runtimes do not share their limits", async () => {
    const concurrency = { calls: 1 };
    const [one, two] = [watched(["a"], { concurrency }), watched(["a"], { concurrency })];
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const holding = createRuntime({
      concurrency,
      tools: [aTool("hold", { execution: { type: "run", run: () => gate } })],
    });
    const held = holding.call({ name: "hold", arguments: {} });
    const others = await Promise.all(
      [one, two].map(({ runtime }) => runtime.call({ name: "a", arguments: {} })),
    );
    expect(others.map(({ outcome }) => outcome.type)).toEqual(["ok", "ok"]);
    open();
    expect((await held).outcome.type).toBe("ok");
  });
});

function forever(): Promise<never> {
  return new Promise(() => {});
}

describe("options that cannot be meant", () => {
  test.each([
    [{ timeoutMs: 0 }, "The option timeoutMs is 0."],
    [{ timeoutMs: -1 }, "The option timeoutMs is -1."],
    [{ timeoutMs: 2 ** 40 }, "or Infinity for no limit"],
    [{ timeoutMs: Number.NaN }, "The option timeoutMs is NaN."],
    [{ concurrency: { calls: 0 } }, "The option calls is 0. It has to be at least 1."],
    [{ concurrency: { callsPerTool: Number.NaN } }, "The option callsPerTool is NaN."],
    [{ resultTokens: -5 }, "The option resultTokens is -5."],
  ])("%j is refused when the runtime is made", (options, message) => {
    expect(() => createRuntime({ tools: [], ...options })).toThrow(message);
  });

  test("no limit of time is one", async () => {
    const runtime = createRuntime({ tools: [aTool("read")], timeoutMs: Number.POSITIVE_INFINITY });
    expect((await runtime.call({ name: "read", arguments: {} })).outcome.type).toBe("ok");
  });
});
