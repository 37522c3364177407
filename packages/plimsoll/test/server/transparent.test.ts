import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { until } from "../support/processes.ts";
import { RICH_CLIENTS, type RichClient, textOf } from "../support/rich-clients.ts";
import { configOf, everything, relayed } from "../support/servers.ts";

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp({
    ...configOf(everything(), relayed("modern"), relayed("legacy")),
    profiles: {
      modern: { transparent: "modern" },
      plain: { transparent: "legacy" },
      legacy: { transparent: "legacy", deny: ["*/fail", "*/greet", "legacy/relay://one"] },
    },
  });
}, 60_000);
afterAll(() => http.close());

describe.each(Object.entries(RICH_CLIENTS))("one server as it is, for a client (%s)", (_name, connect) => {
  let client: RichClient;
  beforeAll(async () => {
    client = await connect(http, {
      path: "/mcp/p/modern",
      answers: { "elicitation/create": () => ({ action: "accept", content: { name: "Ada" } }) },
    });
  }, 60_000);
  afterAll(() => client.close());

  it("lists its tools, prompts and resources under its own names, in its own order", async () => {
    const { tools } = (await client.request("tools/list")) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      "meta",
      "fail",
      "ask",
      "blocks",
      "log",
      "touch",
      "long",
      "data",
      "rich",
    ]);
    expect(await client.request("prompts/list")).toMatchObject({
      prompts: [{ name: "greet" }, { name: "ask.me" }],
    });
    expect(await client.request("resources/list")).toMatchObject({ resources: [{ uri: "relay://one" }] });
    expect(await client.request("resources/templates/list")).toMatchObject({
      resourceTemplates: [{ uriTemplate: "relay://items/{id}{?from}" }],
    });
    expect(client.instructions()).toContain("# Relay");
  });

  it("answers as it does, with its own addresses, errors and questions", async () => {
    const blocks = (await client.call("blocks")) as { content: { uri?: string }[] };
    expect(blocks.content[5]).toMatchObject({ type: "resource_link", uri: "relay://items/7?from=link" });
    await expect(client.call("fail")).rejects.toMatchObject({ code: 4242, data: { free: 0 } });
    await expect(client.call("nothing")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Tool nothing not found"),
    });
    expect(textOf(await client.call("ask"))).toBe("accept Ada state of the server");
    expect(await client.request("resources/read", { uri: "relay://items/2" })).toMatchObject({
      contents: [{ uri: "relay://items/2", text: "read relay://items/2" }],
    });
    expect(await client.request("prompts/get", { name: "greet", arguments: { who: "Ada" } })).toMatchObject({
      messages: [{ content: { text: "Hello Ada" } }, { content: { resource: { uri: "relay://one" } } }],
    });
    const ref = { type: "ref/prompt", name: "greet" };
    expect(
      await client.request("completion/complete", { ref, argument: { name: "who", value: "B" } }),
    ).toMatchObject({ completion: { values: ["greet:B"] } });
  });

  it("is told what its client can do", async () => {
    const { capabilities } = JSON.parse(textOf(await client.call("meta")));
    expect(capabilities).toEqual({ elicitation: { form: {}, url: {} } });
  });

  it("keeps to the profile's policy all the same", async () => {
    const narrow = await connect(http, { path: "/mcp/p/legacy" });
    try {
      const { tools } = (await narrow.request("tools/list")) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).not.toContain("fail");
      await expect(narrow.call("fail")).rejects.toMatchObject({ code: -32602 });
      await expect(narrow.call("legacy__fail")).rejects.toMatchObject({ code: -32602 });
      await expect(narrow.request("prompts/get", { name: "greet" })).rejects.toMatchObject({ code: -32602 });
      await expect(narrow.request("resources/read", { uri: "relay://one" })).rejects.toMatchObject({
        code: -32602,
      });
      expect(textOf(await narrow.call("long", { lines: 1 }))).toBe("This is line 1.");
    } finally {
      await narrow.close();
    }
  });

  it("tells of its resources under its own addresses", async () => {
    const uri = "relay://one";
    const plain = await connect(http, { path: "/mcp/p/plain" });
    const narrow = await connect(http, { path: "/mcp/p/legacy" });
    const listening = new AbortController();
    try {
      const listen = (to: RichClient): Promise<unknown> =>
        to.era === "legacy"
          ? to.request("resources/subscribe", { uri })
          : to.request(
              "subscriptions/listen",
              { notifications: { resourceSubscriptions: [uri] } },
              { signal: listening.signal },
            );
      const refused = listen(narrow);
      if (narrow.era === "legacy") await expect(refused).rejects.toMatchObject({ code: -32602 });
      else refused.catch(() => undefined);
      const listened = listen(plain);
      listened.catch(() => undefined);
      if (plain.era === "legacy") await listened;
      const heard = () => plain.heard.filter(({ method }) => method === "notifications/resources/updated");
      const touch = setInterval(() => void plain.call("touch").catch(() => undefined), 300);
      try {
        await until(() => heard().length > 0, "news of a resource", 20_000);
      } finally {
        clearInterval(touch);
      }
      expect(heard()[0]?.params).toMatchObject({ uri });
      if (narrow.era === "legacy") expect(narrow.heard).toEqual([]);
    } finally {
      listening.abort();
      await plain.close();
      await narrow.close();
    }
  });
});
