import type { ServerContext } from "@modelcontextprotocol/server";
import type { Store } from "@plimsoll/core";
import fc from "fast-check";
import { createGateway, DEFAULT_LIMITS, type RemoteServer } from "plimsoll";
import { describe, expect } from "vitest";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedBytes, noise } from "../../../../test/fuzz/hostile-bytes.ts";
import { changedJsonText, changedValue, hostileValue } from "../../../../test/fuzz/hostile-json.ts";
import { createFrontParts } from "../../src/server/front-parts.ts";
import { KeyRing } from "../../src/server/key-ring.ts";
import { RequestStates } from "../../src/server/request-state.ts";
import { serviceNamed } from "../../src/server/service-named.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { readHead, readRecord, toRecord } from "../../src/store/store-record.ts";
import { toConfigHash } from "../../src/upstream/config-hash.ts";
import { readVerdict } from "../../src/upstream/era-verdict.ts";
import { toListingKey } from "../../src/upstream/listing-book.ts";
import type { StoredListing } from "../../src/upstream/stored-listing.ts";
import { configOf } from "../support/servers.ts";

const VERDICT = { config: "c", at: 5, era: "legacy", transport: "http" };

describe("a record of the store, its bytes having been damaged", () => {
  const KEY = { space: "session", owner: "ada", id: "1" } as const;
  const HEAD = { owner: KEY.owner, id: KEY.id, version: "v", expiresAt: 9_000 };
  const VALUE = { a: [1, "two", { three: null }] };
  const record = changedJsonText([HEAD]).map((head) => `${head}\n${JSON.stringify(VALUE)}`);
  fuzz(
    "is the value of its key, or nothing",
    fc.oneof({ weight: 5, arbitrary: changedBytes(record) }, noise),
    (bytes) => {
      readHead(bytes, 0);
      expect(readRecord(bytes, { ...KEY, owner: "eve" }, 0)).toBeUndefined();
      const read = readRecord(bytes, KEY, 0);
      if (read === undefined) return;
      const again = readRecord(toRecord({ ...HEAD, version: "v" }, JSON.stringify(read.value)), KEY, 0);
      expect(JSON.stringify(again?.value)).toBe(JSON.stringify(read.value));
    },
    { runs: 600 },
  );

  fuzz("is a verdict that counts, or none", fc.oneof(changedValue([VERDICT]), hostileValue), (value) => {
    const verdict = readVerdict(value, "c", 1_000);
    if (verdict !== undefined) expect(verdict).toMatchObject({ era: "legacy", config: "c" });
  });
});

// Nobody listens there: what cannot be used of what is kept is asked for in vain.
const SERVER: RemoteServer = {
  type: "http",
  name: "kept",
  limits: { ...DEFAULT_LIMITS, startSeconds: 2 },
  url: "http://127.0.0.1:1/mcp",
  headers: {},
};
const LISTING: StoredListing = {
  config: toConfigHash(SERVER),
  listedAt: 1,
  era: "legacy",
  eraAt: 1,
  instructions: "Use it.",
  tools: [{ name: "work", description: "Works.", inputSchema: { type: "object" } }],
  prompts: [{ name: "ask" }],
  resources: [{ uri: "x://1", name: "one" }],
  resourceTemplates: [{ uriTemplate: "x://{id}", name: "any" }],
  schemaHashes: { work: "h" },
};

describe("what a server listed, somebody having changed it in the store", () => {
  fuzz(
    "is served as far as it can be used, or asked for again",
    changedValue([LISTING]),
    async (listing) => {
      const store: Store = createMemoryStore();
      await store.write(toListingKey(SERVER.name), listing);
      const gateway = createGateway({
        config: { ...configOf(), servers: [SERVER], profiles: { plain: { transparent: "kept" } } },
        store,
      });
      try {
        await gateway.ready();
        for (const profile of [undefined, "plain"]) {
          const service = serviceNamed(createFrontParts(gateway), profile);
          if (service === undefined) throw new Error("There is no such profile.");
          service.instructions();
          for (const list of [service.listPrompts, service.listResources, service.listResourceTemplates]) {
            const items = await list.call(service).catch(expectFailure);
            JSON.stringify(items);
          }
        }
        await gateway.runtime.find("work");
      } finally {
        await gateway.close();
      }
    },
    { runs: 40 },
  );
});

/** The server could not be reached: what was kept could not be used. */
function expectFailure(error: unknown): void {
  expect(String(error)).toMatch(/kept/);
}

describe("a state that goes through a client sealed, somebody having changed it", () => {
  const context = { mcpReq: { method: "tools/call" } } as ServerContext;
  const states = new RequestStates(new KeyRing(createMemoryStore()));
  const sealed = states.seal({ digest: "d", state: "s" }, context, "ada");
  fuzz(
    "is refused, and opened where nothing was changed",
    fc.array(fc.tuple(fc.nat(1_000), fc.constantFrom("flip", "cut", "double", "swap")), { maxLength: 3 }),
    async (changes) => {
      const original = await sealed;
      const text = changes.reduce(change, original);
      const opened = await states.open(text, context, "ada").catch(() => undefined);
      // Base64 has spare bits at its end: what counts is that no other state comes out.
      if (opened !== undefined) expect(opened).toMatchObject({ digest: "d", state: "s", owner: "ada" });
      else expect(text).not.toBe(original);
      await expect(states.open(text, context, "eve")).rejects.toThrow();
    },
    { runs: 300 },
  );

  fuzz("is refused where it is anything else", fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
    await expect(states.open(text, context, "ada")).rejects.toThrow();
  });
});

function change(text: string, [at, kind]: [number, string]): string {
  const place = at % text.length;
  const [before, after] = [text.slice(0, place), text.slice(place)];
  if (kind === "cut") return before;
  if (kind === "double") return before + after.slice(0, 8) + after;
  if (kind === "swap") return after + before;
  return `${before}${after.startsWith("A") ? "B" : "A"}${after.slice(1)}`;
}
