import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { until } from "../support/processes.ts";
import { RICH_CLIENTS, type RichClient, textOf } from "../support/rich-clients.ts";
import { configOf, everything, relayed } from "../support/servers.ts";

const OVER_HTTP = Object.entries(RICH_CLIENTS).filter(([name]) => name.includes("HTTP"));

let replicas: readonly HttpGateway[] = [];
beforeAll(async () => {
  const store = createMemoryStore();
  const config = configOf(everything(), relayed("modern"), relayed("legacy"));
  replicas = await Promise.all([0, 1, 2].map(() => serveHttp(config, { store })));
}, 60_000);
afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

/** Sends every request to the next replica, as a load balancer would. */
function roundRobin(): typeof fetch {
  let next = 0;
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const replica = replicas[next++ % replicas.length];
    url.port = new URL(replica?.url ?? "").port;
    return fetch(url, init);
  };
}

describe.each(OVER_HTTP)("behind a load balancer, a client (%s)", (_name, connect) => {
  let client: RichClient;
  beforeAll(async () => {
    const [first] = replicas;
    if (first === undefined) throw new Error("There is no replica.");
    client = await connect(first, {
      fetch: roundRobin(),
      answers: { "elicitation/create": () => ({ action: "accept", content: { name: "Ada" } }) },
    });
  }, 60_000);
  afterAll(() => client.close());

  it("lists, finds and calls, whichever replica answers", async () => {
    for (let round = 0; round < 4; round++) {
      expect(
        textOf(await client.call("tool_call", { name: "everything__echo", arguments: { message: "x" } })),
      ).toBe("Echo: x");
      expect(((await client.request("tools/list")) as { tools: [] }).tools.length).toBeGreaterThan(3);
    }
  });

  it("answers a server of the newer era", async () => {
    expect(textOf(await client.call("modern__ask"))).toBe("accept Ada state of the server");
  });

  it("answers a server of the older era, or is told that its call was at another replica", async () => {
    const text = textOf(await client.call("legacy__ask"));
    if (client.era === "legacy") expect(text).toBe("accept Ada state of the server");
    else
      expect(text).toMatch(/another replica of the gateway: the call it belongs to is gone\. Call again\./);
  });

  it("reads on in a long result", async () => {
    const first = await client.call("tool_call", { name: "modern__long", arguments: { lines: 20_000 } });
    const next = /tool_call\((.*)\)\]$/.exec(textOf(first))?.[1] ?? "";
    expect(textOf(await client.call("tool_call", JSON.parse(next)))).toMatch(/^This is line \d+\./);
  });

  it("has in its list what it loaded, and hears of it", async () => {
    if (client.era === "modern") return;
    await client.call("tool_load", { names: ["everything__echo"] });
    for (let round = 0; round < 3; round++) {
      const { tools } = (await client.request("tools/list")) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toContain("everything__echo");
    }
    await until(
      () => client.heard.some(({ method }) => method === "notifications/tools/list_changed"),
      "news of the list",
    );
  });

  it("calls off what runs at another replica", async () => {
    const call = client.call(
      "tool_call",
      { name: "everything__trigger-long-running-operation", arguments: { duration: 30, steps: 2 } },
      { signal: AbortSignal.timeout(300) },
    );
    await expect(call).rejects.toThrow();
    for (const { gateway } of replicas) {
      expect(
        (await gateway.runtime.call({ name: "everything__echo", arguments: { message: "y" } })).outcome.type,
      ).toBe("ok");
    }
  });
});
