import { createGateway, type Gateway, type GatewayConfig } from "plimsoll";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Profile } from "../../src/server/profile.ts";
import { RICH_CLIENTS, type RichClient, textOf } from "../support/rich-clients.ts";
import { configOf, relayed, server } from "../support/servers.ts";

const STARTING = 'The server "slow" is still starting: call again in a few seconds.';
const FAILED = 'The server "gone" is not available: the command "no-such-program" was not found.';
const slow = server("slow", process.execPath, "-e", "setInterval(() => {}, 1000)");
const gone = server("gone", "no-such-program");
const STDIO = Object.entries(RICH_CLIENTS).filter(([name]) => name.includes("stdio"));

let gateway: Gateway | undefined;
let client: RichClient | undefined;
afterEach(async () => {
  await client?.close();
  await gateway?.close();
});

/** A client of a gateway of which every server but the slow one has listed or failed. */
async function connectTo(config: GatewayConfig, [, connect]: (typeof STDIO)[number], profile?: string) {
  const made = createGateway({ config, patienceMs: 1 });
  gateway = made;
  await vi.waitFor(
    () => {
      const awaited = made.unlisted().filter(({ failure }) => failure === undefined);
      expect(awaited.filter(({ name }) => name !== "slow")).toEqual([]);
    },
    { timeout: 30_000 },
  );
  const path = profile === undefined ? {} : { path: `/mcp/p/${profile}` };
  client = await connect({ url: "", gateway: made }, path);
  return client;
}

describe.each(STDIO)("a model whose server has listed nothing yet (%s)", (...way) => {
  it("is told that it is starting, or why it failed, and not that there is no such tool", async () => {
    const own = await connectTo(configOf(slow, gone, relayed("modern")), way);
    const called = await own.call("tool_call", { name: "slow/do_it", arguments: {} });
    expect(called).toMatchObject({ isError: true });
    expect(textOf(called)).toBe(STARTING);
    expect(textOf(await own.call("tool_call", { name: "gone__do_it", arguments: {} }))).toContain(FAILED);
    expect(textOf(await own.call("slow__do_it"))).toBe(STARTING);
    const described = await own.call("tool_describe", {
      names: ["slow/do_it", "modern__long", "modern__no"],
    });
    expect(textOf(described)).toContain(STARTING);
    expect(textOf(described)).toContain("modern__long: ");
    expect(textOf(described)).toContain('No tool named "modern__no" is available here.');
    expect(textOf(described)).not.toContain('"slow/do_it"');
    expect(described["structuredContent"]).toMatchObject({ refused: [{ because: STARTING }, {}] });
  });

  it("is told what a search did not reach", async () => {
    const own = await connectTo(configOf(slow, gone, relayed("modern")), way);
    for (const query of ["slow do it", "modern__long"]) {
      const found = await own.call("tool_find", { query });
      expect(textOf(found)).toContain(`Not searched:\n${STARTING}\n${FAILED}`);
      expect(found["structuredContent"]).toMatchObject({
        notSearched: [STARTING, expect.stringContaining(FAILED)],
      });
    }
  });

  it("is told nothing of a server that its profile keeps from it", async () => {
    const config = {
      ...configOf(slow, gone, relayed("modern")),
      profiles: { narrow: { allow: ["modern/*", "slow/read_*"], deny: ["gone/*"] } },
    };
    const own = await connectTo(config, way, "narrow");
    const unknown = (name: string) => `No tool named "${name}" is available here.`;
    const call = async (name: string) => textOf(await own.call("tool_call", { name, arguments: {} }));
    expect(await call("gone/do_it")).toContain(unknown("gone/do_it"));
    expect(await call("slow/do_it")).toContain(unknown("slow/do_it"));
    expect(await call("slow/read_it")).toBe(STARTING);
    expect(textOf(await own.call("tool_find", { query: "gone" }))).not.toContain('"gone" is not available');
  });
});

it("is told nothing more once every server has listed", async () => {
  const own = await connectTo(configOf(relayed("modern")), STDIO[0] as (typeof STDIO)[number]);
  await gateway?.ready();
  expect(gateway?.unlisted()).toEqual([]);
  expect(textOf(await own.call("tool_find", { query: "modern__long" }))).not.toContain("Not searched");
});

it.each([
  [{}, true],
  [{ allow: ["*"] }, true],
  [{ allow: ["*/create_*"] }, true],
  [{ allow: ["git*"] }, true],
  [{ allow: ["github/read"] }, true],
  [{ allow: ["gitlab/*"] }, false],
  [{ allow: ["github"] }, false],
  [{ deny: ["github/create_*"] }, true],
  [{ deny: ["github/*"] }, false],
  [{ deny: ["git*"] }, false],
  [{ denyRisk: ["destructive"] as const }, true],
  [{ denyRisk: ["read"] as const, allow: ["*"] }, false],
])("a profile of %j may have tools of a server it knows nothing of: %s", (config, may) => {
  expect(new Profile(config).mayHave("github")).toBe(may);
});
