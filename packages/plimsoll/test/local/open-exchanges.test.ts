import { describe, expect, it } from "vitest";
import { OpenExchanges } from "../../src/local/open-exchanges.ts";

const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });
const answer = (id: number | string) => ({ jsonrpc: "2.0", id, result: {} });

describe("what a relay knows of the conversation it carries", () => {
  it("fails what may have been done, and asks again what changes nothing", () => {
    const exchanges = new OpenExchanges();
    const sent = [
      request(1, "tools/list"),
      request(2, "tools/call", { name: "x" }),
      request(3, "tools/call", { name: "y" }),
      request(4, "tools/call", { name: "z" }),
    ];
    for (const message of sent) exchanges.fromClient(message);
    exchanges.fromGateway(answer(3));
    exchanges.fromClient({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 4 } });
    expect(exchanges.recover()).toEqual({
      toClient: [
        { jsonrpc: "2.0", id: 2, error: { code: -32603, message: expect.stringContaining("ask again") } },
      ],
      introduction: [],
      again: [sent[0]],
    });
    // What was asked again is still waited for.
    expect(exchanges.recover()).toEqual({ toClient: [], introduction: [], again: [sent[0]] });
  });

  it("introduces the client once more, and keeps the answers to that to itself", () => {
    const exchanges = new OpenExchanges();
    const initialize = request(0, "initialize", { protocolVersion: "2025-11-25" });
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    const watched = request(3, "resources/subscribe", { uri: "a:1" });
    exchanges.fromClient(initialize);
    exchanges.fromGateway(answer(0));
    exchanges.fromClient(initialized);
    exchanges.fromClient(request(1, "logging/setLevel", { level: "debug" }));
    exchanges.fromClient(request(2, "resources/subscribe", { uri: "b:1" }));
    exchanges.fromClient(watched);
    exchanges.fromClient(request(4, "resources/unsubscribe", { uri: "b:1" }));
    for (const id of [1, 2, 3, 4]) exchanges.fromGateway(answer(id));
    const { introduction } = exchanges.recover();
    expect(introduction).toEqual(
      [
        { ...initialize, id: "plimsoll-again-1" },
        initialized,
        request(1, "logging/setLevel", { level: "debug" }),
        watched,
      ].map((message, at) => (at < 2 ? message : { ...message, id: `plimsoll-again-${at}` })),
    );
    expect(exchanges.isIntroducing).toBe(true);
    for (const id of [1, 2, 3]) expect(exchanges.fromGateway(answer(`plimsoll-again-${id}`))).toBe(false);
    expect(exchanges.isIntroducing).toBe(false);
    expect(exchanges.fromGateway(answer(5))).toBe(true);
  });

  it("leaves the first handshake to the client where the gateway ended in the middle of it", () => {
    const exchanges = new OpenExchanges();
    const initialize = request(0, "initialize");
    exchanges.fromClient(initialize);
    expect(exchanges.recover()).toEqual({ toClient: [], introduction: [initialize], again: [] });
    expect(exchanges.isIntroducing).toBe(false);
    expect(exchanges.fromGateway(answer(0))).toBe(true);
  });

  it("goes on listening for the client, which is not told a second time that it does", () => {
    const exchanges = new OpenExchanges();
    const [heard, ended, unsure] = [5, 6, 7].map((id) => request(id, "subscriptions/listen"));
    const acknowledged = (id: number) => ({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": id } },
    });
    for (const message of [heard, ended, unsure]) exchanges.fromClient(message);
    expect(exchanges.isWaiting).toBe(false);
    expect([5, 6].map((id) => exchanges.fromGateway(acknowledged(id)))).toEqual([true, true]);
    exchanges.fromClient({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 6 } });
    for (const _gateway of ["second", "third"]) {
      expect(exchanges.recover()).toEqual({ toClient: [], introduction: [], again: [heard, unsure] });
      expect(exchanges.fromGateway(acknowledged(5))).toBe(false);
    }
    // The first gateway ended before it could say so.
    expect(exchanges.fromGateway(acknowledged(7))).toBe(true);
  });

  it("calls off what the gateway had asked, and drops the answer to it", () => {
    const exchanges = new OpenExchanges();
    exchanges.fromGateway(request(7, "elicitation/create"));
    exchanges.fromGateway(request(8, "elicitation/create"));
    exchanges.fromClient(answer(8));
    expect(exchanges.recover().toClient).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 7, reason: expect.any(String) },
      },
    ]);
    expect(exchanges.fromClient(answer(7))).toBe(false);
    expect(exchanges.fromClient(answer(7))).toBe(true);
  });

  it("passes on what it cannot read", () => {
    const exchanges = new OpenExchanges();
    for (const odd of [undefined, null, 3, "x", [], {}, { id: {} }, [{ id: null }]]) {
      expect([exchanges.fromClient(odd), exchanges.fromGateway(odd)]).not.toContain(undefined);
    }
    expect(exchanges.recover()).toEqual({ toClient: [], introduction: [], again: [] });
  });
});
