import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENTS, type TestClient } from "../support/clients.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { connectMcporter } from "../support/mcporter-client.ts";
import { newerNodeProgram } from "../support/newer-node.ts";
import { configOf } from "../support/servers.ts";
import { realServers } from "./servers.ts";

type Caller = Pick<TestClient, "callTool" | "close">;

const TIMEOUT_MS = 120_000;
const OVER_HTTP = Object.entries(CLIENTS).filter(([name]) => name.endsWith("over HTTP"));
const mcporter = newerNodeProgram("mcporter");
const real = realServers();

let gateway: HttpGateway;
beforeAll(async () => {
  gateway = await serveHttp(configOf(...real.map(({ server }) => server)));
}, TIMEOUT_MS);
afterAll(() => gateway.close());

describe.each<[string, (url: string) => Caller | Promise<Caller>]>([
  ...OVER_HTTP,
  ...(typeof mcporter === "string"
    ? []
    : [["mcporter", (url: string) => connectMcporter(mcporter, url)] as [string, (url: string) => Caller]]),
])("ten servers from npm, through the gateway, for a client (%s)", (_name, connect) => {
  let client: Caller;
  beforeAll(async () => {
    client = await connect(gateway.url);
  }, TIMEOUT_MS);
  afterAll(() => client.close());

  it.each(real.map((one) => [one.server.name, one] as const))(
    "%s is found, described and called",
    async (source, { query, tool, arguments: args, says }) => {
      const name = `${source}__${tool}`;
      const found = await client.callTool({ name: "tool_find", arguments: { query } });
      expect(found).toMatchObject({
        structuredContent: { matches: expect.arrayContaining([expect.objectContaining({ name })]) },
      });

      const described = await client.callTool({ name: "tool_describe", arguments: { names: [name] } });
      expect(described).toMatchObject({
        structuredContent: { tools: [{ name, inputSchema: { type: "object" } }] },
      });

      const called = await client.callTool({ name: "tool_call", arguments: { name, arguments: args } });
      expect(JSON.stringify(contentOf(called))).toContain(JSON.stringify(says).slice(1, -1));
    },
    TIMEOUT_MS,
  );
});

if (typeof mcporter === "string") {
  describe.skip(`mcporter (${mcporter})`, () => it("calls the ten servers", () => undefined));
}

function contentOf(result: unknown): unknown {
  return (result as { readonly content?: unknown }).content;
}
