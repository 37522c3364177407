import {
  type Client,
  Client as McpClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedJsonText, changedValue, hostileJsonText } from "../../../../test/fuzz/hostile-json.ts";
import { isRecord } from "../../src/internal/is-record.ts";
import { toClientResult } from "../../src/server/client-result.ts";
import { readInputRequired } from "../../src/server/relay.ts";
import { rewriteBlocks } from "../../src/server/rewrite-uris.ts";
import { stripHeaderHints } from "../../src/server/strip-header-hints.ts";
import { readUrlRequests } from "../../src/server/url-requests.ts";
import { readWireError } from "../../src/server/wire-error.ts";
import { ANY_VALUE } from "../../src/wire/any-value.ts";
import { isValueTooDeep } from "../../src/wire/nesting.ts";
import { type HostileServer, hostileServer, LISTINGS } from "../support/hostile-server.ts";
import { type HttpGateway, serveHttp } from "../support/http-gateway.ts";
import { configOf } from "../support/servers.ts";

const RESULT = {
  content: [
    { type: "text", text: "done", annotations: { audience: ["user"], priority: 0.5 } },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "resource", resource: { uri: "x://1", mimeType: "text/plain", text: "a" } },
    { type: "resource_link", uri: "x://2", name: "b" },
  ],
  structuredContent: { a: [1, { b: null }] },
  isError: false,
  _meta: { "example.com/a": 1 },
};
const PROMPT = { messages: [{ role: "user", content: RESULT.content[2] }], description: "d" };
const RESOURCE = {
  contents: [{ uri: "x://1", text: "a", mimeType: "text/plain" }],
  ttlMs: 5,
  cacheScope: "public",
};
const ASKING = {
  resultType: "input_required",
  inputRequests: { a: { method: "elicitation/create", params: { message: "m", requestedSchema: {} } } },
  requestState: "s",
};
const COMPLETION = { completion: { values: ["a"], total: 1, hasMore: false } };
const LISTED = {
  tools: {
    name: "work",
    description: "Works.",
    inputSchema: { type: "object", properties: { a: { type: "string", "x-mcp-header": "A" } } },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  },
  prompts: { name: "ask", arguments: [{ name: "a", required: true }] },
  resources: { uri: "x://1", name: "one", mimeType: "text/plain" },
  resourceTemplates: { uriTemplate: "x://{id}", name: "any" },
};

/** Each door by which a server's answer comes to a client. */
const DOORS = [
  [
    "tools/call",
    RESULT,
    { method: "tools/call", params: { name: "tool_call", arguments: { name: "hostile/work" } } },
  ],
  [
    "tools/call",
    ASKING,
    { method: "tools/call", params: { name: "tool_call", arguments: { name: "hostile/work" } } },
  ],
  ["prompts/get", PROMPT, { method: "prompts/get", params: { name: "hostile__ask" } }],
  ["resources/read", RESOURCE, { method: "resources/read", params: { uri: "plimsoll://hostile/x://1" } }],
  [
    "completion/complete",
    COMPLETION,
    {
      method: "completion/complete",
      params: { ref: { type: "ref/prompt", name: "hostile__ask" }, argument: { name: "a", value: "b" } },
    },
  ],
] as const;
const PING = { method: "tools/call", params: { name: "tool_call", arguments: { name: "hostile/work" } } };

let hostile: HostileServer;
let http: HttpGateway;
let clients: readonly Client[];
beforeAll(async () => {
  hostile = await hostileServer();
  const profiles = { plain: { transparent: "hostile" } };
  const config = configOf();
  http = await serveHttp({ ...config, servers: [hostile.config], profiles });
  const connect = async (path: string): Promise<Client> => {
    const client = new McpClient({ name: "fuzz", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${http.url}${path}`)));
    return client;
  };
  clients = [await connect(""), await connect("/p/plain")];
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await http.close();
  await hostile.close();
});

type Asked = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };

/** Asks through the gateway; what the client hears is a result, or an error that says nothing of what is inside. */
async function ask(client: Client | undefined, request: Asked): Promise<string> {
  try {
    return JSON.stringify(await client?.request({ ...request }, ANY_VALUE as never));
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    expect(message).not.toMatch(/call stack|is not a function|Cannot (read|convert|destructure)/);
    return message;
  }
}

describe("what a server answers, somebody having changed it", () => {
  fuzz(
    "reaches the client or fails that request, and the next one is answered",
    fc
      .constantFrom(...DOORS)
      .chain((door) =>
        fc.tuple(
          fc.constant(door),
          fc.oneof({ weight: 6, arbitrary: changedJsonText([door[1]]) }, hostileJsonText),
        ),
      ),
    async ([[method, , request], text]) => {
      hostile.results.set(method, text);
      await ask(clients[0], request);
      if (method === "tools/call") {
        await ask(clients[1], { method, params: { name: "work" } });
      }
      hostile.results.clear();
      expect(await ask(clients[0], PING)).toContain("fine");
    },
    { runs: 30 },
  );

  fuzz(
    "lists what can be used, and what cannot costs nothing else",
    fc
      .constantFrom(...LISTINGS)
      .chain(([method, member]) =>
        fc.tuple(fc.constant(method), changedJsonText([{ [member]: [LISTED[member], LISTED[member]] }])),
      ),
    async ([method, text]) => {
      hostile.results.set(method, text);
      await http.gateway.upstreams.refresh("hostile").catch((error: unknown) => {
        expect(String(error)).not.toMatch(/call stack|is not a function|Cannot (read|convert|destructure)/);
      });
      for (const client of clients) {
        for (const [list] of LISTINGS) await ask(client, { method: list, params: {} });
      }
      await ask(clients[0], { method: "resources/read", params: { uri: "x://1/2" } });
      hostile.results.clear();
    },
    { runs: 12 },
  );

  fuzz(
    "is rewritten for a client, whatever it is",
    changedValue([
      RESULT,
      PROMPT,
      RESOURCE,
      ASKING,
      { code: -32042, data: { elicitations: [{ url: "u" }] } },
    ]),
    (answer) => {
      toClientResult(answer);
      readInputRequired(answer);
      rewriteBlocks(Object(answer)["content"], "hostile");
      readUrlRequests(answer);
      readWireError(answer);
    },
  );

  fuzz(
    "has hints taken out of its schemas, and nothing else",
    changedValue([LISTED.tools.inputSchema]).filter((schema) => isRecord(schema) && !isValueTooDeep(schema)),
    (schema) => {
      const text = JSON.stringify(schema);
      const stripped = JSON.stringify(stripHeaderHints(Object(schema) as Record<string, unknown>));
      if (!text.includes("x-mcp-header")) expect(stripped).toBe(text);
    },
  );
});
