import { networkInterfaces } from "node:os";
import { createGateway, type GatewayConfig } from "plimsoll";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isLoopback } from "../../../src/server/auth/loopback.ts";
import { tokenBookOf } from "../../../src/server/auth/token-book.ts";
import { createHttpFront } from "../../../src/server/http-front.ts";
import { bindPort } from "../../../src/server/http-server.ts";
import { toModernCall } from "../../support/modern-call.ts";
import { configOf, raw, temporaryFolder } from "../../support/servers.ts";

const FIND = { tool: "tool_find", arguments: { query: "fine" } };

afterEach(() => vi.unstubAllEnvs());

describe("a gateway that others could reach", () => {
  it.each(["0.0.0.0", "::", "192.168.1.5", "example.com", "localhost.example.com", "::ffff:192.168.1.5", ""])(
    "is not served on %j without a way to tell who they are",
    async (host) => {
      await expect(bindPort(0, { host })).rejects.toMatchObject({
        code: "HOST_EXPOSED",
        message: expect.stringContaining('Add "auth": { "tokens": true }'),
      });
    },
  );

  it.each(["127.0.0.1", "127.9.9.9", "localhost", "::ffff:127.0.0.1"])("is none on %s", async (host) => {
    const bound = await bindPort(0, { host });
    expect(bound.isExposed).toBe(false);
    await bound.release();
  });

  it("is served with auth, and says where", async () => {
    const bound = await bindPort(0, { host: "0.0.0.0", hasAuth: true });
    expect(bound).toMatchObject({
      isExposed: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
    });
    await bound.release();
  });

  it("says so where the address is none of this machine's", async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address }) => address),
    );
    expect(own).not.toContain("192.0.2.1");
    await expect(bindPort(0, { host: "192.0.2.1", hasAuth: true })).rejects.toMatchObject({
      code: "HOST_UNUSABLE",
      message: "192.0.2.1 is not an address of this machine. Name another one: --host 127.0.0.1.",
    });
  });

  it("lets nobody in when an edited config takes its auth away, and follows every other edit at once", async () => {
    vi.stubEnv("PLIMSOLL_HOME", temporaryFolder());
    const open = configOf(raw("fine"));
    const closed: GatewayConfig = { ...open, auth: { tokens: true } };
    const gateway = createGateway({ config: closed });
    const front = createHttpFront(gateway, { isExposed: true });
    const local = createHttpFront(gateway);
    try {
      await gateway.ready();
      const { token } = await (await tokenBookOf(closed.file)).create({ name: "ada", ttlMs: 60_000 });
      const send = async (to: typeof front, headers: Record<string, string> = {}): Promise<number> => {
        const call = { ...FIND, headers: { host: "localhost", ...headers } };
        return (await to.fetch(toModernCall("http://localhost/mcp", call))).status;
      };
      const authorization = `Bearer ${token}`;
      expect(await send(front, { authorization })).toBe(200);
      expect(await send(front)).toBe(401);
      expect(await send(local)).toBe(401);
      await gateway.reconfigure(open);
      expect(await send(front, { authorization })).toBe(503);
      expect(await send(front)).toBe(503);
      expect(await send(local)).toBe(200);
      await gateway.reconfigure(closed);
      expect(await send(front, { authorization })).toBe(200);
      expect(await send(local)).toBe(401);
    } finally {
      await front.close();
      await local.close();
      await gateway.close();
    }
  });
});

it.each([
  ["127.0.0.1", true],
  ["127.255.0.1", true],
  ["::1", true],
  ["0:0:0:0:0:0:0:1", true],
  ["LOCALHOST", true],
  ["128.0.0.1", false],
  ["::2", false],
  ["127.0.0.1.example.com", false],
])("%s is of this machine alone: %s", (host, isOwn) => {
  expect(isLoopback(host)).toBe(isOwn);
});
