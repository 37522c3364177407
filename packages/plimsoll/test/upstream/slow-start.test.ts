import type { StdioServer } from "plimsoll";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { raw, relayed, server } from "../support/servers.ts";
import { upstreamOf } from "../support/upstreams.ts";

const KEY = { space: "catalog", owner: "shared", id: "era/slow" } as const;

/** A server that takes some seconds before it hears anything, and may write something first. */
function slow({ command, args, env }: StdioServer, seconds: number, first = ":"): StdioServer {
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  return { ...server("slow", "sh", "-c", `${first}; sleep ${seconds}; exec ${words}`), env };
}

describe("a server that starts slowly", () => {
  it("and speaks the newer era is not taken for one of the older", async () => {
    const store = createMemoryStore();
    const upstream = upstreamOf(slow(relayed("modern"), 4), { startSeconds: 9 }, { store });
    expect((await upstream.introduction()).era).toBe("modern");
    expect(await store.read(KEY)).toBeUndefined();
  });

  it("and says nothing when it is asked is used the older way, and asked again at the next start", async () => {
    const store = createMemoryStore();
    const upstream = upstreamOf(
      slow(relayed("modern"), 4, "echo loading >&2"),
      { startSeconds: 9 },
      { store },
    );
    expect((await upstream.introduction()).era).toBe("legacy");
    expect(await store.read(KEY)).toBeUndefined();
  });

  it("and answers that it knows only the older era is not asked again", async () => {
    const store = createMemoryStore();
    const upstream = upstreamOf(slow(raw("fine"), 1), { startSeconds: 9 }, { store });
    expect((await upstream.introduction()).era).toBe("legacy");
    expect((await store.read(KEY))?.value).toMatchObject({ era: "legacy" });
  });
});
