import { createRuntime, rejectedBy, toEntryDocument, toSignature } from "@plimsoll/core";
import { fromMcpTool, type McpTool } from "@plimsoll/core/mcp";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedValue, hostileValue } from "../../../../test/fuzz/hostile-json.ts";
import { readResult } from "../../src/tool/tool-result.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";

const LISTED = {
  name: "create_issue",
  title: "Create an issue",
  description: "Opens an issue in a repository",
  inputSchema: {
    type: "object",
    properties: {
      repo: { type: "string", pattern: "^[a-z]+/[a-z]+$", description: "owner/name" },
      labels: { type: "array", items: { $ref: "#/$defs/label" }, uniqueItems: true },
      state: { enum: ["open", "closed"], default: "open" },
      count: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
    },
    required: ["repo"],
    additionalProperties: false,
    $defs: { label: { type: "string", minLength: 1, format: "uri" } },
  },
  outputSchema: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
  annotations: { readOnlyHint: false, destructiveHint: true, title: "Create" },
  _meta: { "anthropic/searchHint": "bug", "anthropic/alwaysLoad": false },
};
const GIVEN = { repo: "a/b", labels: ["x"], state: "open", count: 1 };
const RESULT = {
  content: [
    { type: "text", text: "done", annotations: { audience: ["user"], priority: 1 } },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "a" } },
    { type: "resource_link", uri: "file:///b", name: "b" },
  ],
  structuredContent: { number: 1 },
  isError: false,
  _meta: { a: { b: 1 } },
};
const DIALECTS = ["anthropic", "openai", "gemini"] as const;

/** What a catalog, a search, a model and a provider are told of a tool, and a call of it. */
async function offer(listed: unknown, given: unknown): Promise<void> {
  const runtime = createRuntime({ tools: [aTool("healthy")] });
  const run = () => "ran";
  const tools = [listed, { ...LISTED, name: "fine" }].map((tool) =>
    fromMcpTool(tool as McpTool, { type: "run", run }),
  );
  runtime.catalog.replace({ id: "hostile", kind: "mcp" }, { tools });
  const snapshot = runtime.catalog.snapshot();
  expect(snapshot.entries().length + snapshot.setAside.length).toBeGreaterThanOrEqual(3);
  for (const entry of snapshot.entries()) {
    toSignature(entry.wireName, entry.tool.inputSchema);
    toEntryDocument(entry, snapshot);
    for (const dialect of DIALECTS) rejectedBy(entry.tool.inputSchema, dialect);
  }
  await runtime.find("open an issue in a repository");
  const talk = talkWith(runtime, { model: "claude-sonnet-4-5" });
  const names = snapshot.entries().map(({ name }) => name);
  await talk.call(
    calling("tool_find", { query: "issue" }),
    calling("tool_describe", { names: names.slice(0, 10) }),
    ...names.map((name) => calling("tool_call", { name, arguments: given })),
    calling("healthy"),
  );
  expect(talk.textOf("healthy")).toBe("ran healthy");
  runtime.step({ model: "m", history: JSON.parse(JSON.stringify(talk.history)) });
}

describe("a tool that a server lists, somebody having changed it", () => {
  fuzz(
    "is offered or set aside, and costs no other tool anything",
    changedValue([LISTED]),
    (listed) => offer(listed, GIVEN),
    { runs: 80 },
  );

  fuzz("is set aside where it is anything else", hostileValue, (listed) => offer(listed, GIVEN), {
    runs: 50,
  });

  fuzz(
    "is called with what a model makes up",
    fc.oneof(changedValue([GIVEN]), hostileValue),
    (given) => offer(LISTED, given),
    { runs: 40 },
  );
});

describe("what a tool answers, somebody having changed it", () => {
  fuzz(
    "is a result or is unusable, and the conversation goes on",
    changedValue([RESULT]),
    async (answer) => {
      const read = readResult(answer);
      if (read.type === "ok") expect(readResult(read.result)).toEqual(read);
      const runtime = createRuntime({
        tools: [
          aTool("healthy"),
          aTool("hostile", { execution: { type: "run", run: () => answer } }),
          aTool("typed", {
            outputSchema: LISTED.outputSchema,
            execution: { type: "run", run: () => answer },
          }),
        ],
      });
      const talk = talkWith(runtime);
      await talk.call(calling("hostile"), calling("typed"), calling("healthy"));
      expect(talk.textOf("healthy")).toBe("ran healthy");
      runtime.step({ model: "m", history: JSON.parse(JSON.stringify(talk.history)) });
    },
    { runs: 150 },
  );
});
