import { describe, expect, it } from "vitest";
import { findIn, findInManifest, manifest, tool, toolsOf } from "./subjects.ts";

const row = (name: string, state: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  name,
  state,
  ...fields,
});
const offering = (...tools: unknown[]) => ({ provides: { tools } });

describe("retired-name-visible", () => {
  it("finds a retired name in the list of tools, and one that another row pins", () => {
    const findings = findInManifest("retired-name-visible", {
      ...offering("exec_wait", { name: "tts" }, "exec_shell_wait"),
      lifecycle: [
        row("exec_wait", "hidden-compatibility", { replacement: "exec_shell_wait" }),
        row("tts", "deprecated", { replacement: "speech" }),
        row("todo", "active"),
        row("todo", "hidden", { replacement: "speech" }),
      ],
    });
    expect(toolsOf(findings)).toEqual(["exec_wait", "todo", "tts"]);
    expect(findings[0]).toMatchObject({ severity: "error", place: "m.json:5:4" });
  });

  it("leaves names alone that are only registered, or are entries of another name", () => {
    const laid = manifest({
      ...offering("exec_shell_wait", { name: "exec_wait", canonicalName: "exec_shell_wait" }),
      lifecycle: [row("exec_wait", "hidden", { replacement: "exec_shell_wait" })],
    });
    expect(findIn("retired-name-visible", { a: [tool("exec_wait", "Waits.")] }, laid)).toEqual([]);
  });
});

describe("replacement-not-living", () => {
  it("is sure of a dead end only where a catalog says what lives; without one it is worth a look", () => {
    const value = { lifecycle: [row("dead", "deprecated", { replacement: "speach" })] };
    const [alone] = findInManifest("replacement-not-living", value);
    expect(alone?.severity).toBe("info");
    const [sure] = findIn("replacement-not-living", { a: [tool("speech", "Speaks.")] }, manifest(value));
    expect(sure).toMatchObject({
      severity: "error",
      message: "Its replacement speach is not a living tool.",
    });
  });

  it("finds a missing replacement, a circle and a dead end, each at its row", () => {
    const findings = findInManifest("replacement-not-living", {
      ...offering("speech"),
      lifecycle: [
        row("none", "hidden"),
        row("via", "deprecated", { replacement: "none" }),
        row("a", "deprecated", { replacement: "b" }),
        row("b", "hidden", { replacement: "a" }),
        row("dead", "deprecated", { replacement: "speach" }),
      ],
    });
    expect(findings.map(({ tool: name, message }) => [name, message])).toEqual([
      ["a", "Its replacements go round in a circle: a → b → a."],
      ["b", "Its replacements go round in a circle: b → a → b."],
      ["dead", "Its replacement speach is not listed here. Check it with --catalog."],
      ["none", "It is retired and names no replacement."],
      ["via", "It leads to none, which is retired and names no replacement."],
    ]);
  });

  it("takes a chain that ends in a tool of the manifest or of the catalog", () => {
    const lifecycle = [
      row("old", "hidden", { replacement: "newer" }),
      row("newer", "deprecated", { replacement: "a/speak" }),
    ];
    expect(findInManifest("replacement-not-living", { ...offering("a/speak"), lifecycle })).toEqual([]);
    const tools = { a: [tool("speak", "Speaks.")] };
    expect(findIn("replacement-not-living", tools, manifest({ lifecycle }))).toEqual([]);
    expect(findIn("replacement-not-living", {}, manifest({ lifecycle }))).toHaveLength(2);
  });
});

describe("lifecycle-row-twice", () => {
  it("finds a name with two rows, and points at the second", () => {
    const lifecycle = [row("a", "active"), row("b", "active"), row("a", "deferred")];
    expect(findInManifest("lifecycle-row-twice", { lifecycle })).toMatchObject([
      { tool: "a", place: "m.json:15:3", message: "It has 2 lifecycle rows; the first is at m.json:7:3." },
    ]);
    expect(findInManifest("lifecycle-row-twice", { lifecycle: lifecycle.slice(0, 2) })).toEqual([]);
  });
});

describe("removal-without-version", () => {
  it("finds what goes at no version", () => {
    const lifecycle = [
      row("a", "removed"),
      row("b", "removed", { planned_removal_version: "TBD (≥ 0.9.x)" }),
      row("c", "hidden", { replay_supported: "No" }),
      row("d", "removed", { planned_removal_version: "0.9.x", replay_supported: false }),
      row("e", "deprecated", { replacement: "x", planned_removal_version: "TBD" }),
    ];
    expect(toolsOf(findInManifest("removal-without-version", { lifecycle }))).toEqual(["a", "b", "c"]);
  });
});

describe("removal-overdue", () => {
  it("finds what still dispatches at the version it was to go at", () => {
    const planned = { planned_removal_version: "0.9.0" };
    const lifecycle = [
      row("due", "deprecated", planned),
      row("said", "removed", { ...planned, replay_supported: true }),
      row("gone", "removed", { ...planned, replay_supported: false }),
      row("later", "hidden", { planned_removal_version: "1.1.0" }),
      row("open", "hidden", { planned_removal_version: "TBD" }),
    ];
    expect(toolsOf(findInManifest("removal-overdue", { lifecycle }))).toEqual(["due", "said"]);
    expect(findInManifest("removal-overdue", { version: "0.8.0", lifecycle })).toEqual([]);
  });
});

describe("one-implementation", () => {
  it("finds two visible names of one handler, and two entries of one canonical name", () => {
    const execution = { type: "run", run: async () => "done" } as const;
    const wait = [
      tool("exec_wait", "Waits.", { execution }),
      tool("exec_shell_wait", "Waits.", { execution }),
    ];
    expect(findIn("one-implementation", { a: wait })).toMatchObject([
      { tool: "a/exec_shell_wait", others: ["a/exec_wait"], severity: "error" },
    ]);
    const hidden = manifest({
      lifecycle: [row("a/exec_wait", "hidden", { replacement: "a/exec_shell_wait" })],
    });
    expect(findIn("one-implementation", { a: wait }, hidden)).toEqual([]);
  });

  it("finds an alias of the manifest that is offered as a tool too", () => {
    const alias = { name: "tts", canonicalName: "speech" };
    expect(findInManifest("one-implementation", offering("speech", alias, "tts"))).toMatchObject([
      { tool: "speech", others: ["tts"] },
    ]);
    expect(findInManifest("one-implementation", offering("speech", alias))).toEqual([]);
  });
});

describe("behavioural-lazy", () => {
  it("finds a behavioural tool that is lazy, or deferred by a row", () => {
    const ask = { name: "ask_user", behavioural: true };
    expect(toolsOf(findInManifest("behavioural-lazy", offering({ ...ask, lazy: true })))).toEqual([
      "ask_user",
    ]);
    const lifecycle = [row("ask_user", "deferred")];
    expect(toolsOf(findInManifest("behavioural-lazy", { ...offering(ask), lifecycle }))).toEqual([
      "ask_user",
    ]);
    expect(findInManifest("behavioural-lazy", offering(ask, { name: "other", lazy: true }))).toEqual([]);
    const tools = { a: [tool("ask", "Asks.", { behavioural: true, lazy: true })] };
    expect(toolsOf(findIn("behavioural-lazy", tools))).toEqual(["a/ask"]);
    expect(findIn("behavioural-lazy", { a: [tool("ask", "Asks.", { behavioural: true })] })).toEqual([]);
  });
});
