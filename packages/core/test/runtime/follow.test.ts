import { createRuntime, type Source } from "@plimsoll/core";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

/** A source whose listing can be changed and held back, and that counts what is done to it. */
function aSource(id: string, tools: readonly string[]) {
  const did = { listed: 0, closed: 0, listeners: new Set<() => void>() };
  let names = tools;
  let gate = Promise.resolve();
  const source: Source = {
    id,
    kind: "mcp",
    async list() {
      did.listed += 1;
      const listed = names;
      await gate;
      return { tools: listed.map((name) => aTool(name)) };
    },
    subscribe(listener) {
      did.listeners.add(listener);
      return () => did.listeners.delete(listener);
    },
    async close() {
      did.closed += 1;
    },
  };
  return {
    source,
    did,
    change(next: readonly string[]) {
      names = next;
      for (const listener of did.listeners) listener();
    },
    holdBack() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}

describe("a source that is followed later", () => {
  test("is listed, found and called like the others, and does not disturb them", async () => {
    const one = aSource("one", ["read"]);
    const two = aSource("two", ["write"]);
    const runtime = createRuntime({ sources: [one.source] });
    await runtime.ready();
    const before = runtime.catalog.snapshot().get("one/read");
    runtime.follow(two.source);
    expect(await runtime.ready()).toEqual([]);
    expect(runtime.catalog.snapshot().get("one/read")).toBe(before);
    expect(one.did).toMatchObject({ listed: 1, closed: 0 });
    expect((await runtime.find("write")).matches[0]?.name).toBe("two/write");
    expect((await runtime.call({ name: "two/write", arguments: {} })).outcome.type).toBe("ok");
  });

  test("follows its own changes", async () => {
    const runtime = createRuntime({});
    const one = aSource("one", ["a"]);
    runtime.follow(one.source);
    await runtime.ready();
    one.change(["b"]);
    await new Promise(setImmediate);
    expect(runtime.catalog.snapshot().entries()).toMatchObject([{ name: "one/b" }]);
  });

  test("that fails is told by ready, and costs only itself", async () => {
    const runtime = createRuntime({ sources: [aSource("one", ["a"]).source] });
    runtime.follow({ id: "bad", kind: "mcp", list: () => Promise.reject(new Error("away")) });
    expect(await runtime.ready()).toMatchObject([{ source: "bad", error: { message: "away" } }]);
    expect(runtime.catalog.snapshot().get("one/a")).toBeDefined();
  });

  test("must have an id of its own", () => {
    const runtime = createRuntime({ sources: [aSource("one", []).source] });
    const twin = aSource("one", []);
    expect(() => runtime.follow(twin.source)).toThrow("two sources have that id");
    expect(twin.did.listed).toBe(0);
    expect(() => runtime.follow(aSource("no id!", []).source)).toThrow("it is not an id");
  });

  test("is closed with the runtime", async () => {
    const runtime = createRuntime({});
    const one = aSource("one", []);
    runtime.follow(one.source);
    await runtime.close();
    expect(one.did.closed).toBe(1);
  });
});

describe("a source that is left", () => {
  test("is closed, heard no more, and its tools are gone", async () => {
    const runtime = createRuntime({ sources: [aSource("stays", ["a"]).source] });
    const one = aSource("one", ["a"]);
    const leave = runtime.follow(one.source);
    await runtime.ready();
    await leave();
    expect(one.did).toMatchObject({ closed: 1 });
    expect(one.did.listeners.size).toBe(0);
    expect(runtime.catalog.snapshot().entries()).toMatchObject([{ name: "stays/a" }]);
    expect((await runtime.call({ name: "one/a", arguments: {} })).outcome).toMatchObject({
      type: "rejected",
      reason: "unknown",
    });
  });

  test("does not come back with a listing that was under way", async () => {
    const runtime = createRuntime({});
    const one = aSource("one", ["a"]);
    const release = one.holdBack();
    const leave = runtime.follow(one.source);
    await leave();
    release();
    await new Promise(setImmediate);
    expect(runtime.catalog.snapshot().entries()).toEqual([]);
  });

  test("may be left twice, also when another has its id by then", async () => {
    const runtime = createRuntime({});
    const leave = runtime.follow(aSource("one", ["old"]).source);
    await runtime.ready();
    await leave();
    const next = aSource("one", ["new"]);
    runtime.follow(next.source);
    await runtime.ready();
    await leave();
    expect(next.did.closed).toBe(0);
    expect(runtime.catalog.snapshot().entries()).toMatchObject([{ name: "one/new" }]);
  });
});
