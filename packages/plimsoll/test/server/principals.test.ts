import { createGateway, type Gateway } from "plimsoll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttpFront, type HttpFront } from "../../src/server/http-front.ts";
import { BY_NAME } from "../support/by-name.ts";
import { configOf, relayed } from "../support/servers.ts";

const VERSION = "2026-07-28";

let gateway: Gateway;
let front: HttpFront;
beforeAll(async () => {
  gateway = createGateway({ config: configOf(relayed("modern"), relayed("legacy")) });
  front = createHttpFront(gateway, { authenticator: BY_NAME });
  await gateway.ready();
}, 60_000);
afterAll(async () => {
  await front.close();
  await gateway.close();
});

interface Reply {
  readonly status: number;
  readonly session: string | null;
  readonly error?: { readonly code: number };
  readonly result?: Readonly<Record<string, unknown>>;
}

async function send(
  subject: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const request = new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      host: "localhost",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-test-principal": subject,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
  });
  const response = await front.fetch(request);
  const text = await response.text();
  const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? (text === "" ? "{}" : text));
  return { status: response.status, session: response.headers.get("mcp-session-id"), ...json };
}

function call(subject: string, name: string, input: object, more: object = {}): Promise<Reply> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  };
  const headers = { "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": name };
  return send(subject, { method: "tools/call", params: { name, arguments: input, ...more, _meta } }, headers);
}

it("have sessions that are nobody else's", async () => {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const { session } = await send("alice", { method: "initialize", params }, {});
  const headers = { "mcp-session-id": session ?? "" };
  expect((await send("alice", { method: "tools/list" }, headers)).status).toBe(200);
  for (const other of ["bob", "shared", "anonymous", "principal:alice", "*"]) {
    expect((await send(other, { method: "tools/list" }, headers)).status).toBe(404);
  }
});

it("have results that nobody else reads on in", async () => {
  const { result } = await call("alice", "tool_call", { name: "modern__long", arguments: { lines: 20_000 } });
  const next = JSON.parse(
    /tool_call\((.*)\)\]/.exec(JSON.stringify(result).replaceAll('\\"', '"'))?.[1] ?? "",
  );
  const own = await call("alice", "tool_call", next);
  expect(own.result?.["isError"]).not.toBe(true);
  const other = await call("bob", "tool_call", next);
  expect(other.result).toMatchObject({ isError: true });
});

it.each(["modern__ask", "legacy__ask"])("have questions that nobody else answers (%s)", async (tool) => {
  const { result } = await call("alice", tool, {});
  const requests = result?.["inputRequests"] as Readonly<Record<string, unknown>>;
  const [key = ""] = Object.keys(requests);
  const answer = { action: "accept", content: { name: "Ada" } };
  const more = { requestState: result?.["requestState"], inputResponses: { [key]: answer } };
  expect((await call("bob", tool, {}, more)).error).toMatchObject({
    code: -32602,
    data: { reason: "invalid_request_state" },
  });
  expect((await call("alice", tool, {}, more)).result).toMatchObject({
    content: [{ text: "accept Ada state of the server" }],
  });
});
