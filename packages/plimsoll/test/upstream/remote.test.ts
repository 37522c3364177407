import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_LIMITS, type RemoteServer } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { LazyUpstream } from "../../src/upstream/lazy-upstream.ts";
import type { UpstreamEvent } from "../../src/upstream/upstream.ts";
import { PATIENCE } from "../../src/upstream/upstream-state.ts";
import { VerdictBook } from "../../src/upstream/verdict-book.ts";
import { until } from "../support/processes.ts";
import { everythingOver, modernOverHttp } from "../support/remote-servers.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function upstreamOf(config: RemoteServer, store = createMemoryStore()): LazyUpstream {
  const upstream = new LazyUpstream(config, {
    gateway: "test",
    env: {},
    patience: PATIENCE,
    verdicts: new VerdictBook(store),
  });
  ends.push(() => upstream.close());
  return upstream;
}

const echo = { method: "tools/call", params: { name: "echo", arguments: { message: "hi" } } };
const ECHOED = { content: [{ type: "text", text: "Echo: hi" }] };

describe("a server that runs elsewhere", () => {
  it("is spoken to over Streamable HTTP, and again after it was restarted", async () => {
    const server = await everythingOver("http");
    ends.push(server.stop);
    const upstream = upstreamOf(server.config);
    expect((await upstream.introduction()).era).toBe("legacy");
    expect(await upstream.request(echo)).toMatchObject(ECHOED);
    await upstream.stop();
    expect(await upstream.request(echo)).toMatchObject(ECHOED);
    await server.stop();
    await server.restart();
    // It does not know the session any longer, or hung up in the middle: then the request after that works.
    const again = await upstream.request(echo).catch(() => upstream.request(echo));
    expect(again).toMatchObject(ECHOED);
  });

  it("is spoken to over the oldest transport where it has only that, and is not asked again which one", async () => {
    const server = await everythingOver("sse");
    ends.push(server.stop);
    expect(await upstreamOf(server.config).request(echo)).toMatchObject(ECHOED);
    const store = createMemoryStore();
    const guessed: RemoteServer = { ...server.config, type: "http" };
    expect(await upstreamOf(guessed, store).request(echo)).toMatchObject(ECHOED);
    const verdict = await store.read({ space: "catalog", owner: "shared", id: "era/sse" });
    expect(verdict?.value).toMatchObject({ era: "legacy", transport: "sse" });
    expect(await upstreamOf(guessed, store).request(echo)).toMatchObject(ECHOED);
  });

  it("is spoken to in the newer era where it knows that, and is listened to", async () => {
    const server = await modernOverHttp();
    ends.push(server.stop);
    const upstream = upstreamOf(server.config);
    const events: UpstreamEvent[] = [];
    upstream.subscribe((event) => event.type === "changed" && events.push(event));
    expect((await upstream.introduction()).era).toBe("modern");
    await delay(300);
    await upstream.request({ method: "tools/call", params: { name: "modern", arguments: { do: "change" } } });
    await until(() => events.length > 0, "the change is heard of");
    expect(await upstream.request({ method: "tools/list" })).toMatchObject({
      tools: [{ name: "modern" }, { name: "late1" }],
    });
  });

  it("fails in words: where it cannot be reached, refuses, or hangs up, and without the secrets of its address", async () => {
    const answers: Record<string, number> = { "/denied": 401, "/broken": 500, "/absent": 404 };
    const http = createServer((request, response) => {
      response.statusCode = answers[new URL(String(request.url), "http://x").pathname] ?? 200;
      response.end("no");
    }).listen(0, "127.0.0.1");
    ends.push(async () => void http.close());
    await until(() => http.listening, "the server listens");
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const reasonOf = async (url: string): Promise<string> => {
      const config: RemoteServer = {
        type: "http",
        name: "far",
        limits: { ...DEFAULT_LIMITS, startSeconds: 10 },
        url,
        headers: {},
      };
      return upstreamOf(config)
        .request(echo)
        .then(String, (error: Error) => error.message);
    };
    expect(await reasonOf(`${origin}/denied?key=secret`)).toBe(
      `The server "far" is not available: ${origin}/denied refused the credential (401). Check "headers", or log in: plimsoll login far.`,
    );
    expect(await reasonOf(`${origin}/broken`)).toContain(
      `${origin}/broken answered with the status 500. Check "url".`,
    );
    expect(await reasonOf(`${origin}/absent`)).toContain(
      `${origin}/absent answered with the status 404. Check "url".`,
    );
    expect(await reasonOf("http://127.0.0.1:1/mcp")).toMatch(
      /http:\/\/127\.0\.0\.1:1\/mcp could not be reached: .+\. Check "url" and the network\./,
    );
  });
});
