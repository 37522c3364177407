import type { GatewayConfig } from "plimsoll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { readReply, toModernCall } from "../support/modern-call.ts";
import { type Answerer, RICH_CLIENTS, textOf } from "../support/rich-clients.ts";
import { configOf, relayed } from "../support/servers.ts";
import { serveVirtually, type VirtualServers } from "../support/virtual-servers.ts";

const object = { type: "object" };
const PROFILES: GatewayConfig["profiles"] = {
  careful: { approveRisk: ["destructive"] },
  through: { approveRisk: ["destructive"], transparent: "shop" },
};

let servers: VirtualServers;
let to: HttpGateway;
beforeAll(async () => {
  servers = await serveVirtually({
    shop: {
      tools: [
        { name: "look", description: "Looks.", inputSchema: object, annotations: { readOnlyHint: true } },
        { name: "wipe", description: "Wipes.", inputSchema: object, annotations: { destructiveHint: true } },
        { name: "unsaid", description: "Says nothing of itself.", inputSchema: object },
      ],
    },
  });
  to = await serveHttp({ ...servers.config, profiles: PROFILES });
}, 60_000);
afterAll(async () => {
  await to.close();
  await servers.close();
});

const ran = (): number => servers.asked.filter(({ method }) => method === "tools/call").length;
const answering = (action: string): Readonly<Record<string, Answerer>> => ({
  "elicitation/create": () => ({ action, ...(action === "accept" ? { content: {} } : {}) }),
});

describe.each(Object.entries(RICH_CLIENTS))("a destructive call of a client (%s)", (_kind, connect) => {
  const through = async (path: string, action: string | undefined, name: string, input: object) => {
    const client = await connect(to, {
      path,
      ...(action === undefined ? {} : { answers: answering(action) }),
    });
    const before = ran();
    const answer = await client.call(name, { ...input });
    await client.close();
    return { answer, asked: client.asked, runs: ran() - before };
  };
  const wipe = { name: "shop/wipe", arguments: { what: "all" } };

  it("runs once the user has agreed to the very tool and what it is called with", async () => {
    const { asked, runs, answer } = await through("/mcp/p/careful", "accept", "tool_call", wipe);
    expect(asked.map(({ params }) => params["message"])).toEqual([
      'Allow shop/wipe (destructive) to run once, with {"what":"all"}?',
    ]);
    expect([runs, answer["isError"]]).toEqual([1, undefined]);
    expect(textOf(answer)).toContain('"what":"all"');
  });

  it("does not run where the user declines", async () => {
    for (const action of ["decline", "cancel"]) {
      const { runs, answer } = await through("/mcp/p/careful", action, "shop__wipe", {});
      expect([runs, answer["isError"]]).toEqual([0, true]);
    }
  });

  it("is refused where the client cannot ask, and says how it could be made", async () => {
    const { runs, answer } = await through("/mcp/p/careful", undefined, "tool_call", wipe);
    expect([runs, answer["isError"]]).toEqual([0, true]);
    expect(textOf(answer)).toMatch(
      /shop\/wipe \(destructive\) was not run: in the profile "careful" .*elicitation/,
    );
  });

  it("needs leave in a transparent profile too", async () => {
    expect(await through("/mcp/p/through", "accept", "wipe", {})).toMatchObject({ runs: 1, asked: [{}] });
    expect(await through("/mcp/p/through", "decline", "wipe", {})).toMatchObject({ runs: 0 });
    expect(await through("/mcp/p/through", undefined, "wipe", {})).toMatchObject({ runs: 0 });
  });

  it("needs leave where nobody has settled the risk, and none where it only reads", async () => {
    const unsaid = { name: "shop/unsaid", arguments: {} };
    expect(await through("/mcp/p/careful", "decline", "tool_call", unsaid)).toMatchObject({
      runs: 0,
      asked: [{}],
    });
    const look = { name: "shop/look", arguments: {} };
    expect(await through("/mcp/p/careful", "decline", "tool_read", look)).toMatchObject({
      runs: 1,
      asked: [],
    });
    expect(await through("/mcp", "decline", "tool_call", wipe)).toMatchObject({ runs: 1, asked: [] });
  });
});

describe("leave that nobody gave", () => {
  const post = async (params: object, input: object = {}) => {
    const call = { tool: "shop__wipe", arguments: input, params };
    const request = toModernCall(new URL("/mcp/p/careful", to.url).href, call);
    return readReply<{ result?: Record<string, unknown>; error?: { code: number } }>(await fetch(request));
  };
  const yes = { "plimsoll/approval": { action: "accept", content: {} } };

  it("is none where a client says yes to a question that was not asked", async () => {
    const before = ran();
    const { result } = await post({ inputResponses: yes });
    expect(result).toMatchObject({ resultType: "input_required" });
    expect(ran()).toBe(before);
  });

  it("is none for other arguments than those that were shown", async () => {
    const before = ran();
    const { result } = await post({}, { what: "one" });
    const more = { inputResponses: yes, requestState: result?.["requestState"] };
    expect((await post(more, { what: "all" })).error).toMatchObject({ code: -32602 });
    expect((await post({ ...more, requestState: "forged" }, { what: "one" })).error).toMatchObject({
      code: -32602,
    });
    expect(ran()).toBe(before);
  });
});

it("leave that was given stays given while the server asks questions of its own", async () => {
  const profiles = { careful: { approve: ["*/ask"] } };
  const asking = await serveHttp({ ...configOf(relayed("modern"), relayed("legacy")), profiles });
  try {
    for (const kind of ["v2 modern over HTTP", "v2 legacy over HTTP"]) {
      for (const tool of ["modern__ask", "legacy__ask"]) {
        const answers: Readonly<Record<string, Answerer>> = {
          "elicitation/create": () => ({ action: "accept", content: { name: "Ada" } }),
        };
        const client = await RICH_CLIENTS[kind]?.(asking, { path: "/mcp/p/careful", answers });
        const answer = await client?.call(tool);
        expect(textOf(answer ?? {})).toBe("accept Ada state of the server");
        expect(client?.asked).toHaveLength(2);
        await client?.close();
      }
    }
  } finally {
    await asking.close();
  }
}, 60_000);
