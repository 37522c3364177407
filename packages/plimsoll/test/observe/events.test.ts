import type { GatewayConfig } from "plimsoll";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallEndedEvent, GatewayEvent } from "../../src/observe/gateway-event.ts";
import { observeCall } from "../../src/observe/observed-call.ts";
import { Observers } from "../../src/observe/observers.ts";
import type { HttpGateway } from "../support/http-gateway.ts";
import { callOver, callThrough, serveObserved } from "../support/observing.ts";
import { configOf, raw, relayed } from "../support/servers.ts";

const config: GatewayConfig = {
  ...configOf(relayed("modern"), relayed("legacy"), raw("exit")),
  profiles: {
    careful: { deny: ["modern/fail"], pins: ["modern/meta"] },
    clear: { transparent: "modern", deny: ["modern/fail"] },
  },
};

let http: HttpGateway & { readonly events: GatewayEvent[] };
beforeAll(async () => {
  http = await serveObserved(config);
}, 60_000);
afterAll(() => http.close());
beforeEach(() => http.events.splice(0));

function ended(): CallEndedEvent | undefined {
  return http.events.find((event) => event.type === "call-ended");
}

describe("a call that is watched", () => {
  it("is told of by the inner tool's name, whichever way it was called", async () => {
    await callThrough(http.url, "modern__meta");
    expect(http.events.map(({ type }) => type)).toEqual([
      "call-begun",
      ...(http.events.some(({ type }) => type === "health") ? ["health"] : []),
      "relay-begun",
      "relay-ended",
      "call-ended",
    ]);
    expect(ended()).toMatchObject({
      tool: "modern/meta",
      server: "modern",
      outcome: "ok",
      decision: "allowed",
    });
    expect(ended()?.bytes).toBeGreaterThan(10);
    expect(ended()?.call).toMatchObject({ asked: "modern__meta", era: "modern", profile: undefined });
    http.events.splice(0);
    await callOver(`${http.url}/p/careful`, "modern__meta");
    expect(ended()).toMatchObject({ tool: "modern/meta", call: { profile: "careful" } });
    http.events.splice(0);
    await callOver(`${http.url}/p/clear`, "meta");
    expect(ended()).toMatchObject({ tool: "modern/meta", server: "modern", call: { asked: "modern/meta" } });
  });

  it("of a meta-tool has the meta-tool's name and no server", async () => {
    await callOver(http.url, "tool_find", { query: "words" });
    expect(ended()).toMatchObject({ tool: "tool_find", server: undefined, outcome: "ok" });
  });

  it("that policy denies is told of with the denied tool's name, which the client does not learn", async () => {
    const reply = await callThrough(`${http.url}/p/careful`, "modern__fail");
    expect(JSON.stringify(reply)).not.toContain("denied");
    const denied = { tool: "modern/fail", server: "modern", decision: "denied", outcome: "rejected" };
    expect(ended()).toMatchObject({ ...denied, reason: "denied" });
    http.events.splice(0);
    expect((await callOver(`${http.url}/p/clear`, "fail")).error?.message).toBe("Tool fail not found");
    expect(ended()).toMatchObject({ ...denied, reason: "denied" });
    expect(http.events.some(({ type }) => type === "relay-begun")).toBe(false);
  });

  it("of no tool is told of as it was asked for, and names no tool", async () => {
    await callThrough(http.url, "nothing\u001b[2J\nhere");
    expect(ended()).toMatchObject({ tool: undefined, decision: "refused", reason: "unknown" });
    expect(ended()?.call.asked).toBe("nothing\u001b[2J\nhere");
  });

  it("that a server fails is told of with the server's words", async () => {
    await callThrough(http.url, "modern__fail");
    expect(ended()).toMatchObject({ tool: "modern/fail", outcome: "failed", message: "The disk is full." });
    expect(http.events.find(({ type }) => type === "relay-ended")).toMatchObject({ code: 4242 });
  });

  it("that asks the user is told of as such", async () => {
    await callThrough(http.url, "modern__ask");
    expect(ended()).toMatchObject({ tool: "modern/ask", outcome: "input-required", decision: "allowed" });
  });

  it("is told of although an observer throws", async () => {
    const end = http.gateway.observers.add({
      observe() {
        throw new Error("I am broken");
      },
    });
    expect((await callThrough(http.url, "modern__meta")).result?.isError).toBeUndefined();
    end();
    expect(ended()).toMatchObject({ outcome: "ok" });
  });

  it("is refused where an observer that has to be waited for refuses it, before and after", async () => {
    for (const at of ["call-begun", "call-ended"] as const) {
      const end = http.gateway.observers.add({
        observe: ({ type }) => (type === at ? Promise.reject(new Error("not kept")) : undefined),
      });
      http.events.splice(0);
      const reply = await callThrough(http.url, "modern__meta");
      end();
      expect(reply.error?.message).toBe("not kept");
      expect(http.events.some(({ type }) => type === "relay-begun")).toBe(at === "call-ended");
      expect(ended()).toBeDefined();
    }
  });
});

describe("what happens beside calls", () => {
  it("is told: servers that fail, and a config that is taken over", { timeout: 60_000 }, async () => {
    // One that has just failed is left alone for a while.
    const tryAgain = async (): Promise<readonly GatewayEvent[]> => {
      await http.gateway.upstreams.refresh("exit").catch(() => undefined);
      return http.events;
    };
    await expect.poll(tryAgain, { timeout: 30_000 }).toContainEqual(
      expect.objectContaining({
        type: "health",
        server: "exit",
        health: expect.objectContaining({ state: "failing" }),
      }),
    );
    await http.gateway.reconfigure({ ...config, profiles: {} });
    await http.gateway.reconfigure(config);
    expect(http.events.filter(({ type }) => type === "reload")).toEqual([
      { type: "reload", added: [], changed: [], removed: [], profiles: ["careful", "clear"] },
      { type: "reload", added: [], changed: [], removed: [], profiles: ["careful", "clear"] },
    ]);
  });
});

it("where nobody watches, a call is served as if nobody ever could: no event, no other watch", async () => {
  const turn = new Promise<never>(() => {});
  const watch = Object.freeze({}) as never;
  const gateway = { observers: new Observers() } as never;
  // Not even the call is looked at.
  const parts = { gateway, watch, call: undefined as never, context: undefined as never };
  const served = observeCall(parts, (seen) => {
    expect(seen).toBe(watch);
    return turn;
  });
  expect(served).toBe(turn);
});
