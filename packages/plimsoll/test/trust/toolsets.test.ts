import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { readReply, toModernCall } from "../support/modern-call.ts";
import { serveVirtually, type VirtualServer, type VirtualServers } from "../support/virtual-servers.ts";

const offering = (word: string): VirtualServer => ({
  tools: [
    { name: `do_${word}`, description: `Shapes ${word} with a hammer.`, inputSchema: { type: "object" } },
  ],
});

let servers: VirtualServers;
let to: HttpGateway;
beforeAll(async () => {
  servers = await serveVirtually({ one: offering("iron"), two: offering("wood"), three: offering("clay") });
  const isHard = (name: string): boolean => name === "one" || name === "three";
  to = await serveHttp({
    ...servers.config,
    servers: servers.config.servers.map((server) =>
      isHard(server.name) ? { ...server, domain: "hard" } : server,
    ),
    profiles: {
      some: { allow: ["one/*", "two/*"] },
      hard: { allowDomains: ["hard"] },
      soft: { denyDomains: ["hard"] },
      named: { allowDomains: ["two"] },
    },
  });
}, 60_000);
afterAll(async () => {
  await to.close();
  await servers.close();
});

async function find(
  path: string,
  toolsets?: string,
): Promise<{ status: number; names: string[]; error?: string }> {
  const call = { tool: "tool_find", arguments: { query: "shape it with a hammer", limit: 25 } };
  const headers = toolsets === undefined ? {} : { "x-mcp-toolsets": toolsets };
  const response = await fetch(toModernCall(new URL(path, to.url).href, { ...call, headers }));
  const { status } = response;
  const reply = await readReply<{ result?: unknown; error?: { message: string } }>(response);
  const names = JSON.stringify(reply.result ?? "").match(/(?:one|two|three)(?:\/|__)do_\w+/g) ?? [];
  return {
    status,
    names: [...new Set(names.map((name) => name.replace("__", "/")))].sort(),
    ...(reply.error && { error: reply.error.message }),
  };
}

it.each([
  ["/mcp", undefined, ["one/do_iron", "three/do_clay", "two/do_wood"]],
  ["/mcp?toolsets=one", undefined, ["one/do_iron"]],
  ["/mcp?toolsets=one,two", undefined, ["one/do_iron", "two/do_wood"]],
  ["/mcp?toolsets=one&toolsets=two", undefined, ["one/do_iron", "two/do_wood"]],
  ["/mcp", " one , three ", ["one/do_iron", "three/do_clay"]],
  ["/mcp?toolsets=one,two", "two,three", ["two/do_wood"]],
  ["/mcp?toolsets=all", undefined, ["one/do_iron", "three/do_clay", "two/do_wood"]],
  ["/mcp?toolsets=", "", ["one/do_iron", "three/do_clay", "two/do_wood"]],
  ["/mcp/p/some?toolsets=two", undefined, ["two/do_wood"]],
  ["/mcp/p/hard", undefined, ["one/do_iron", "three/do_clay"]],
  ["/mcp/p/hard?toolsets=three", undefined, ["three/do_clay"]],
  ["/mcp/p/soft", undefined, ["two/do_wood"]],
  ["/mcp/p/named", undefined, ["two/do_wood"]],
  ["/mcp/p/some?toolsets=all", undefined, ["one/do_iron", "two/do_wood"]],
])("toolsets narrow what a client has (%s, %s)", async (path, header, names) => {
  expect(await find(path, header)).toEqual({ status: 200, names });
});

it("toolsets that are not there, or not for this profile, are refused with those that are", async () => {
  const error = (name: string) => `There is no toolset "${name}". There are: one, two.`;
  for (const name of ["three", "four"]) {
    expect(await find(`/mcp/p/some?toolsets=one,${name}`)).toEqual({
      status: 400,
      names: [],
      error: error(name),
    });
  }
});

it("two lists of toolsets that have nothing in common leave nothing", async () => {
  expect(await find("/mcp?toolsets=one", "two")).toEqual({ status: 200, names: [] });
});
