import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { toModernCall } from "../support/modern-call.ts";
import { sendRaw } from "../support/raw-http.ts";
import { configOf, raw } from "../support/servers.ts";

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp(configOf(raw("fine")));
}, 60_000);
afterAll(() => http.close());

const LINE = "POST /mcp HTTP/1.1";
const TYPE = "Content-Type: application/json";
const SMUGGLED = "GET /mcp/p/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

function send(lines: readonly string[], body = ""): Promise<string> {
  return sendRaw(http.url, `${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** A request that is fine but for what a test adds to it. */
const FINE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});
const LENGTH = `Content-Length: ${FINE.length}`;
const ACCEPT = "Accept: application/json, text/event-stream";

const answers = (said: string): string[] =>
  [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code = ""]) => code);

describe("a request that programs on the way could read otherwise", () => {
  it.each<[string, readonly string[], string]>([
    [
      "two lengths, by count and by chunks",
      [LINE, "Host: localhost", TYPE, "Content-Length: 5", "Transfer-Encoding: chunked"],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      "the same the other way round",
      [LINE, "Host: localhost", TYPE, "Transfer-Encoding: chunked", "Content-Length: 5"],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      "two different counts",
      [LINE, "Host: localhost", TYPE, "Content-Length: 0", "Content-Length: 64"],
      SMUGGLED,
    ],
    ["twice the same count", [LINE, "Host: localhost", TYPE, ACCEPT, LENGTH, LENGTH], FINE],
    ["a list of counts", [LINE, "Host: localhost", TYPE, "Content-Length: 0, 64"], SMUGGLED],
    ["a count below zero", [LINE, "Host: localhost", TYPE, "Content-Length: -1"], SMUGGLED],
    ["a count with a sign", [LINE, "Host: localhost", TYPE, ACCEPT, `Content-Length: +${FINE.length}`], FINE],
    [
      "a count in other digits",
      [LINE, "Host: localhost", TYPE, ACCEPT, `Content-Length: 0x${FINE.length.toString(16)}`],
      FINE,
    ],
    [
      "an encoding that is not chunked",
      [LINE, "Host: localhost", TYPE, "Transfer-Encoding: xchunked"],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      "two encodings",
      [LINE, "Host: localhost", TYPE, "Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      "a space before the colon",
      [LINE, "Host: localhost", TYPE, "Transfer-Encoding : chunked", "Content-Length: 5"],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      "a header over two lines",
      [LINE, "Host: localhost", TYPE, "Transfer-Encoding:", " chunked", "Content-Length: 5"],
      `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      "a size of a chunk that is none",
      [LINE, "Host: localhost", TYPE, "Transfer-Encoding: chunked"],
      `0x2\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    ["no host", [LINE, TYPE, ACCEPT, LENGTH], FINE],
    ["a whole address", ["GET http://evil.com/mcp HTTP/1.1", "Host: localhost"], ""],
    ["no address", ["GET * HTTP/1.1", "Host: localhost"], ""],
    ["a line end alone", [`${LINE}\nHost: localhost\nContent-Length: 0\n`], SMUGGLED],
    ["a NUL in a header", [LINE, "Host: localhost\0", TYPE, ACCEPT, LENGTH], FINE],
  ])("is refused, and nothing after it is heard: %s", async (_title, lines, body) => {
    const said = await send(lines, body);
    expect(answers(said)).toHaveLength(1);
    expect(answers(said)[0]).toMatch(/^40[03]$/);
    expect(said).not.toContain("smuggled");
  });

  it("is heard where it can be read in one way", async () => {
    expect(answers(await send([LINE, "Host: localhost", TYPE, ACCEPT, LENGTH], FINE))).toEqual(["200"]);
  });

  it.each<[string, readonly string[]]>([
    ["hosts", ["Host: localhost"]],
    ["types", [TYPE]],
    ["credentials", ["Authorization: Bearer a", "Authorization: Bearer b"]],
    ["sessions", ["Mcp-Session-Id: a", "mcp-session-id: b"]],
    ["origins", ["Origin: http://localhost", "Origin: http://localhost"]],
    ["methods", ["Mcp-Method: initialize", "Mcp-Method: tools/list"]],
    ["names", ["Mcp-Name: a", "Mcp-Name: b"]],
    ["versions", ["MCP-Protocol-Version: 2025-11-25", "MCP-Protocol-Version: 2026-07-28"]],
  ])("is refused where it has two %s", async (_title, more) => {
    const said = await send([LINE, "Host: localhost", TYPE, ACCEPT, LENGTH, ...more], FINE);
    expect(answers(said)).toEqual(["400"]);
    expect(said).toMatch(/The header [a-z-]+ stands there twice\./);
  });

  it("is read one way only: a header over two lines never joins two", async () => {
    const said = await send([
      "GET /mcp HTTP/1.1",
      "Host: localhost",
      "Origin: http://localhost",
      " .evil.com",
    ]);
    expect(answers(said)[0]).toMatch(/^40[03]$/);
  });

  it("is answered with JSON that says so, and the connection ends", async () => {
    const said = await send([LINE, "Host: localhost", TYPE, "Content-Length: 1", "Content-Length: 2"], "{}");
    expect(said).toContain("Connection: close");
    expect(said).toContain('"The request is not HTTP that can be read."');
  });

  it("is refused where its headers are too long", async () => {
    expect(answers(await send([LINE, "Host: localhost", `X-Long: ${"x".repeat(40_000)}`]))).toEqual(["431"]);
  });
});

describe("two requests on one connection", () => {
  it("are answered one after the other, also where the first is refused before its body is read", async () => {
    const body = "x".repeat(1_000);
    const refused = `POST /mcp HTTP/1.1\r\nHost: evil.com\r\n${TYPE}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const said = await sendRaw(http.url, `${refused}GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(answers(said)).toEqual(["403", "404"]);
  });
});

describe("headers that say something else than the body", () => {
  it.each<[string, Record<string, string>]>([
    ["another method", { "mcp-method": "tools/list" }],
    ["another tool", { "mcp-name": "tool_find" }],
    ["another version", { "mcp-protocol-version": "2025-11-25" }],
  ])("are refused: %s", async (_title, headers) => {
    const call = toModernCall(http.url, { tool: "tool_call", arguments: { name: "fine/fine" }, headers });
    const response = await fetch(call);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("pid ");
  });
});
