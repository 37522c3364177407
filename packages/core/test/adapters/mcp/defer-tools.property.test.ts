import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import type { McpToolServer } from "@plimsoll/core/mcp";
import { deferTools } from "@plimsoll/core/mcp";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientV2, connectInMemory, connectModern, MODERN } from "./connect.ts";

/** A tool that a server's author may have written, with what it answers. */
interface AuthoredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: "string" | "integer" | "boolean" }[];
  /** Whether it has a parameter that nobody has to give. */
  readonly hasDefault: boolean;
  readonly answer: "text" | "structured" | "error" | "throw" | "image";
}

const word = fc.constantFrom("merge", "branch", "ticket", "invoice", "kiln", "city", "weather", "note");

const authoredTool: fc.Arbitrary<AuthoredTool> = fc.record({
  name: fc.tuple(word, word, fc.nat({ max: 99 })).map((parts) => parts.join("_")),
  description: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
  parameters: fc.uniqueArray(
    fc.record({
      name: word,
      type: fc.constantFrom("string" as const, "integer" as const, "boolean" as const),
    }),
    { maxLength: 3, selector: ({ name }) => name },
  ),
  hasDefault: fc.boolean(),
  answer: fc.constantFrom("text", "structured", "error", "throw", "image"),
});

const toolset = fc.uniqueArray(authoredTool, { minLength: 1, maxLength: 6, selector: ({ name }) => name });

/** The server as its author wrote it; `registrar` says what the tools are registered with. */
function aServer(
  tools: readonly AuthoredTool[],
  registrar: (server: McpServer) => Pick<McpServer, "registerTool">,
): McpServer {
  const server = new McpServer({ name: "authored", version: "1" });
  const registering = registrar(server);
  for (const tool of tools) {
    const properties = Object.fromEntries(tool.parameters.map(({ name, type }) => [name, { type }]));
    const pace = tool.hasDefault ? { pace: { type: "string", default: "slow" } } : {};
    const required = Object.keys(properties);
    const inputSchema = { type: "object", properties: { ...properties, ...pace }, required };
    const config = { description: tool.description, inputSchema: fromJsonSchema(inputSchema) };
    registering.registerTool(tool.name, config, async (input) => answerOf(tool, input));
  }
  return server;
}

function answerOf({ name, answer }: AuthoredTool, input: unknown) {
  const text = `${name} ${JSON.stringify(input)}`;
  if (answer === "throw") throw new Error(text);
  const block = { type: "text" as const, text, _meta: { "example.com/block": 1 } };
  const image = { type: "image" as const, data: "aGk=", mimeType: "image/png" };
  return {
    content: answer === "image" ? [image, block] : [block],
    ...(answer === "structured" ? { structuredContent: { input, name } } : {}),
    ...(answer === "error" ? { isError: true } : {}),
    _meta: { "example.com/id": name.length },
  };
}

const VALUES = { string: "x", integer: 3, boolean: true } as const;

function inputOf({ parameters }: AuthoredTool): Record<string, unknown> {
  return Object.fromEntries(parameters.map(({ name, type }) => [name, VALUES[type]]));
}

/** A schema that names no draft is of the usual one. */
function withoutDraft(schema: Readonly<Record<string, unknown>> = {}): unknown {
  const { $schema: _draft, ...rest } = schema;
  return rest;
}

describe.each(["legacy", MODERN] as const)("over any toolset, in the era %j", (mode) => {
  const connect = (server: () => McpServer) =>
    mode === "legacy" ? connectInMemory(clientV2(), server()) : connectModern(clientV2(mode), server);

  test("what is found, described and called is what the server itself lists and answers, to the byte", async () => {
    await fc.assert(
      fc.asyncProperty(toolset, fc.nat(), async (tools, at) => {
        const pin = tools[at % tools.length]?.name ?? "";
        const plain = await connect(() => aServer(tools, (server) => server));
        const deferred = await connect(() => aServer(tools, (server) => deferTools(server, { pins: [pin] })));
        const listed = new Map((await plain.listTools()).tools.map((tool) => [tool.name, tool]));
        const shown = (await deferred.listTools()).tools;
        expect(JSON.stringify(shown.find(({ name }) => name === pin))).toBe(JSON.stringify(listed.get(pin)));
        expect(shown.filter(({ name }) => listed.has(name))).toHaveLength(1);

        for (const tool of tools) {
          const { name } = tool;
          const found = await deferred.callTool({ name: "tool_find", arguments: { query: `\`${name}\`` } });
          const { matches } = found.structuredContent as { matches: { name: string }[] };
          expect(matches[0]?.name).toBe(name);
          const described = await deferred.callTool({ name: "tool_describe", arguments: { names: [name] } });
          const { description, inputSchema } = listed.get(name) ?? {};
          expect(described.structuredContent).toMatchObject({
            tools: [{ name, description, inputSchema: withoutDraft(inputSchema) }],
          });

          const call = { name, arguments: inputOf(tool) };
          const expected = JSON.stringify(await plain.callTool(call));
          expect(JSON.stringify(await deferred.callTool(call))).toBe(expected);
          const through = await deferred.callTool({ name: "tool_call", arguments: call });
          expect(JSON.stringify(through)).toBe(expected);
        }
        await Promise.all([plain.close(), deferred.close()]);
      }),
      { numRuns: 30 },
    );
  });
});

test("a server type that fits is one that has what the SDK's servers have", () => {
  const fits = (_server: McpToolServer): boolean => true;
  expect(fits(new McpServer({ name: "a", version: "1" }))).toBe(true);
});
