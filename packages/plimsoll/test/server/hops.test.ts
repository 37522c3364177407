import { createGateway } from "plimsoll";
import { afterAll, describe, expect, it } from "vitest";
import { createHttpFront } from "../../src/server/http-front.ts";
import { HOPS_KEY, toHopsHeader } from "../../src/upstream/hops.ts";
import { readReply, toModernCall } from "../support/modern-call.ts";
import { configOf } from "../support/servers.ts";

const gateway = createGateway({ config: configOf() });
const front = createHttpFront(gateway);
afterAll(async () => {
  await front.close();
  await gateway.close();
});

function call(meta: object, headers: Record<string, string> = {}): Promise<Response> {
  const request = { tool: "tool_find", arguments: { query: "x" }, meta };
  return front.fetch(
    toModernCall("http://localhost/mcp", { ...request, headers: { host: "localhost", ...headers } }),
  );
}

describe("a request that has passed this gateway before", () => {
  it("is refused by its header, with what to do", async () => {
    const answer = await call({}, toHopsHeader([gateway.id]));
    expect(answer.status).toBe(508);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("two gateways list each other") });
  });

  it("is refused by what it carries itself", async () => {
    const error = { code: -32600, message: expect.stringContaining("two gateways list each other") };
    expect(await readReply(await call({ [HOPS_KEY]: [gateway.id] }))).toMatchObject({ error });
  });

  it("is answered where it has only passed others", async () => {
    const text = await (await call({ [HOPS_KEY]: ["another"] })).text();
    expect(text).not.toContain("two gateways list each other");
    expect(text).toContain("No tool");
  });
});
