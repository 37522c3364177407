import { createGateway } from "plimsoll";
import { afterAll, describe, expect, it } from "vitest";
import { createHttpFront } from "../../src/server/http-front.ts";
import { HOPS_KEY, toHopsHeader } from "../../src/upstream/hops.ts";
import { configOf } from "../support/servers.ts";

const gateway = createGateway({ config: configOf() });
const front = createHttpFront(gateway);
afterAll(async () => {
  await front.close();
  await gateway.close();
});

function call(meta: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Response> {
  const params = { name: "tool_find", arguments: { query: "x" }, _meta: meta };
  return front.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        host: "localhost",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    }),
  );
}

describe("a request that has passed this gateway before", () => {
  it("is refused by its header, with what to do", async () => {
    const answer = await call({}, toHopsHeader([gateway.id]));
    expect(answer.status).toBe(508);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("two gateways list each other") });
  });

  it("is refused by what it carries itself", async () => {
    const text = await (await call({ [HOPS_KEY]: [gateway.id] })).text();
    expect(text).toContain("two gateways list each other");
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 } });
  });

  it("is answered where it has only passed others", async () => {
    const text = await (await call({ [HOPS_KEY]: ["another"] })).text();
    expect(text).not.toContain("two gateways list each other");
    expect(text).toContain("No tool");
  });
});
