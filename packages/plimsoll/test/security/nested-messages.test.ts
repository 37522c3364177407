import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createGateway, DEFAULT_REQUEST_LIMITS, type Gateway } from "plimsoll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpFront, type HttpFront } from "../../src/server/http-front.ts";
import { serveOnStdio } from "../../src/server/stdio-server.ts";
import { StdioTransport } from "../../src/server/stdio-transport.ts";
import { MAX_NESTING } from "../../src/wire/nesting.ts";
import { type HostileServer, hostileServer } from "../support/hostile-server.ts";
import { configOf, server, temporaryFolder } from "../support/servers.ts";

const DEEP = 100_000;
const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const INITIALIZE =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}';

/** A process that answers calls with a result that no stack holds. */
const DEEP_SERVER = `
import { createInterface } from "node:readline";
const deep = (n) => '{"a":'.repeat(n) + "1" + "}".repeat(n);
const say = (id, result) => process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + result + "}\\n");
const tool = (name) => ({ name, inputSchema: { type: "object" } });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, error } = JSON.parse(line);
  if (id === "deep") refused = error?.message;
  if (id === undefined || method === undefined) continue;
  if (method === "initialize") say(id, JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "d", version: "1" } }));
  else if (method === "tools/list") say(id, JSON.stringify({ tools: [tool("deep"), tool("fine"), tool("asks")] }));
  else if (method === "tools/call" && params.name === "deep") say(id, deep(${DEEP}));
  else if (method === "tools/call" && params.name === "asks") {
    process.stdout.write('{"jsonrpc":"2.0","id":"deep","method":"elicitation/create","params":' + deep(${DEEP}) + "}\\n");
    setTimeout(() => say(id, JSON.stringify({ content: [{ type: "text", text: String(refused) }] })), 300);
  } else if (method === "tools/call") say(id, JSON.stringify({ content: [{ type: "text", text: "fine" }] }));
  else process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
}
`.replace("import", "let refused; import");

let hostile: HostileServer;
let gateway: Gateway;
let front: HttpFront;
let session = "";
beforeAll(async () => {
  hostile = await hostileServer();
  const script = join(temporaryFolder(), "deep.mjs");
  writeFileSync(script, DEEP_SERVER);
  const config = configOf(server("deep", process.execPath, script));
  const limits = { ...DEFAULT_REQUEST_LIMITS, nesting: MAX_NESTING };
  const servers = [...config.servers, hostile.config];
  gateway = createGateway({ config: { ...config, servers, limits } });
  front = createHttpFront(gateway);
  await gateway.ready();
  session = (await post(INITIALIZE)).headers.get("mcp-session-id") ?? "";
});
afterAll(async () => {
  await front.close();
  await gateway.close();
  await hostile.close();
});

function post(body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const own = {
    host: "localhost",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return front.fetch(
    new Request("http://localhost/mcp", { method: "POST", headers: { ...own, ...headers }, body }),
  );
}

const inSession = (body: string): Promise<Response> =>
  post(body, { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" });

async function call(name: string): Promise<string> {
  const { result } = await gateway.runtime.call({ name, arguments: {} });
  return (result?.content ?? []).map((block) => ("text" in block ? block.text : "")).join();
}

describe("a message that is nested deeper than a stack holds", () => {
  it.each([
    [
      "a call's arguments",
      (deep: string) => `"method":"tools/call","params":{"name":"tool_find","arguments":${deep}}`,
    ],
    ["what a client can do", (deep: string) => `"method":"initialize","params":{"capabilities":${deep}}`],
    ["an answer to a question", (deep: string) => `"result":{"content":${deep}}`],
    ["metadata", (deep: string) => `"method":"ping","params":{"_meta":${deep}}`],
  ])("is refused in words, over HTTP, and the next request is answered: %s", async (_what, body) => {
    for (const deep of [lists(DEEP), objects(DEEP), "[".repeat(DEEP)]) {
      const response = await inSession(`{"jsonrpc":"2.0","id":7,${body(deep)}}`);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        error: { message: `The request body is nested too deeply: at most ${MAX_NESTING} levels.` },
      });
    }
    const alive = await inSession('{"jsonrpc":"2.0","id":8,"method":"ping"}');
    expect(await alive.text()).toContain('"id":8');
  });

  it("is served as long as it is within the bound, wherever the depth is", async () => {
    for (const levels of [MAX_NESTING - 6, 130, 100]) {
      const deep = objects(levels);
      const requests = [
        `"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"deep/fine","arguments":${deep}}}`,
        `"method":"tools/call","params":{"name":"tool_find","arguments":{"query":"a"},"_meta":{"b":${deep}}}`,
        `"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"experimental":{"a":${deep}}},"clientInfo":{"name":"t","version":"1"}}`,
        `"result":{"content":${deep}}`,
      ];
      for (const request of requests) {
        const response = await inSession(`{"jsonrpc":"2.0","id":7,${request}}`);
        expect(response.status).toBeLessThan(300);
        expect(await response.text()).not.toContain("call stack");
      }
    }
  });

  it("is refused in words, over stdio, and the connection goes on", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const stop = serveOnStdio(gateway, { transport: new StdioTransport({ input, output }), workspace: "/" });
    let said = "";
    const answered = new Promise<void>((resolve) => {
      output.on("data", (piece) => {
        said += String(piece);
        if (said.includes('"id":9')) resolve();
      });
    });
    input.write(`${INITIALIZE}\n{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${objects(DEEP)}}\n`);
    input.write(`{"jsonrpc":"2.0","method":"a","params":${objects(DEEP)}}\n${lists(DEEP)}\n`);
    input.write('{"jsonrpc":"2.0","id":9,"method":"ping"}\n');
    await answered;
    const lines = said.split("\n").map((line) => (line === "" ? {} : JSON.parse(line)));
    expect(lines.find(({ id }) => id === 7)).toMatchObject({
      error: { code: -32600, message: `The request is nested deeper than ${MAX_NESTING} levels.` },
    });
    await stop();
  });

  it("fails the call that it answers, whether the server is a process or elsewhere, and no other", async () => {
    const why = `nested deeper than ${MAX_NESTING} levels`;
    expect(await call("deep/deep")).toContain(why);
    expect(await call("deep/fine")).toBe("fine");
    hostile.results.set("tools/call", objects(DEEP));
    expect(await call("hostile/work")).toContain(why);
    hostile.results.clear();
    expect(await call("hostile/work")).toBe("fine");
  });

  it("is refused to a server that asks by it, so that it does not wait", async () => {
    expect(await call("deep/asks")).toBe(`The request is nested deeper than ${MAX_NESTING} levels.`);
  });
});

describe("a message that is larger than any is meant to be", () => {
  it("is refused over HTTP before it is parsed, and the next request is answered", async () => {
    const response = await inSession(
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${"x".repeat(32_000_000)}"}}`,
    );
    expect(response.status).toBe(413);
    const alive = await inSession('{"jsonrpc":"2.0","id":8,"method":"ping"}');
    expect(await alive.text()).toContain('"id":8');
  });

  it("is refused where a client says less than it sends", async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(" ".repeat(1_000_000)));
      },
    });
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { host: "localhost", "content-type": "application/json", "content-length": "10" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect((await front.fetch(request)).status).toBe(413);
  });
});
