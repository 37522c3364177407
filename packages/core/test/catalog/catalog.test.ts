import { Catalog, type CatalogChange, PlimsollError, type Tool } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { description, toolName, tools } from "../arbitraries.ts";
import { aCatalog, aTool } from "../fixtures.ts";

describe("the catalog", () => {
  test("names tools of servers by their source, always, and tools of code by themselves", () => {
    const snapshot = aCatalog([aTool("read")], { github: [aTool("create_issue")] }).snapshot();
    expect(snapshot.entries().map(({ name, wireName }) => [name, wireName])).toEqual([
      ["read", "read"],
      ["github/create_issue", "github__create_issue"],
    ]);
  });

  test("is read as snapshots that later changes leave alone", () => {
    const catalog = aCatalog([aTool("read")]);
    const before = catalog.snapshot();
    catalog.replace({ id: "docs", kind: "mcp" }, { tools: [aTool("search")] });
    expect(before.size).toBe(1);
    expect(catalog.snapshot().size).toBe(2);
    expect(catalog.snapshot().version).toBeGreaterThan(before.version);
    expect(catalog.snapshot()).toBe(catalog.snapshot());
  });

  test("does not inspect a tool again that its source knows to have been taken, nor work out its hash", () => {
    const catalog = new Catalog();
    const [taken, other] = [aTool("taken"), aTool("other")];
    const broken = { inputSchema: { type: "array" } };
    catalog.add(
      { id: "docs", kind: "mcp" },
      {
        tools: [
          { ...taken, ...broken },
          { ...other, ...broken },
        ],
        known: new Map([["taken", "kept hash"]]),
      },
    );
    const snapshot = catalog.snapshot();
    expect(snapshot.entries().map(({ name, schemaHash }) => [name, schemaHash])).toEqual([
      ["docs/taken", "kept hash"],
    ]);
    expect(snapshot.setAside.map(({ tool }) => tool)).toEqual(["other"]);
  });

  test("keeps the entry of a tool that did not change", () => {
    const [kept, changed] = [aTool("kept"), aTool("changed")];
    const catalog = aCatalog([kept, changed]);
    const before = catalog.snapshot();
    catalog.replace(
      { id: "code", kind: "code" },
      { tools: [kept, { ...changed, description: "new words" }] },
    );
    expect(catalog.snapshot().get("kept")).toBe(before.get("kept"));
    expect(catalog.snapshot().get("changed")).not.toBe(before.get("changed"));
  });

  test("keeps the entry of a tool that is offered again, and not of one with another handler", () => {
    const tool = aTool("read");
    const catalog = aCatalog([tool]);
    const before = catalog.snapshot().get("read");
    catalog.replace({ id: "code", kind: "code" }, { tools: [structuredCloneWithHandler(tool)] });
    expect(catalog.snapshot().get("read")).toBe(before);
    catalog.replace({ id: "code", kind: "code" }, { tools: [aTool("read")] });
    expect(catalog.snapshot().get("read")).not.toBe(before);
  });

  test("tells subscribers what came and went, until they leave", () => {
    const catalog = aCatalog([]);
    const changes: CatalogChange[] = [];
    const unsubscribe = catalog.subscribe((change) => changes.push(change));
    catalog.replace({ id: "docs", kind: "mcp" }, { tools: [aTool("search")] });
    catalog.remove("docs");
    unsubscribe();
    catalog.replace({ id: "docs", kind: "mcp" }, { tools: [aTool("search")] });
    expect(changes.map(({ added, removed }) => [added.map(({ name }) => name), removed])).toEqual([
      [["docs/search"], []],
      [[], ["docs/search"]],
    ]);
  });

  test("removing a source that is not there says so", () => {
    expect(() => aCatalog([]).remove("gihub")).toThrow('Source "gihub" cannot be removed');
  });

  test("two code tools of one name are the developer's error", () => {
    const twice = () => aCatalog([aTool("read"), aTool("read")]);
    expect(twice).toThrow('Two tools are named "read"');
    try {
      twice();
    } catch (error) {
      expect(PlimsollError.is(error, "TOOL_DUPLICATE") && error.data).toEqual({
        tool: "read",
        source: "code",
      });
    }
  });

  test("has the same fingerprint for the same tools in any order, and another for other tools", () => {
    fc.assert(
      fc.property(tools, (listed) => {
        const fingerprint = (of: readonly Tool[]) => aCatalog(of).snapshot().fingerprint;
        expect(fingerprint([...listed].reverse())).toBe(fingerprint(listed));
        expect(fingerprint([...listed, aTool("one_more")])).not.toBe(fingerprint(listed));
      }),
    );
  });
});

function structuredCloneWithHandler({ execution, ...data }: Tool): Tool {
  return { ...structuredClone(data), execution };
}

describe("law 9: one bad tool stays one bad tool", () => {
  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic["properties"] = { self: cyclic };
  const loop: unknown[] = [];
  loop.push(loop);
  const deep = (levels: number): Record<string, unknown> => {
    let schema: Record<string, unknown> = { type: "object" };
    for (let level = 0; level < levels; level++) schema = { type: "object", properties: { a: schema } };
    return schema;
  };

  test.each([
    ["no name", { name: "" }, "it has no name"],
    ["no description", { description: undefined as never }, "its description is not a text"],
    ["a schema that is a list", { inputSchema: [] as never }, "its input schema is not an object"],
    ["a schema that is nothing", { inputSchema: null as never }, "its input schema is not an object"],
    [
      "a schema of another type",
      { inputSchema: { type: "string" } },
      'its input schema is not of type "object"',
    ],
    ["a cyclic schema", { inputSchema: cyclic }, "its schema is nested deeper than 64 levels"],
    ["a depth bomb", { inputSchema: deep(50_000) }, "its schema is nested deeper than 64 levels"],
    [
      "a cycle outside of schemas",
      { inputSchema: { type: "object", default: loop } },
      "its definition is not JSON: it is cyclic, or too deep",
    ],
    [
      "a megabyte of description",
      { description: "x".repeat(1e6) },
      "its description has 1000000 characters, and 40000 are allowed",
    ],
    [
      "a zero-width space",
      { description: "Open\u200B an issue" },
      "its description hides the character U+200B",
    ],
    ["a terminal escape", { description: "\u001B[31mred" }, "its description hides the character U+001B"],
    ["a bidirectional override", { name: "read\u202Ecod" }, "its name hides the character U+202E"],
    [
      "an output schema that is none",
      { outputSchema: { type: "objekt" } },
      'its output schema is not one: "type" at #: "objekt" is no type',
    ],
  ])("%s is set aside with the reason, and the rest of its source works", (_what, extra, reason) => {
    const snapshot = aCatalog([], { github: [{ ...aTool("bad"), ...extra }, aTool("good")] }).snapshot();
    expect(snapshot.setAside.map((aside) => aside.reason)).toEqual([reason]);
    expect(snapshot.entries().map(({ name }) => name)).toEqual(["github/good"]);
  });

  test("a slash in the name of a tool that is no server's is set aside", () => {
    const { setAside } = aCatalog([aTool("a/b")]).snapshot();
    expect(setAside.map(({ reason }) => reason)).toEqual([
      "its name has a “/”, which stands between a source and its tools",
    ]);
  });

  test("whatever is wrong with some tools, the others are there, and nothing throws", () => {
    const rubbish = fc.oneof(
      fc.record({ name: fc.anything(), description: fc.anything(), inputSchema: fc.anything() }),
      fc.record({ name: toolName, description, inputSchema: fc.object({ maxDepth: 6 }) }),
    );
    fc.assert(
      fc.property(fc.array(rubbish, { maxLength: 5 }), (bad) => {
        const offered = bad.map((one) => ({ ...aTool("x"), ...one }) as Tool);
        const snapshot = aCatalog([], { github: [...offered, aTool("good_one")] }).snapshot();
        expect(snapshot.get("github/good_one")).toBeDefined();
        expect(snapshot.size + snapshot.setAside.length).toBe(offered.length + 1);
        for (const { reason } of snapshot.setAside) expect(reason).not.toBe("");
      }),
    );
  });

  test("a server that lists a name twice keeps the first", () => {
    const first = aTool("same", { description: "first" });
    const snapshot = aCatalog([], { github: [first, aTool("same", { description: "second" })] }).snapshot();
    expect(snapshot.get("github/same")?.tool).toBe(first);
    expect(snapshot.setAside).toHaveLength(1);
  });
});

describe("what a name means", () => {
  const catalog = new Catalog({
    lifecycle: [
      { name: "exec_wait", replacement: "exec_shell_wait", state: "hidden", replay_supported: true },
      {
        name: "todo_write",
        replacement: "checklist_write",
        state: "deprecated",
        note: "use checklist_write instead",
      },
      {
        name: "gone",
        replacement: "checklist_write",
        state: "removed",
        planned_removal_version: "0.9.0",
        replay_supported: false,
        note: "since 0.9",
      },
      { name: "orphan", replacement: "nowhere", state: "hidden" },
    ],
  });
  catalog.replace(
    { id: "code", kind: "code" },
    {
      tools: [aTool("exec_shell_wait"), aTool("exec_wait"), aTool("checklist_write", { aliases: ["todos"] })],
    },
  );
  catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("create_issue"), aTool("search")] });
  catalog.replace({ id: "jira", kind: "mcp" }, { tools: [aTool("search"), aTool("enter-worktree")] });
  const snapshot = catalog.snapshot();

  test.each([
    ["checklist_write", "canonical", "checklist_write"],
    ["github__create_issue", "wire", "github/create_issue"],
    ["mcp__github__create_issue", "wire", "github/create_issue"],
    ["todos", "alias", "checklist_write"],
    ["GitHub/Create-Issue", "folded", "github/create_issue"],
    ["EnterWorktree", "suffix", "jira/enter-worktree"],
    ["create_issue", "suffix", "github/create_issue"],
  ])("%s is found by its %s form", (name, by, canonical) => {
    const resolution = snapshot.resolve(name);
    expect(resolution).toMatchObject({ type: "found", by, entry: { name: canonical } });
  });

  test("a suffix that two servers share means neither", () => {
    expect(snapshot.resolve("search")).toEqual({ type: "unknown", name: "search" });
  });

  test("a hidden name is its twin, silently, and is listed nowhere", () => {
    expect(snapshot.resolve("exec_wait")).toEqual({
      type: "found",
      by: "retired",
      retired: "hidden",
      entry: snapshot.get("exec_shell_wait"),
    });
    expect(snapshot.entries().map(({ name }) => name)).not.toContain("exec_wait");
  });

  test("a deprecated name is its twin, with the note", () => {
    expect(snapshot.resolve("todo_write")).toMatchObject({
      retired: "deprecated",
      note: "use checklist_write instead",
      entry: { name: "checklist_write" },
    });
  });

  test("a removed name says what replaced it", () => {
    expect(snapshot.resolve("gone")).toEqual({
      type: "removed",
      name: "gone",
      replacement: "checklist_write",
      note: "since 0.9",
    });
  });

  test("a retired name without a living replacement, and not registered, is unknown", () => {
    expect(snapshot.resolve("orphan")).toEqual({ type: "unknown", name: "orphan" });
  });

  test("a retired name in another casing is the retired name", () => {
    expect(snapshot.resolve("Todo-Write")).toMatchObject({
      retired: "deprecated",
      entry: { name: "checklist_write" },
    });
  });

  test("names of punctuation alone do not meet", () => {
    expect(
      aCatalog([aTool("!!")])
        .snapshot()
        .resolve("???"),
    ).toEqual({ type: "unknown", name: "???" });
  });

  test.each(["__proto__", "constructor", "", "\u0000", "toString"])("%j is no tool", (name) => {
    expect(snapshot.resolve(name)).toEqual({ type: "unknown", name });
  });
});
