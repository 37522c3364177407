import { createRuntime, type TelemetryEvent } from "@plimsoll/core";
import { createSearchIndex, type SearchIndex } from "@plimsoll/core/search";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { calling, talkWith, textOf } from "../runtime/talk.ts";

const tools = [aTool("healthy"), aTool("read_file", { lazy: true })];

describe("an index that cannot take the tools", () => {
  const put = () => {
    throw new Error("the disk is full");
  };

  test("fails the searches, and nothing else", async () => {
    const talk = talkWith(createRuntime({ tools, index: withPut(put) }));
    await talk.call(calling("healthy"), calling("tool_find", { query: "read" }), calling("healthy"));
    const results = talk.history.filter((message) => message.role === "tool");
    expect(results.map((result) => [textOf(result), result.isError === true])).toEqual([
      ["ran healthy", false],
      ["tool_find failed: the disk is full", true],
      ["ran healthy", false],
    ]);
  });
});

test("only a search touches the index", async () => {
  const put: string[][] = [];
  const events: TelemetryEvent[] = [];
  const own = createSearchIndex();
  const index = withPut((documents) => {
    put.push(documents.map(({ name }) => name));
    own.put(documents);
  }, own);
  const talk = talkWith(createRuntime({ tools, index, telemetry: (event) => void events.push(event) }));
  await talk.call(calling("healthy"), calling("tool_call", { name: "read_file", arguments: {} }));
  await talk.call(calling("tool_describe", { names: ["read_file"] }), calling("no_such_tool"));
  expect(put).toEqual([]);

  await talk.call(calling("tool_find", { query: "read file" }));
  await talk.call(calling("tool_find", { query: "read file" }));
  expect(put).toEqual([["healthy", "read_file"]]);
  expect(talk.textOf("tool_find")).toContain("read_file");
  expect(events.filter(({ type }) => type === "search-end")).toHaveLength(2);
});

function withPut(put: SearchIndex["put"], own: SearchIndex = createSearchIndex()): SearchIndex {
  return {
    size: 0,
    pending: 0,
    put,
    remove: (names) => own.remove(names),
    removeSource: (source) => own.removeSource(source),
    search: (request) => own.search(request),
    settled: () => own.settled(),
    save: () => own.save(),
  };
}
