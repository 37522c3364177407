import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_LIMITS, type RemoteServer } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { callOf, endOf, upstreamOf } from "../support/upstreams.ts";

type Refusal = (body: { readonly id: unknown }) => readonly [status: number, body: unknown];

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const OWN = { code: -32602, message: "The city is unknown.", data: { field: "city", status: 404 } };
const NO_SESSION = { code: -32000, message: "Bad Request: No valid session ID provided" };

/** A server of the older era with sessions, which can forget them, and whose tool `bad` is refused in some way. */
async function serve(bad: Refusal, lost: Refusal = ({ id }) => [400, { id, error: NO_SESSION }]) {
  const calls: string[] = [];
  let session = 0;
  const http = createServer(async (request, response) => {
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", ...Object(body) }));
    };
    let text = "";
    for await (const piece of request) text += piece;
    if (request.method !== "POST") return answer(405);
    const { id, method, params } = JSON.parse(text);
    if (method === "initialize") {
      session += 1;
      const { protocolVersion } = params;
      const result = {
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "h", version: "1" },
      };
      return answer(200, { id, result }, { "mcp-session-id": `s${session}` });
    }
    if (request.headers["mcp-session-id"] !== `s${session}`) return answer(...lost({ id }));
    if (id === undefined) return answer(202);
    if (method === "tools/call") calls.push(params.name);
    if (params?.name === "bad") return answer(...bad({ id }));
    if (params?.name === "drop") return void response.destroy();
    if (params?.name === "slow") await delay(1_500);
    answer(200, { id, result: { content: [{ type: "text", text: `s${session}` }] } });
  });
  await listen(http);
  const { port } = http.address() as AddressInfo;
  const config: RemoteServer = {
    type: "http",
    name: "far",
    limits: DEFAULT_LIMITS,
    url: `http://127.0.0.1:${port}/mcp`,
    headers: {},
  };
  const end = (): void => {
    http.close();
    http.closeAllConnections();
  };
  ends.push(end);
  return {
    config,
    calls,
    end,
    forget: () => {
      session += 1;
    },
    again: () => listen(http, port),
  };
}

function listen(http: Server, port = 0): Promise<void> {
  return new Promise((resolve) => http.listen(port, "127.0.0.1", () => resolve()));
}

describe("a call that a server refuses by an HTTP status", () => {
  it.each([400, 404, 500])(
    "keeps the server's own error (%i), runs once, and costs nobody else",
    async (status) => {
      const { config, calls } = await serve(({ id }) => [status, { id, error: OWN }]);
      const upstream = upstreamOf(config);
      await upstream.introduction();
      const slow = endOf(callOf(upstream, {}, {}, "slow"));
      await delay(300);
      await expect(callOf(upstream, {}, {}, "bad")).rejects.toMatchObject(OWN);
      expect(await slow).toBe("s1");
      expect(calls).toEqual(["slow", "bad"]);
      expect(await callOf(upstream)).toBe("s1");
    },
  );

  it("runs once where the refusal says nothing of it", async () => {
    const { config, calls } = await serve(() => [404, undefined]);
    const upstream = upstreamOf(config);
    expect(await endOf(callOf(upstream, {}, {}, "bad"))).toContain("Error POSTing to endpoint");
    expect(calls).toEqual(["bad"]);
    expect(await callOf(upstream)).toBe("s1");
  });
});

describe("a session that a server has forgotten", () => {
  it.each<[string, Refusal]>([
    ["by the specification", () => [404, undefined]],
    ["without an id", () => [404, { id: null, error: { code: -32001, message: "Session not found" } }]],
    ["with an id of its own", () => [400, { id: "server-error", error: NO_SESSION }]],
    ["with the id of the request", ({ id }) => [400, { id, error: NO_SESSION }]],
  ])("(%s) is begun again, and what is under way is left to end", async (_, lost) => {
    const { config, calls, forget } = await serve(() => [400, undefined], lost);
    const upstream = upstreamOf(config);
    await upstream.introduction();
    const slow = endOf(callOf(upstream, {}, {}, "slow"));
    await delay(300);
    forget();
    expect(await Promise.all([callOf(upstream), callOf(upstream)])).toEqual(["s3", "s3"]);
    expect(await slow).toBe("s3");
    expect(calls).toEqual(["slow", "fine", "fine"]);
    expect(upstream.health.state).toBe("up");
  });
});

describe("a connection that breaks", () => {
  it("under one call fails that call alone", async () => {
    const { config, calls } = await serve(() => [400, undefined]);
    const upstream = upstreamOf(config);
    await upstream.introduction();
    const slow = endOf(callOf(upstream, {}, {}, "slow"));
    await delay(300);
    expect(await endOf(callOf(upstream, {}, {}, "drop"))).toContain("the connection failed");
    expect(upstream.health.state).toBe("up");
    expect([await slow, await callOf(upstream)]).toEqual(["s1", "s1"]);
    expect(calls).toEqual(["slow", "drop", "fine"]);
  });

  it("because nobody is there is made anew when somebody is", async () => {
    const { config, end, again } = await serve(() => [400, undefined]);
    const upstream = upstreamOf(config);
    expect(await callOf(upstream)).toBe("s1");
    end();
    const failed = [await endOf(callOf(upstream)), await endOf(callOf(upstream))];
    expect(failed.at(-1)).toMatch(/the connection failed: .*ECONNREFUSED|could not be reached/);
    expect(upstream.health.state).toBe("failing");
    await again();
    await delay(1_200);
    expect(await callOf(upstream)).toBe("s2");
  });
});
