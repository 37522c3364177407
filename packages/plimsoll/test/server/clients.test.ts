import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENTS } from "../support/clients.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { LEGACY_TOOLS, MODERN_TOOLS } from "../support/meta-tools.ts";
import { configOf, everything, files } from "../support/servers.ts";

let gateway: HttpGateway;
beforeAll(async () => {
  gateway = await serveHttp(configOf(everything(), files()));
});
afterAll(() => gateway.close());

describe.each(Object.entries(CLIENTS))("a client (%s)", (name, connect) => {
  const expected = /v1|legacy/.test(name) ? LEGACY_TOOLS : MODERN_TOOLS;
  it("is listed the meta-tools alone, finds a tool, and calls it", async () => {
    const client = await connect(gateway.url);
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expected);
      expect(tools.map(({ _meta }) => _meta)).toEqual(
        expected.map(() => expect.objectContaining({ "anthropic/alwaysLoad": true })),
      );
      expect(client.getInstructions()).toMatch(/search with tool_find.*servers:\n- everything.*\n- files/s);

      const found = await client.callTool({ name: "tool_find", arguments: { query: "echo a message" } });
      expect(found).toMatchObject({
        content: [{ type: "text", text: expect.stringContaining("everything__echo(message: string)") }],
        structuredContent: {
          matches: expect.arrayContaining([expect.objectContaining({ name: "everything__echo" })]),
        },
      });

      const call = { name: "everything__echo", arguments: { message: "ahoy" } };
      const called = await client.callTool({ name: "tool_call", arguments: call });
      expect(called).toMatchObject({ content: [{ type: "text", text: "Echo: ahoy" }] });
    } finally {
      await client.close();
    }
  });
});
