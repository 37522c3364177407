import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseManifest, readTranscript, type Store } from "@plimsoll/core";
import { createGateway } from "plimsoll";
import { afterEach, describe, expect, it } from "vitest";
import { expectNothingPolluted } from "../../../../test/fuzz/fuzz.ts";
import { loadCatalogFiles } from "../../src/catalog-file/load-catalog-files.ts";
import { readArguments } from "../../src/cli/read-arguments.ts";
import { readClientServers } from "../../src/clients/client-servers.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { readQueries } from "../../src/eval/read-queries.ts";
import { parseManifestText } from "../../src/lint/read-manifest-file.ts";
import { parseClaim } from "../../src/local/claim.ts";
import { parseHello } from "../../src/local/hello.ts";
import { createHttpFront } from "../../src/server/http-front.ts";
import { readPriceFile } from "../../src/simulate/read-price-file.ts";
import { openEmbeddedStore } from "../../src/store/embedded-store.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { MessageReader, type ReadLine } from "../../src/wire/message-reader.ts";
import { hostileServer } from "../support/hostile-server.ts";
import { configOf, temporaryFolder } from "../support/servers.ts";

// What a merge that assigns keys would put where every object finds it.
const EVIL = '"__proto__":{"polluted":true,"isAdmin":true},"constructor":{"prototype":{"polluted":true}}';

/** The text of an object with such keys in it, and in everything in it that is an object. */
function poison(json: string): string {
  return json.replaceAll("{", `{${EVIL},`).replaceAll(",}", "}");
}

function poisoned(value: unknown): string {
  return poison(JSON.stringify(value));
}

afterEach(expectNothingPolluted);

const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0).reverse()) await end();
});

function file(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

const TOOL = { name: "work", description: "Works.", inputSchema: { type: "object", properties: { a: {} } } };

describe("prototype pollution through a file", () => {
  it("has no effect by way of a config, and keys of that name are read as keys", () => {
    const text = poisoned({ mcpServers: { a: { command: "b", env: { C: "d" } } } });
    expect(() => parseConfig("plimsoll.json", text, {})).toThrow(/"__proto__"|"constructor"/);
    expect(readClientServers({ file: "a.json", text }, "/").map(({ name }) => name)).toContain("__proto__");
  });

  it("has no effect by way of a manifest, and what it would inherit is missing", () => {
    const source = { file: "m.json", text: '{"__proto__":{"version":"1","provides":{"tools":[]}}}' };
    expect(() => parseManifestText(source)).toThrow(/version/);
    const text = `{${EVIL},"version":"1","provides":{${EVIL},"tools":["a"]}}`;
    expect(parseManifestText({ file: "m.json", text }).tools).toHaveLength(1);
    expect(parseManifest(JSON.parse(text)).version).toBe("1");
  });

  it("has no effect by way of catalogs, queries, prices and transcripts", async () => {
    const tools = await loadCatalogFiles([file("tools.jsonl", poisoned(TOOL))]);
    expect(tools.catalog.snapshot().size).toBe(1);
    expect((await readQueries(file("q.jsonl", poisoned({ query: "a", gold: [] })))).queries).toHaveLength(1);
    const row = { pattern: "a", input: 1, output: 2, date: "2026-11-16", source: "s" };
    expect(await readPriceFile(file("p.json", `[${poisoned(row)}]`))).toEqual([row]);
    const inherited = `[{"__proto__":${JSON.stringify(row)}}]`;
    await expect(readPriceFile(file("p.json", inherited))).rejects.toThrow(/has no pattern/);
    const call = { id: "1", type: "function", function: { name: "a", arguments: "" } };
    const recorded = [{ role: "assistant", tool_calls: [call] }];
    expect(readTranscript(JSON.parse(poisoned(recorded))).messages).toHaveLength(1);
  });

  it("has no effect by way of what programs of one machine leave each other", () => {
    expect(
      parseHello(`{"__proto__":{"secret":"s","ask":"serve","config":"c","workspace":"w"}}`),
    ).toBeUndefined();
    expect(parseClaim('{"__proto__":{"state":"failed","reason":"r"}}')).toEqual({ state: "ended" });
  });

  it("has no effect by way of a command line", async () => {
    const read = await readArguments(`{${EVIL}}`);
    expect(Object(read).type).toBe("ok");
    expect(Object(Object(read).value).isAdmin).toBeUndefined();
  });
});

describe("prototype pollution through the store", () => {
  const stores: [string, () => Promise<Store>][] = [
    ["memory", async () => createMemoryStore()],
    ["the embedded store", () => openEmbeddedStore({ folder: temporaryFolder() })],
  ];
  it.each(stores)("has no effect, and what was written is read (%s)", async (_what, open) => {
    const store = await open();
    close.push(() => store.close());
    const value: unknown = JSON.parse(`{${EVIL}}`);
    for (const id of ["__proto__", "constructor", "a"]) {
      await store.write({ space: "load", owner: "__proto__", id }, value);
      const read = await store.read({ space: "load", owner: "__proto__", id });
      expect(JSON.stringify(read?.value)).toBe(JSON.stringify(value));
      expect(await store.read({ space: "load", owner: "constructor", id })).toBeUndefined();
    }
  });
});

describe("prototype pollution through messages", () => {
  it("has no effect over pipes, whoever sends them", () => {
    const heard: ReadLine[] = [];
    const request = { jsonrpc: "2.0", id: 1, method: "a", params: { b: {} } };
    const answer = { jsonrpc: "2.0", id: 1, result: { c: {} } };
    for (const message of [request, answer]) {
      new MessageReader().read(Buffer.from(`${poisoned(message)}\n`), (line) => heard.push(line));
    }
    expect(heard).toHaveLength(2);
    for (const line of heard) expect(Object.getPrototypeOf(line ?? {})).toBe(Object.prototype);
    // What only stands behind the prototype is not there.
    const inherited = '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"a"}}\n';
    new MessageReader().read(Buffer.from(inherited), (line) => expect(line).toBeUndefined());
  });

  it("has no effect over HTTP, from a client to a server and back", async () => {
    const hostile = await hostileServer();
    close.push(() => hostile.close());
    hostile.results.set("tools/list", poisoned({ tools: [TOOL] }));
    hostile.results.set(
      "tools/call",
      poisoned({ content: [{ type: "text", text: "fine" }], structuredContent: {} }),
    );
    const gateway = createGateway({ config: { ...configOf(), servers: [hostile.config] } });
    const front = createHttpFront(gateway);
    close.push(
      () => gateway.close(),
      () => front.close(),
    );
    expect(await gateway.ready()).toEqual([]);
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const call = {
      name: "tool_call",
      arguments: { name: "hostile/work", arguments: { a: {} } },
      _meta: meta,
    };
    const response = await front.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          host: "localhost",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "tool_call",
        },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${poisoned(call)}}`,
      }),
    );
    expect(await response.text()).toContain("fine");
    expectNothingPolluted();
    expect(
      gateway.runtime.catalog
        .snapshot()
        .entries()
        .map(({ name }) => name),
    ).toEqual(["hostile/work"]);
  });
});
