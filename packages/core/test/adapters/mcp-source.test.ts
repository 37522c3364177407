import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { createRuntime } from "@plimsoll/core";
import { mcpSource } from "@plimsoll/core/mcp";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A real server of the official SDK, and a client connected to it. */
async function aServer(): Promise<Client> {
  const server = new McpServer(
    { name: "tracker", version: "1" },
    { instructions: "Issues live in repositories." },
  );
  server.registerTool(
    "create_issue",
    {
      description: "Open an issue",
      inputSchema: z.object({ title: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ title }) => ({
      content: [{ type: "text", text: `opened ${title}` }],
      _meta: { "example.com/id": 7 },
    }),
  );
  server.registerTool(
    "list_issues",
    { description: "List issues", annotations: { readOnlyHint: true } },
    async () => ({
      content: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
    }),
  );
  server.registerTool("explode", { description: "Fails" }, async () => {
    throw new Error("the fuse is wet");
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  closing.push(() => client.close());
  return client;
}

describe("an MCP server as a source", () => {
  test("brings its tools under its name, classed by their hints", async () => {
    const runtime = createRuntime({ sources: [mcpSource("tracker", await aServer())] });
    expect(await runtime.ready()).toEqual([]);
    const entries = runtime.catalog.snapshot().entries();
    expect(entries.map(({ name, risk }) => [name, risk.level, risk.verified, risk.external])).toEqual([
      ["tracker/create_issue", "write", true, false],
      ["tracker/explode", "write", false, true],
      ["tracker/list_issues", "read", true, false],
    ]);
    expect(runtime.catalog.snapshot().sources.at(-1)).toMatchObject({
      id: "tracker",
      tools: 3,
      instructions: "Issues live in repositories.",
    });
  });

  test("passes results through whole, and errors in the server's own words", async () => {
    const runtime = createRuntime({ sources: [mcpSource("tracker", await aServer())] });
    await runtime.ready();
    const call = async (name: string, input: unknown = {}) =>
      (await runtime.call({ name, arguments: input })).result;
    expect(await call("tracker/create_issue", { title: "Broken" })).toMatchObject({
      content: [{ type: "text", text: "opened Broken" }],
      _meta: { "example.com/id": 7 },
    });
    expect(await call("list_issues")).toMatchObject({ content: [{ type: "image", data: "aGk=" }] });
    expect(await call("explode")).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("the fuse is wet") }],
    });
  });

  test("listed again, its tools are the ones the catalog knows already", async () => {
    const source = mcpSource("tracker", await aServer());
    const runtime = createRuntime({ sources: [source] });
    await runtime.ready();
    const before = runtime.catalog.snapshot().entries();
    runtime.catalog.replace({ id: "tracker", kind: "mcp" }, await source.list(new AbortController().signal));
    expect(
      runtime.catalog
        .snapshot()
        .entries()
        .every((entry, at) => entry === before[at]),
    ).toBe(true);
  });

  test("with a stored catalog it connects on the first call, once", async () => {
    const listing = await (await aServer()).listTools();
    let connections = 0;
    const connect = async () => {
      connections += 1;
      return aServer();
    };
    const runtime = createRuntime({ sources: [mcpSource("tracker", connect, { catalog: listing.tools })] });
    await runtime.ready();
    expect(runtime.catalog.snapshot().size).toBe(3);
    expect((await runtime.find("open an issue")).matches[0]?.name).toBe("tracker/create_issue");
    expect(connections).toBe(0);
    const call = { name: "create_issue", arguments: { title: "a" } };
    await Promise.all([runtime.call(call), runtime.call(call)]);
    expect(connections).toBe(1);
  });

  test("law 9: what a server lists wrongly costs that tool alone", async () => {
    const listed: unknown[] = [
      null,
      "tool",
      { name: "no_schema" },
      // What JSON can hold and JavaScript cannot write.
      { name: "no_words", description: { toString: 1 }, inputSchema: { type: "object" } },
      { name: "odd_type", inputSchema: { type: "object", properties: { a: { type: [{ toString: 1 }] } } } },
      { name: "odd_parts", inputSchema: { type: "object" }, annotations: null, outputSchema: 7, title: [] },
    ];
    const client = { listTools: async () => ({ tools: listed as never[] }), callTool: async () => "ran" };
    const runtime = createRuntime({ sources: [mcpSource("odd", client)] });
    expect(await runtime.ready()).toEqual([]);
    const { setAside } = runtime.catalog.snapshot();
    expect(setAside.map(({ tool, reason }) => [tool, reason])).toEqual([
      ["(unnamed)", "it has no name"],
      ["(unnamed)", "it has no name"],
      ["no_schema", "its input schema is not an object"],
      ["no_words", "its description is not a text"],
      ["odd_type", expect.stringContaining('its schema is not one: "type"')],
    ]);
    expect((await runtime.call({ name: "odd_parts", arguments: {} })).outcome.type).toBe("ok");
  });

  test("law 9: a server that cannot be reached is reported, and the others work", async () => {
    const dead = mcpSource("dead", async () => {
      throw new Error("connection refused");
    });
    const runtime = createRuntime({ sources: [dead, mcpSource("tracker", await aServer())] });
    expect(await runtime.ready()).toEqual([{ source: "dead", error: new Error("connection refused") }]);
    expect(runtime.catalog.snapshot().size).toBe(3);
  });
});
