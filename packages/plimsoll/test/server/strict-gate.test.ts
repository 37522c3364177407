import { DEFAULT_SETTINGS, type GatewayConfig } from "plimsoll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { BY_NAME } from "../support/by-name.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { readReply, toModernCall } from "../support/modern-call.ts";
import { configOf, relayed } from "../support/servers.ts";

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: { readonly load_token?: string };
  readonly isError?: boolean;
}

const CONFIG: GatewayConfig = {
  ...configOf(relayed("modern")),
  settings: { ...DEFAULT_SETTINGS, gate: "strict" },
  profiles: { pinned: { pins: ["modern/long"] }, denied: { deny: ["modern/long"] } },
};
const LONG = { name: "modern__long", arguments: { lines: 1 } };

let one: HttpGateway;
let other: HttpGateway;
beforeAll(async () => {
  const store = createMemoryStore();
  [one, other] = await Promise.all([
    serveHttp(CONFIG, { store, authenticator: BY_NAME }),
    serveHttp(CONFIG, { store, authenticator: BY_NAME }),
  ]);
}, 60_000);
afterAll(async () => {
  await one.close();
  await other.close();
});

async function call(
  tool: string,
  input: object,
  { as = "ada", at = one, path = "/mcp" }: { as?: string; at?: HttpGateway; path?: string } = {},
): Promise<Result> {
  const headers = { "x-test-principal": as };
  const request = toModernCall(at.url.replace("/mcp", path), { tool, arguments: input, headers });
  return (await readReply<{ result: Result }>(await fetch(request))).result;
}

async function load(as?: string): Promise<string> {
  const { structuredContent } = await call("tool_load", { names: ["modern__long"] }, { ...(as && { as }) });
  return String(structuredContent?.load_token);
}

describe("under the strict gate a client of the newer era", () => {
  it("calls what it has loaded, at any replica, with the token it was given", async () => {
    const load_token = await load();
    for (const at of [one, other]) {
      for (const tool of ["tool_call", "tool_read"]) {
        const { content } = await call(tool, { ...LONG, load_token }, { at });
        expect(content[0]?.text).toBe("This is line 1.");
      }
    }
  });

  it("calls nothing without a token, whatever it has loaded before", async () => {
    await load();
    const { isError, content } = await call("tool_call", LONG);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('Load it with tool_load({"names":["modern__long"]})');
  });

  it.each<[string, () => Promise<string>]>([
    ["somebody else's", () => load("bob")],
    ["forged", async () => `${(await load()).slice(0, -2)}AA`],
    ["made up", async () => "not a token"],
    ["empty", async () => ""],
  ])("is told to load again with a token that is %s", async (_title, token) => {
    const { isError, content } = await call("tool_call", { ...LONG, load_token: await token() });
    expect(isError).toBe(true);
    expect(content).toEqual([
      {
        type: "text",
        text: 'The load_token is not valid here. Load the tool again with tool_load({"names":["modern__long"]}), and pass the load_token of that answer.',
      },
    ]);
  });

  it("calls nothing with a token for something else", async () => {
    const loaded = await call("tool_load", { names: ["modern__meta"] });
    const load_token = loaded.structuredContent?.load_token;
    const { isError, content } = await call("tool_call", { ...LONG, load_token });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain("modern__long is not loaded.");
  });

  it("is not given by a token what its profile denies", async () => {
    const load_token = await load();
    const { isError, content } = await call("tool_call", { ...LONG, load_token }, { path: "/mcp/p/denied" });
    expect(isError).toBe(true);
    expect(content[0]?.text).toMatch(/^No tool named/);
  });

  it("calls what is pinned for it without loading it", async () => {
    const { content } = await call("modern__long", { lines: 1 }, { path: "/mcp/p/pinned" });
    expect(content[0]?.text).toBe("This is line 1.");
  });

  it("sees no token that its tools are sent", async () => {
    const loaded = await call("tool_load", { names: ["modern__meta", "modern__rich"] });
    const load_token = String(loaded.structuredContent?.load_token);
    const input = { name: "modern__rich", arguments: { region: "north" }, load_token };
    expect(JSON.stringify(await call("tool_call", input))).not.toContain(load_token);
  });
});
