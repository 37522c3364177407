import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { RICH_CLIENTS, type RichClient, textOf } from "../support/rich-clients.ts";
import { configOf, everything, relayed } from "../support/servers.ts";

const TRACE = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "vendor=1",
  baggage: "user=alice",
};

// A server whose calls are called off: as long as it may be at work on one, nobody is asked what it asks.
const leaving = { ...everything(), name: "leaving" };

let http: HttpGateway;
beforeAll(async () => {
  http = await serveHttp(configOf(everything(), leaving, relayed("modern"), relayed("legacy")));
}, 60_000);
afterAll(() => http.close());

describe.each(Object.entries(RICH_CLIENTS))(
  "what a client (%s) gets through the gateway",
  (_name, connect) => {
    let client: RichClient;
    beforeAll(async () => {
      client = await connect(http, {
        answers: {
          "elicitation/create": ({ mode }) => ({
            action: "accept",
            ...(mode === "url" ? {} : { content: { name: "Ada" } }),
          }),
          "sampling/createMessage": () => ({
            role: "assistant",
            model: "test-model",
            content: { type: "text", text: "sampled words" },
          }),
          "roots/list": () => ({ roots: [{ uri: "file:///work", name: "work" }] }),
        },
      });
    }, 60_000);
    afterAll(() => client.close());

    const through = (name: string, input: object = {}, options = {}) =>
      client.call("tool_call", { name, arguments: input }, options);

    describe.each(["modern", "legacy"] as const)("from a server of the era %s", (era) => {
      it("is blocks of every kind, data and metadata, whole, with links that lead through the gateway", async () => {
        const result = await through(`${era}__blocks`);
        expect(result).toMatchObject({
          content: [
            {
              type: "text",
              text: "words",
              annotations: { priority: 0.5, audience: ["user"] },
              _meta: { "example.com/n": 1 },
            },
            { type: "image", mimeType: "image/png" },
            { type: "audio", data: "AAAA", mimeType: "audio/wav" },
            { type: "resource", resource: { uri: `plimsoll://${era}/relay://one`, text: "one" } },
            { type: "resource", resource: { uri: `plimsoll://${era}/relay://blob`, blob: "AAAA" } },
            { type: "resource_link", uri: `plimsoll://${era}/relay://items/7?from=link`, name: "seven" },
            { type: "resource_link", uri: "https://example.com/x" },
          ],
          structuredContent: { n: [1, null] },
          _meta: { "example.com/b": 2 },
        });
        const link = await client.request("resources/read", {
          uri: `plimsoll://${era}/relay://items/7?from=link`,
        });
        expect(link).toMatchObject({
          contents: [
            { uri: `plimsoll://${era}/relay://items/7?from=link`, text: "read relay://items/7?from=link" },
          ],
        });
      });

      it("has the client's trace with it", async () => {
        const result = await client.request("tools/call", {
          name: "tool_call",
          arguments: { name: `${era}__meta`, arguments: {} },
          _meta: { ...TRACE, "example.com/own": 1 },
        });
        expect(JSON.parse(textOf(result))).toMatchObject({ meta: { ...TRACE, "example.com/own": 1 } });
      });

      it("is the server's own error: in the words of the result behind tool_call, itself by the tool's own name", async () => {
        expect(await through(`${era}__fail`)).toMatchObject({
          isError: true,
          content: [{ text: `${era}__fail failed: The disk is full.` }],
          _meta: { "dev.plimsoll/error": { code: 4242, message: "The disk is full.", data: { free: 0 } } },
        });
        await expect(client.call(`${era}__fail`)).rejects.toMatchObject({
          code: 4242,
          message: expect.stringContaining("The disk is full."),
          data: { free: 0 },
        });
      });

      it("is a question to the user, whose answer goes on to the server", async () => {
        const before = client.asked.length;
        expect(textOf(await through(`${era}__ask`))).toBe("accept Ada state of the server");
        expect(client.asked.slice(before)).toMatchObject([
          { method: "elicitation/create", params: { message: "Who are you?" } },
        ]);
      });

      it("is also asked by prompts and resources", async () => {
        const { prompts } = (await client.request("prompts/list")) as { prompts: { name: string }[] };
        const name =
          prompts.map((prompt) => prompt.name).find((one) => one.startsWith(`${era}__ask_me`)) ?? "";
        expect(await client.request("prompts/get", { name })).toMatchObject({
          messages: [{ content: { text: "accept Ada state of the server" } }],
        });
        expect(
          await client.request("resources/read", { uri: `plimsoll://${era}/relay://ask` }),
        ).toMatchObject({
          contents: [{ text: "accept Ada state of the server" }],
        });
      });

      it("is what it logs, to a client that asked, and no more than it asked for", async () => {
        client.heard.length = 0;
        const call = { name: "tool_call", arguments: { name: `${era}__log`, arguments: {} } };
        const level = { "io.modelcontextprotocol/logLevel": "warning" };
        if (client.era === "legacy") await client.request("logging/setLevel", { level: "warning" });
        await client.request("tools/call", client.era === "legacy" ? call : { ...call, _meta: level });
        const logged = client.heard.filter(({ method }) => method === "notifications/message");
        expect(logged.map(({ params }) => params)).toMatchObject([
          { level: "warning", logger: "relay", data: { text: "careful" } },
        ]);
      });
    });

    it("is sampling that a server asks for in the middle of a call", async () => {
      const result = await through("everything__trigger-sampling-request", { prompt: "hi", maxTokens: 5 });
      expect(textOf(result)).toContain("sampled words");
    });

    it("is an elicitation of a server of the older era in the middle of a call", async () => {
      const result = await through("everything__trigger-elicitation-request");
      expect(textOf(result)).toContain("Ada");
    });

    it("is a link to open first, which such a server asks for by an error", async () => {
      const asked = client.asked.length;
      const input = { url: "https://example.com/login", elicitationId: `id-${_name}`, errorPath: true };
      if (client.era === "legacy") {
        await expect(client.call("everything__trigger-url-elicitation", input)).rejects.toMatchObject({
          code: -32042,
        });
      } else {
        await client.call("everything__trigger-url-elicitation", input);
        expect(client.asked[asked]).toMatchObject({ params: { mode: "url", url: expect.any(String) } });
      }
    });

    it("is progress, as far as the client asked for it", async () => {
      const seen: number[] = [];
      await through(
        "everything__trigger-long-running-operation",
        { duration: 0.6, steps: 3 },
        { onprogress: ({ progress }: { progress: number }) => void seen.push(progress) },
      );
      expect(seen.slice(0, 2)).toEqual([1, 2]);
    });

    it("ends when the client calls it off", async () => {
      const call = through(
        "leaving__trigger-long-running-operation",
        { duration: 30, steps: 2 },
        { signal: AbortSignal.timeout(300) },
      );
      await expect(call).rejects.toThrow();
      expect(textOf(await through("leaving__echo", { message: "still here" }))).toBe("Echo: still here");
    });
  },
);

describe.each(Object.entries(RICH_CLIENTS))("a client (%s) that cannot be asked", (_name, connect) => {
  it.each(["modern", "legacy"] as const)("is told so, and a server of the era %s too", async (era) => {
    const client = await connect(http);
    try {
      const call = client.call("tool_call", { name: `${era}__ask`, arguments: {} });
      if (client.era === "modern" && era === "modern") {
        await expect(call).rejects.toMatchObject({ code: -32021 });
      } else {
        expect(await call).toMatchObject({
          isError: true,
          content: [{ text: expect.stringMatching(/ask|elicit/i) }],
        });
      }
    } finally {
      await client.close();
    }
  });
});
