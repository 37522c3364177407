import type { Client } from "@modelcontextprotocol/client";
import type { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { deferTools } from "@plimsoll/core/mcp";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  clientV1,
  clientV2,
  connectHttp,
  connectHttpV1,
  connectInMemory,
  connectModern,
  connectStdio,
  MODERN,
  ownProgram,
  serveHttp,
  serveHttpSession,
} from "./connect.ts";
import { aWorkshop } from "./workshop.ts";

type AnyClient = Client | ClientV1;

const aServer = () => aWorkshop((server) => deferTools(server, { pins: ["add_numbers"] })).server;
const program = ownProgram("deferred-workshop.ts");

/** Clients that have a session, which remembers what was loaded. */
const WITH_SESSION: Readonly<Record<string, () => Promise<AnyClient>>> = {
  "first SDK, in memory": () => connectInMemory(clientV1(), aServer()),
  "second SDK, legacy, in memory": () => connectInMemory(clientV2(), aServer()),
  "second SDK, legacy, over HTTP with a session": async () =>
    connectHttp(clientV2(), await serveHttpSession(aServer())),
};

/** Clients that have none: every request stands for itself. */
const WITHOUT_SESSION: Readonly<Record<string, () => Promise<AnyClient>>> = {
  "first SDK, over HTTP": async () => connectHttpV1(clientV1(), await serveHttp(aServer)),
  "second SDK, legacy, over HTTP": async () => connectHttp(clientV2(), await serveHttp(aServer)),
  "second SDK, modern, over HTTP": async () => connectHttp(clientV2(MODERN), await serveHttp(aServer)),
  "second SDK, modern, in memory": () => connectModern(clientV2(MODERN), aServer),
};

/** A process a client, so each is asked once. */
const OVER_STDIO: Readonly<Record<string, () => Promise<AnyClient>>> = {
  "first SDK, over stdio": () => connectStdio(clientV1(), program),
  "second SDK, legacy, over stdio": () => connectStdio(clientV2(), program),
  "second SDK, modern, over stdio": () => connectStdio(clientV2(MODERN), program),
};

const namesOf = async (client: AnyClient): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

describe.each(Object.entries({ ...WITH_SESSION, ...WITHOUT_SESSION, ...OVER_STDIO }))(
  "a client (%s)",
  (title, connect) => {
    test("is listed the meta-tools and the pin, finds a tool, reads it, and calls it", async () => {
      const client = await connect();
      const hasSession = title in WITH_SESSION || (title in OVER_STDIO && !title.includes("modern"));
      const loading = hasSession ? ["tool_load", "tool_unload", "tool_active"] : [];
      const listed = ["tool_find", "tool_describe", ...loading, "tool_read", "tool_call", "add_numbers"];
      expect(await namesOf(client)).toEqual(listed);

      const found = await client.callTool({
        name: "tool_find",
        arguments: { query: "a block of every kind" },
      });
      expect(found).toMatchObject({ structuredContent: { matches: [{ name: "show_everything" }] } });
      const described = await client.callTool({ name: "tool_describe", arguments: { names: ["fire_kiln"] } });
      expect(described).toMatchObject({
        structuredContent: { tools: [{ name: "fire_kiln", inputSchema: { required: ["steps"] } }] },
      });

      const call = { name: "fire_kiln", arguments: { steps: 1 } };
      const fired = { content: [{ type: "text", text: "fired" }] };
      expect(await client.callTool({ name: "tool_call", arguments: call })).toMatchObject(fired);
      // A client that does not wait for the list may call by name.
      expect(await client.callTool(call)).toMatchObject(fired);
      expect(await client.callTool({ name: "add_numbers", arguments: { a: 1 } })).toMatchObject({
        structuredContent: { sum: 3 },
      });
      expect(await client.callTool({ name: "tool_read", arguments: call })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('fire_kiln is not classed "read"') }],
      });
      expect(await namesOf(client)).toEqual(listed);
    });
  },
);

describe.each(Object.entries({ ...WITH_SESSION, ...WITHOUT_SESSION }))("a client (%s)", (_title, connect) => {
  test("is told what was wrong, and the next call to make", async () => {
    const client = await connect();
    const misspelt = { name: "fire_kilm", arguments: { steps: 1 } };
    expect(await client.callTool({ name: "tool_call", arguments: misspelt })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('tool_call({"name":"fire_kiln","arguments":{"steps":1}})') }],
    });
    expect(await client.callTool({ name: "add_numbers", arguments: { a: "1" } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/Next, if you meant this: .*add_numbers.*{"a":1}/) }],
    });
  });
});

describe.each(Object.entries(WITH_SESSION))("a client with a session (%s)", (_title, connect) => {
  test("is listed what it loads, until it gives it back", async () => {
    const client = await connect();
    const before = await namesOf(client);
    await client.callTool({ name: "tool_load", arguments: { names: ["fire_kiln", "break_down"] } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...before, "fire_kiln", "break_down"]);
    // As the server lists it, and not as a copy of Plimsoll's.
    expect(tools.find(({ name }) => name === "fire_kiln")).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: false },
    });
    expect(await client.callTool({ name: "tool_active", arguments: {} })).toMatchObject({
      structuredContent: { loaded: [{ name: "fire_kiln" }, { name: "break_down" }] },
    });
    await client.callTool({ name: "tool_unload", arguments: { names: ["fire_kiln"] } });
    expect(await namesOf(client)).toEqual([...before, "break_down"]);
  });
});

describe.each(Object.entries(WITHOUT_SESSION))("a client without a session (%s)", (_title, connect) => {
  test("has the same list whatever it calls", async () => {
    const client = await connect();
    const before = JSON.stringify((await client.listTools()).tools);
    await client.callTool({ name: "tool_find", arguments: { query: "kiln" } });
    await client.callTool({ name: "tool_load", arguments: { names: ["fire_kiln"] } });
    await client.callTool({
      name: "tool_call",
      arguments: { name: "fire_kiln", arguments: { steps: 0 } },
    });
    expect(JSON.stringify((await client.listTools()).tools)).toBe(before);
  });
});

describe("a server of the first SDK", () => {
  test("defers its tools too, however they are registered", async () => {
    const server = new McpServerV1({ name: "old", version: "1" });
    const tools = deferTools(server, { pins: ["query"] });
    tools.registerTool("query", { inputSchema: { text: z.string() } }, async ({ text }, { requestId }) => ({
      content: [{ type: "text", text: `${text.toUpperCase()} ${typeof requestId}` }],
    }));
    server.registerTool("rename", { description: "Rename a record" }, async () => ({ content: [] }));
    const client = await connectInMemory(clientV1(), server);
    expect(await namesOf(client)).toEqual([
      "tool_find",
      "tool_describe",
      "tool_load",
      "tool_unload",
      "tool_active",
      "tool_read",
      "tool_call",
      "query",
    ]);
    const through = { name: "query", arguments: { text: "a" } };
    expect(await client.callTool({ name: "tool_call", arguments: through })).toEqual({
      content: [{ type: "text", text: "A number" }],
    });
    await client.callTool({ name: "tool_load", arguments: { names: ["rename"] } });
    expect(await namesOf(client)).toContain("rename");
  });
});
