import { Catalog } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { fillFromRecordings } from "../../src/simulate/recorded-catalog.ts";
import { readRecordedRequest } from "../../src/simulate/recorded-request.ts";

const schema = { type: "object", properties: {} };

describe("what a recording says beside its messages", () => {
  it.each([
    [
      "Anthropic",
      {
        system: [{ type: "text", text: "Be kind." }],
        tools: [
          { name: "a", description: "A", input_schema: schema },
          { type: "bash_20250124", name: "bash" },
        ],
        messages: [],
      },
    ],
    [
      "Chat Completions",
      {
        messages: [{ role: "system", content: "Be kind." }],
        tools: [{ type: "function", function: { name: "a", description: "A", parameters: schema } }],
      },
    ],
    [
      "Responses",
      {
        instructions: "Be kind.",
        input: "go",
        tools: [
          { type: "function", name: "a", description: "A", parameters: schema },
          { type: "web_search" },
        ],
      },
    ],
  ])("is read from a request of %s", (_, value) => {
    expect(readRecordedRequest(value)).toEqual({
      system: "Be kind.",
      tools: [{ name: "a", description: "A", inputSchema: schema }],
    });
  });

  it("is the system prompt alone in a list of messages, and nothing in anything else", () => {
    const entries = [
      { role: "developer", content: "Be kind." },
      { role: "system", content: [{ type: "text", text: "And brief." }] },
      { role: "user", content: "go" },
    ];
    expect(readRecordedRequest(entries)).toEqual({ system: "Be kind.\nAnd brief.", tools: [] });
    for (const value of [null, 1, "x", [], {}, [null]]) {
      expect(readRecordedRequest(value)).toEqual({ system: "", tools: [] });
    }
  });
});

describe("the catalog of recorded arrays", () => {
  it("has servers where names tell them, the first tool of a name, and no meta-tools", () => {
    const catalog = new Catalog();
    const listed = ["mcp__git_hub__create_issue", "files__read", "read", "read", "tool_find", "_x__y"];
    fillFromRecordings(
      catalog,
      listed.map((name, at) => ({ name, description: `${at}`, inputSchema: { type: "object" as const } })),
      (name) => name === "tool_find",
    );
    const entries = catalog.snapshot().entries();
    expect(entries.map(({ name, tool }) => [name.split("/").at(-1), tool.description])).toEqual(
      expect.arrayContaining([
        ["create_issue", "0"],
        ["read", "1"],
        ["read", "2"],
        ["_x__y", "5"],
      ]),
    );
    expect(entries).toHaveLength(4);
    for (const name of listed.filter((one) => one !== "tool_find")) {
      const found = catalog.snapshot().resolve(name);
      const [first] = listed.flatMap((one, at) => (one === name ? [`${at}`] : []));
      expect(found.type === "found" && found.entry.tool.description).toBe(first);
    }
  });
});
