import { type CatalogSnapshot, createRuntime, defineTool } from "@plimsoll/core";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { KeyRing } from "../../src/server/key-ring.ts";
import { LoadTokens } from "../../src/server/load-tokens.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";

const DAY_MS = 86_400_000;
const ADA = "principal:ada";
const REFUSED = { type: "refused" };

function catalogOf(...tools: readonly (readonly [name: string, parameter: string])[]): CatalogSnapshot {
  const defined = tools.map(([name, parameter]) =>
    defineTool({
      name,
      description: "Does it.",
      input: { type: "object", properties: { [parameter]: { type: "string" } } },
      run: () => "done",
    }),
  );
  return createRuntime({ tools: defined }).catalog.snapshot();
}

const CATALOG = catalogOf(["send", "to"], ["read", "path"], ["drop", "table"]);
const loadedOf = (...names: string[]) =>
  names.map((name) => {
    const { schemaHash } = CATALOG.get(name) ?? {};
    return { name, schemaHash: String(schemaHash) };
  });

let now: number;
let store: ReturnType<typeof createMemoryStore>;
const tokensOf = (kept = store): LoadTokens => new LoadTokens(new KeyRing(kept, () => now), () => now);
beforeEach(() => {
  now = Date.now();
  store = createMemoryStore();
});

describe("a load token", () => {
  it("proves what was loaded, at any replica, and is short enough for a model to copy", async () => {
    const token = await tokensOf().seal(loadedOf("send", "drop"), ADA);
    expect(await tokensOf().open(token, ADA, CATALOG)).toEqual({
      type: "opened",
      loaded: loadedOf("send", "drop"),
    });
    expect((await tokensOf().seal(loadedOf("send"), ADA)).length).toBeLessThanOrEqual(50);
  });

  it("says nothing of whom it is for, nor of what", async () => {
    const token = await tokensOf().seal(loadedOf("send"), ADA);
    const bytes = Buffer.from(token, "base64url").toString("latin1");
    for (const secret of ["ada", "send"]) expect(bytes).not.toContain(secret);
  });

  it("is refused where somebody else brings it", async () => {
    const token = await tokensOf().seal(loadedOf("send"), ADA);
    for (const owner of ["principal:bob", "anonymous", "shared", "principal:ada ", "principal:ad", ""]) {
      expect(await tokensOf().open(token, owner, CATALOG)).toEqual(REFUSED);
    }
  });

  it("is refused where any bit of it is another", async () => {
    const tokens = tokensOf();
    const token = Buffer.from(await tokens.seal(loadedOf("send", "read"), ADA), "base64url");
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: token.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(token);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await tokens.open(changed.toString("base64url"), ADA, CATALOG)).toEqual(REFUSED);
      }),
    );
  });

  it("is refused where a mark is added, taken out or moved", async () => {
    const tokens = tokensOf();
    const [one, two] = [
      await tokens.seal(loadedOf("send"), ADA),
      await tokens.seal(loadedOf("drop"), ADA),
    ].map((token) => Buffer.from(token, "base64url"));
    if (one === undefined || two === undefined) throw new Error("Nothing was sealed.");
    const [head, mark, seal] = [one.subarray(0, 9), two.subarray(9, 21), one.subarray(-16)];
    const forged = [
      [head, mark, seal],
      [one.subarray(0, -16), mark, seal],
      [head, seal],
      [head, one.subarray(9, 21), two.subarray(-16)],
    ];
    for (const parts of forged) {
      expect(await tokens.open(Buffer.concat(parts).toString("base64url"), ADA, CATALOG)).toEqual(REFUSED);
    }
  });

  it("is refused where it is made up, whatever it is", async () => {
    const tokens = tokensOf();
    await tokens.seal([], ADA);
    const bytes = fc.uint8Array({ maxLength: 200 }).map((made) => Buffer.from(made).toString("base64url"));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), bytes), async (text) => {
        expect(await tokens.open(text, ADA, CATALOG)).toEqual(REFUSED);
      }),
    );
  });

  it("is refused by a gateway that has other keys", async () => {
    const token = await tokensOf().seal(loadedOf("send"), ADA);
    expect(await tokensOf(createMemoryStore()).open(token, ADA, CATALOG)).toEqual(REFUSED);
  });

  it("proves nothing of a tool whose schema is another, or that is gone; the others stay loaded", async () => {
    const token = await tokensOf().seal(loadedOf("send", "read"), ADA);
    const later = catalogOf(["send", "recipient"], ["read", "path"]);
    expect(await tokensOf().open(token, ADA, later)).toEqual({ type: "opened", loaded: loadedOf("read") });
    expect(await tokensOf().open(token, ADA, catalogOf())).toEqual({ type: "opened", loaded: [] });
    // Under another name it is another tool, with whatever schema.
    const renamed = catalogOf(["post", "to"]);
    expect(await tokensOf().open(token, ADA, renamed)).toEqual({ type: "opened", loaded: [] });
  });

  it("expires after a day, and outlives a change of keys until then", async () => {
    now = Math.floor(now / 1000) * 1000;
    const tokens = tokensOf();
    await tokens.seal([], ADA);
    now += DAY_MS - 1000;
    const token = await tokens.seal(loadedOf("send"), ADA);
    now += 2000;
    const next = await tokens.seal(loadedOf("read"), ADA);
    // Bytes 1 to 4 name the key.
    const keyOf = (text: string): string => Buffer.from(text, "base64url").toString("hex", 1, 5);
    expect(keyOf(next)).not.toBe(keyOf(token));
    now += DAY_MS - 3000;
    expect(await tokens.open(token, ADA, CATALOG)).toMatchObject({ type: "opened" });
    now += 1000;
    expect(await tokens.open(token, ADA, CATALOG)).toEqual({ type: "expired" });
    expect(await tokens.open(next, ADA, CATALOG)).toMatchObject({ type: "opened" });
  });
});
