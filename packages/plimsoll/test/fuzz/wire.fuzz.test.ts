import { Duplex, PassThrough } from "node:stream";
import { UriTemplate } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { changedJsonText, changedValue, hostileValue } from "../../../../test/fuzz/hostile-json.ts";
import { parseClaim } from "../../src/local/claim.ts";
import { parseAnswer, parseHello } from "../../src/local/hello.ts";
import { OpenExchanges } from "../../src/local/open-exchanges.ts";
import { relay } from "../../src/local/relay.ts";
import { fitsTemplate } from "../../src/server/fits-template.ts";
import { fromGatewayUri, toGatewayUri } from "../../src/server/gateway-uri.ts";
import { addHop, checkHops, HOPS_KEY } from "../../src/upstream/hops.ts";
import { MessageReader, type ReadLine } from "../../src/wire/message-reader.ts";

const META = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", [HOPS_KEY]: ["a", "b"] };
const MESSAGES = [
  { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a", arguments: { b: [1] }, _meta: META } },
  {
    jsonrpc: "2.0",
    id: "x",
    result: { content: [{ type: "text", text: "hi" }], _meta: { progressToken: 1 } },
  },
  { jsonrpc: "2.0", id: 2, error: { code: -32603, message: "no", data: { a: [null] } } },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "late" } },
  { jsonrpc: "2.0", id: 3, method: "resources/subscribe", params: { uri: "file:///a" } },
  {
    jsonrpc: "2.0",
    id: 4,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {} },
  },
  [
    { jsonrpc: "2.0", id: 5, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ],
];
const LINES = fc.oneof(
  { weight: 8, arbitrary: changedBytes(changedJsonText(MESSAGES)) },
  { weight: 1, arbitrary: noise },
);
const PING = Buffer.from('\n{"jsonrpc":"2.0","id":"ping","method":"ping"}\n');

/** Listens, and never answers. */
class HeardGateway extends Duplex {
  readonly heard: Buffer[] = [];

  override _read(): void {}

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.heard.push(piece);
    done();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("lines of messages that somebody changed", () => {
  fuzz(
    "are messages, refusals or none, however they are cut, and the next line is read",
    fc.tuple(LINES, fc.array(fc.nat(60), { maxLength: 4 })),
    ([bytes, cuts]) => {
      const reader = new MessageReader();
      const heard: ReadLine[] = [];
      let from = 0;
      for (const cut of cuts) {
        reader.read(bytes.subarray(from, from + cut), (line) => heard.push(line));
        from = Math.min(from + cut, bytes.length);
      }
      reader.read(Buffer.concat([bytes.subarray(from), PING]), (line) => heard.push(line));
      expect(heard.at(-1)).toEqual({ jsonrpc: "2.0", id: "ping", method: "ping" });
      // What is heard is handed on, so it has to be possible to write it.
      for (const line of heard) JSON.stringify(line);
    },
    { runs: 500 },
  );

  fuzz("pass a relay byte for byte, and another gateway can take over", LINES, async (bytes) => {
    const client = { input: new PassThrough(), output: new PassThrough() };
    const [first, second] = [new HeardGateway(), new HeardGateway()];
    const ended = relay(client, first, async () => second);
    client.input.write(Buffer.concat([bytes, PING]));
    await turn();
    expect(Buffer.concat(first.heard).equals(Buffer.concat([bytes, PING]))).toBe(true);
    first.destroy();
    await turn();
    client.input.end();
    second.destroy();
    await Promise.race([ended, turn()]);
  });

  fuzz(
    "are taken note of, and what a client waits for is known",
    fc.array(fc.oneof(changedValue(MESSAGES), hostileValue), { maxLength: 5 }),
    (messages) => {
      const exchanges = new OpenExchanges();
      for (const message of messages) {
        exchanges.fromClient(message);
        exchanges.fromGateway(message);
        exchanges.fromClient(message);
      }
      exchanges.recover();
    },
  );
});

describe("what programs of one machine say to each other, somebody having changed it", () => {
  const HELLO = { secret: "s", ask: "serve", config: "c", workspace: "/w", profile: "p" };
  const ANSWERS = [
    { type: "welcome", pid: 1, clients: 0 },
    { type: "refused", because: "config", message: "m" },
  ];
  const CLAIMS = [
    { state: "starting", process: { pid: 1, started: "now" } },
    { state: "serving", process: { pid: 1, started: "now" }, address: "/a", secret: "s", url: "u" },
    { state: "failed", reason: "r" },
  ];
  fuzz(
    "is what it says to be, or nothing",
    changedBytes(changedJsonText([HELLO, ...ANSWERS, ...CLAIMS])),
    (bytes) => {
      const line = bytes.toString("utf8");
      const hello = parseHello(line);
      if (hello !== undefined) expect(parseHello(JSON.stringify(hello))).toEqual(hello);
      const answer = parseAnswer(line);
      if (answer !== undefined) expect(parseAnswer(JSON.stringify(answer))).toEqual(answer);
      const claim = parseClaim(line);
      expect(parseClaim(JSON.stringify(claim))).toEqual(claim);
    },
    { runs: 600 },
  );
});

describe("what a request says of where it comes from and goes to, somebody having changed it", () => {
  fuzz("hops are counted, whatever stands beside them", changedValue([META]), (meta) => {
    const marks = { meta: Object(meta) as Record<string, unknown> };
    checkHops(marks, "own");
    const hops = addHop(marks, "own");
    expect(hops.length).toBeLessThanOrEqual(7);
    expect(hops.every((hop) => /^[\w-]{1,64}$/.test(hop))).toBe(true);
  });

  const address = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ maxLength: 20 }).map((rest) => `plimsoll://${rest}`),
  );
  fuzz("an address of the gateway is taken apart into what makes the same address", address, (uri) => {
    const parts = fromGatewayUri(uri);
    if (parts !== undefined) expect(toGatewayUri(parts)).toBe(uri);
  });

  const pieces = ["{id}", "{a,b}", "{+path}", "{?q,r}", "{&s}", "{/x}", "{.y}", "{#z}", "/", "a", ":", "="];
  const template = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(""));
  const uri = fc.array(fc.constantFrom("a", "/", ":", "=", "?q=", "&r=", "&s=", ",", ".", "\n"), {
    maxLength: 8,
  });
  fuzz(
    "an address fits the templates that the SDK finds it to fit, and no other",
    fc.tuple(
      template,
      uri.map((parts) => parts.join("")),
    ),
    ([written, asked]) => {
      expect(fitsTemplate(written, asked)).toBe(new UriTemplate(written).match(asked) !== null);
    },
    { runs: 3_000 },
  );
});
