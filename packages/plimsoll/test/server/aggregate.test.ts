import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { until } from "../support/processes.ts";
import { RICH_CLIENTS, type RichClient } from "../support/rich-clients.ts";
import { configOf, everything, relayed } from "../support/servers.ts";

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp({
    ...configOf(everything(), relayed("modern"), relayed("legacy")),
    profiles: { quiet: { allow: ["modern/*"], deny: ["modern/relay://one", "modern/greet"] } },
  });
}, 60_000);
afterAll(() => http.close());

describe.each(Object.entries(RICH_CLIENTS))("prompts and resources for a client (%s)", (_name, connect) => {
  let client: RichClient;
  beforeAll(async () => {
    client = await connect(http);
  }, 60_000);
  afterAll(() => client.close());

  it("are listed from all servers, under names and addresses that tell the servers apart", async () => {
    const { prompts } = (await client.request("prompts/list")) as { prompts: { name: string }[] };
    const names = prompts.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(
      expect.arrayContaining(["everything__simple-prompt", "legacy__greet", "modern__greet"]),
    );
    const { resources } = (await client.request("resources/list")) as { resources: { uri: string }[] };
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([
        "plimsoll://legacy/relay://one",
        "plimsoll://modern/relay://one",
        "plimsoll://everything/demo://resource/static/document/features.md",
      ]),
    );
    const templates = await client.request("resources/templates/list");
    expect(templates["resourceTemplates"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uriTemplate: "plimsoll://modern/relay://items/{id}{?from}" }),
        expect.objectContaining({
          uriTemplate: "plimsoll://everything/demo://resource/dynamic/text/{resourceId}",
        }),
      ]),
    );
  });

  it("are got by those names", async () => {
    expect(
      await client.request("prompts/get", { name: "legacy__greet", arguments: { who: "Ada" } }),
    ).toMatchObject({
      messages: [
        { content: { text: "Hello Ada" } },
        { content: { resource: { uri: "plimsoll://legacy/relay://one" } } },
      ],
    });
    const uri = "plimsoll://everything/demo://resource/dynamic/text/3";
    expect(await client.request("resources/read", { uri })).toMatchObject({ contents: [{ uri }] });
  });

  it("are read by a server's own address too, where one server has it", async () => {
    const own = "demo://resource/static/document/features.md";
    expect(await client.request("resources/read", { uri: own })).toMatchObject({ contents: [{ uri: own }] });
    const dynamic = "demo://resource/dynamic/text/4";
    expect(await client.request("resources/read", { uri: dynamic })).toMatchObject({
      contents: [{ uri: dynamic }],
    });
    await expect(client.request("resources/read", { uri: "relay://one" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("plimsoll://legacy/relay://one, plimsoll://modern/relay://one"),
    });
  });

  it("that are not there are an error that says so, a server's own where it has one", async () => {
    for (const uri of ["nowhere://x", "plimsoll://no-server/x://y"]) {
      await expect(client.request("resources/read", { uri })).rejects.toMatchObject({
        code: -32602,
        data: { uri },
      });
    }
    await expect(
      client.request("resources/read", { uri: "plimsoll://legacy/relay://absent" }),
    ).rejects.toMatchObject({ code: -32602, data: { uri: "relay://absent" } });
    await expect(client.request("prompts/get", { name: "nothing" })).rejects.toMatchObject({ code: -32602 });
  });

  it("have their arguments completed by their server", async () => {
    const argument = { name: "who", value: "A" };
    const byName = await client.request("completion/complete", {
      ref: { type: "ref/prompt", name: "modern__greet" },
      argument,
    });
    expect(byName).toMatchObject({ completion: { values: ["greet:A"] } });
    const byTemplate = await client.request("completion/complete", {
      ref: { type: "ref/resource", uri: "plimsoll://legacy/relay://items/{id}{?from}" },
      argument,
    });
    expect(byTemplate).toMatchObject({ completion: { values: ["relay://items/{id}{?from}:A"] } });
  });

  it("are cached by nobody else, and no longer than their server says", async () => {
    const read = await client.request("resources/read", { uri: "plimsoll://modern/relay://one" });
    if (client.era === "modern") expect(read).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
    const listed = await client.request("resources/list");
    if (client.era === "modern") expect(listed).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    else expect(listed).not.toHaveProperty("ttlMs");
  });

  it("are told of when they change, once the client wants to hear of them", async () => {
    const uri = "plimsoll://legacy/relay://one";
    expect(await hearOf(client, uri)).toMatchObject({ uri });
  });
});

describe.each(Object.entries(RICH_CLIENTS))(
  "a client (%s) that knows a server's own address",
  (_name, connect) => {
    it("is told of the resource by that address", async () => {
      const own = await serveHttp(configOf(relayed("legacy")));
      const client = await connect(own);
      try {
        expect(await hearOf(client, "relay://one")).toMatchObject({ uri: "relay://one" });
      } finally {
        await client.close();
        await own.close();
      }
    });
  },
);

/** Subscribes to a resource of the older server, has it change, and answers what the client is told. */
async function hearOf(client: RichClient, uri: string): Promise<unknown> {
  let listening: AbortController | undefined;
  if (client.era === "legacy") await client.request("resources/subscribe", { uri });
  else {
    listening = new AbortController();
    void client
      .request(
        "subscriptions/listen",
        { notifications: { resourceSubscriptions: [uri] } },
        { signal: listening.signal },
      )
      .catch(() => undefined);
    await until(
      () => client.heard.some(({ method }) => method.includes("acknowledged")),
      "an acknowledgement",
    );
  }
  const heard = () => client.heard.filter(({ method }) => method === "notifications/resources/updated");
  const touch = setInterval(
    () => void client.call("tool_call", { name: "legacy__touch", arguments: {} }).catch(() => undefined),
    300,
  );
  try {
    await until(() => heard().length > 0, "news of a resource", 20_000);
  } finally {
    clearInterval(touch);
  }
  listening?.abort();
  if (client.era === "legacy") await client.request("resources/unsubscribe", { uri });
  return heard()[0]?.params;
}

describe.each(Object.entries(RICH_CLIENTS))("under a profile (%s)", (_name, connect) => {
  it("what is denied is not listed, not found and not read", async () => {
    const client = await connect(http, { path: "/mcp/p/quiet" });
    try {
      const { prompts } = (await client.request("prompts/list")) as { prompts: { name: string }[] };
      expect(prompts.map(({ name }) => name)).toEqual([expect.stringMatching(/^modern__ask_me/)]);
      expect(await client.request("resources/list")).toMatchObject({ resources: [] });
      await expect(client.request("prompts/get", { name: "modern__greet" })).rejects.toMatchObject({
        code: -32602,
      });
      await expect(client.request("prompts/get", { name: "legacy__greet" })).rejects.toMatchObject({
        code: -32602,
      });
      for (const uri of [
        "plimsoll://modern/relay://one",
        "plimsoll://legacy/relay://items/1",
        "relay://one",
      ]) {
        await expect(client.request("resources/read", { uri })).rejects.toMatchObject({ code: -32602 });
      }
      const found = await client.call("tool_find", { query: "echo a message" });
      expect(JSON.stringify(found)).not.toContain("everything");
      expect(client.instructions()).not.toContain("everything");
      expect(
        await client.call("tool_call", { name: "everything__echo", arguments: { message: "x" } }),
      ).toMatchObject({
        isError: true,
      });
      expect(await client.call("everything__echo", { message: "x" })).toMatchObject({ isError: true });
    } finally {
      await client.close();
    }
  });
});
