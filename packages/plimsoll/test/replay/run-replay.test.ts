import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parseManifest } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { manifestCatalog } from "../../src/replay/manifest-catalog.ts";
import { runReplay } from "../../src/replay/run-replay.ts";
import { temporaryFolder } from "../support/servers.ts";

const snapshot = manifestCatalog(
  parseManifest({
    version: "0.8.53",
    provides: {
      tools: [
        "exec_shell_wait",
        "github/create_issue",
        { name: "open", canonicalName: "github/create_issue" },
      ],
    },
    lifecycle: [{ name: "exec_wait", replacement: "exec_shell_wait", state: "hidden" }],
  }),
).snapshot();

const asks = (...names: string[]) => ({
  role: "assistant",
  content: names.map((name, at) => ({ type: "tool_use", id: `${name}-${at}`, name, input: {} })),
});
const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join("\n");
const GO = { role: "user", content: "Go" };

/** What becomes of one file. */
async function replay(content: string | Uint8Array) {
  const file = join(temporaryFolder(), "t");
  writeFileSync(file, content);
  const { transcripts, unreadable, counts } = await runReplay([file], { snapshot, argumentsChecked: false });
  return {
    calls: transcripts.map(({ line, calls }) => [
      line,
      calls.map((call) => [call.line ?? call.entry, call.level]),
    ]),
    unreadable: unreadable.map(({ line, reason }) => [line, reason]),
    counts,
  };
}

describe("a transcript file", () => {
  it("may be one document, over one line or many", async () => {
    const value = { messages: [GO, asks("exec_wait", "gone")] };
    for (const text of [
      JSON.stringify(value),
      JSON.stringify(value, undefined, 2),
      `\uFEFF${JSON.stringify(value)}\n`,
    ]) {
      const expected = [
        [
          undefined,
          [
            [1, "ok"],
            [1, "error"],
          ],
        ],
      ];
      expect(await replay(text)).toMatchObject({ calls: expected, unreadable: [] });
    }
  });

  it("may be JSON Lines of messages: one transcript, and each call knows its line", async () => {
    const text = lines(GO, asks("exec_wait"), { type: "summary", summary: "x" }, asks("gone"));
    const expected = [
      [
        undefined,
        [
          [2, "ok"],
          [4, "error"],
        ],
      ],
    ];
    expect((await replay(text)).calls).toEqual(expected);
    expect((await replay(gzipSync(text))).calls).toEqual(expected);
  });

  it("may be JSON Lines or a list of whole transcripts", async () => {
    const many = [{ messages: [asks("exec_wait")] }, { messages: [asks("open")] }];
    expect((await replay(lines(...many))).calls).toEqual([
      [1, [[0, "ok"]]],
      [2, [[0, "ok"]]],
    ]);
    expect((await replay(JSON.stringify(many))).calls).toHaveLength(2);
  });

  it("takes the result of a call for an entry, though it has an output as a response has", async () => {
    const text = lines(
      { type: "function_call", call_id: "a", name: "exec_wait", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "done" }] },
    );
    expect(await replay(text)).toMatchObject({ counts: { transcripts: 1, calls: 1, ok: 1 } });
  });

  it.each<[string, string, number, string]>([
    [
      "a line that was cut off",
      `${lines(GO, asks("exec_wait"))}\n{"role": "assist`,
      3,
      "The line is not JSON.",
    ],
    [
      "a document that is broken",
      '[\n  { "role": "user" "content": "a" }\n]',
      2,
      "It is not JSON: comma expected.",
    ],
    [
      "an entry that is none",
      lines(GO, { role: "bot" }),
      2,
      'Entry 1 of the transcript cannot be read: its role is "bot".',
    ],
    ["nothing", "\n\n", 1, "It is empty."],
    [
      "another kind of document",
      '{"tools": []}',
      1,
      "Entry 0 of the transcript cannot be read: it has no messages",
    ],
    ["a text", "Dear diary", 1, "It is not JSON"],
  ])("that holds %s is named with the place", async (_what, text, line, reason) => {
    const { unreadable } = await replay(text);
    expect(unreadable).toEqual([[line, expect.stringContaining(reason)]]);
  });

  it("loses only the line that cannot be read", async () => {
    expect(await replay(`${lines(asks("exec_wait"))}\n{"ro\n${lines(asks("open"))}`)).toMatchObject({
      counts: { calls: 2, ok: 2 },
      unreadable: [[2, "The line is not JSON."]],
    });
  });

  it("may be long: many thousand calls of names that nobody knows", async () => {
    const text = lines(...Array.from({ length: 20_000 }, (_, at) => asks("exec_wait", `gone_${at % 50}`)));
    expect((await replay(text)).counts).toMatchObject({ calls: 40_000, ok: 20_000, error: 20_000 });
  });
});
