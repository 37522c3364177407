import { PassThrough } from "node:stream";
import fc from "fast-check";
import { createGateway, type Gateway } from "plimsoll";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { changedJsonText } from "../../../../test/fuzz/hostile-json.ts";
import { createHttpFront, type HttpFront } from "../../src/server/http-front.ts";
import { serveOnStdio } from "../../src/server/stdio-server.ts";
import { StdioTransport } from "../../src/server/stdio-transport.ts";
import { configOf } from "../support/servers.ts";

const VERSION = "2026-07-28";
const URL = "http://127.0.0.1:7077/mcp";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
};
const REQUESTS = [
  { method: "tools/list", params: {} },
  { method: "tools/call", params: { name: "tool_find", arguments: { query: "issue", limit: 3 } } },
  { method: "tools/call", params: { name: "tool_call", arguments: { name: "a/b", arguments: { c: 1 } } } },
  { method: "tools/call", params: { name: "tool_describe", arguments: { names: ["a/b"] } } },
  {
    method: "tools/call",
    params: { name: "tool_call", arguments: {}, requestState: "x.y.z", inputResponses: { a: {} } },
  },
  { method: "prompts/get", params: { name: "a__b", arguments: { c: "d" } } },
  { method: "resources/read", params: { uri: "plimsoll://a/file:///b" } },
  { method: "resources/list", params: { cursor: "1" } },
  {
    method: "completion/complete",
    params: { ref: { type: "ref/prompt", name: "a" }, argument: { name: "b", value: "c" } },
  },
].map((request) => ({ jsonrpc: "2.0", id: 1, ...request }));
const MODERN = REQUESTS.map((request) => ({ ...request, params: { ...request.params, _meta: META } }));
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: { roots: {} },
    clientInfo: { name: "f", version: "1" },
  },
};
const LEGACY = [
  ...REQUESTS,
  INITIALIZE,
  { jsonrpc: "2.0", id: 2, method: "logging/setLevel", params: { level: "info" } },
  { jsonrpc: "2.0", id: "x", result: { action: "accept", content: {} } },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
  [REQUESTS[0], { jsonrpc: "2.0", method: "notifications/initialized" }],
];

let gateway: Gateway;
let front: HttpFront;
let session: string;
beforeAll(async () => {
  gateway = createGateway({ config: configOf() });
  front = createHttpFront(gateway);
  session = (await post(JSON.stringify(INITIALIZE))).headers.get("mcp-session-id") ?? "";
});
afterAll(async () => {
  await front.close();
  await gateway.close();
});

function post(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const own = {
    host: "127.0.0.1:7077",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const sent = new Uint8Array(Buffer.from(body));
  return front.fetch(new Request(URL, { method: "POST", headers: { ...own, ...headers }, body: sent }));
}

/** What is refused is refused in words; nobody is shown what is inside. */
async function expectAnswer(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  const text = await response.text();
  expect(text).not.toMatch(/call stack|at .*\\.ts:\\d|is not a function|Cannot (read|convert|destructure)/);
}

async function expectAlive(): Promise<void> {
  const response = await post(JSON.stringify({ jsonrpc: "2.0", id: 9, method: "ping" }), {
    "mcp-session-id": session,
    "mcp-protocol-version": "2025-06-18",
  });
  expect(await response.text()).toContain('"id":9');
}

describe("a request over HTTP that somebody changed", () => {
  fuzz(
    "is answered or refused in words, in the newer era",
    fc
      .constantFrom(...MODERN)
      .chain((request) =>
        fc.tuple(
          fc.constant(request),
          changedBytes(changedJsonText([request])),
          fc.constantFrom("", "x", "tools/list"),
        ),
      ),
    async ([{ method, params }, body, other]) => {
      const name = Object(params)["name"] ?? Object(params)["uri"];
      const headers = {
        "mcp-protocol-version": VERSION,
        "mcp-method": other === "" ? method : other,
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
      };
      await expectAnswer(await post(body, headers));
    },
    { runs: 250 },
  );

  fuzz(
    "is answered or refused in words, in the older era",
    fc.tuple(changedBytes(changedJsonText(LEGACY)), fc.boolean()),
    async ([body, isInSession]) => {
      const headers = {
        "mcp-protocol-version": "2025-06-18",
        ...(isInSession ? { "mcp-session-id": session } : {}),
      };
      await expectAnswer(await post(body, headers));
      await expectAlive();
    },
    { runs: 250 },
  );

  fuzz("is refused in words where it is noise", noise, async (body) => expectAnswer(await post(body)), {
    runs: 100,
  });
});

describe("lines over stdio that somebody changed", () => {
  fuzz(
    "do not end the connection: the next request is answered",
    fc.array(changedBytes(changedJsonText([...LEGACY, ...MODERN])), { minLength: 1, maxLength: 3 }),
    async (lines) => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      const stop = serveOnStdio(gateway, {
        transport: new StdioTransport({ input, output }),
        workspace: "/",
      });
      let said = "";
      const answered = new Promise<void>((resolve) => {
        output.on("data", (piece) => {
          said += String(piece);
          if (said.includes('"id":"last"')) resolve();
        });
      });
      input.write(`${JSON.stringify(INITIALIZE)}\n`);
      for (const line of lines) input.write(Buffer.concat([line, Buffer.from("\n")]));
      input.write('{"jsonrpc":"2.0","id":"last","method":"tools/list"}\n');
      await answered;
      expect(said).not.toMatch(
        /call stack|at .*\\.ts:\\d|is not a function|Cannot (read|convert|destructure)/,
      );
      await stop();
    },
    { runs: 100 },
  );
});
