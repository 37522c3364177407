import { DEFAULT_LIMITS, type ServerConfig, type ServerLimits } from "plimsoll";
import { afterEach } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { LazyUpstream } from "../../src/upstream/lazy-upstream.ts";
import type { RelayOptions } from "../../src/upstream/upstream.ts";
import { PATIENCE, type Patience } from "../../src/upstream/upstream-state.ts";
import { VerdictBook } from "../../src/upstream/verdict-book.ts";

const open: LazyUpstream[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((upstream) => upstream.close()));
});

/** An upstream of a server, which is closed after the test. */
export function upstreamOf(
  config: ServerConfig,
  limits: Partial<ServerLimits> = {},
  {
    patience = PATIENCE,
    store = createMemoryStore(),
  }: { patience?: Patience; store?: ReturnType<typeof createMemoryStore> } = {},
): LazyUpstream {
  const upstream = new LazyUpstream(
    { ...config, limits: { ...DEFAULT_LIMITS, ...limits } },
    { gateway: "test", env: {}, patience, verdicts: new VerdictBook(store) },
  );
  open.push(upstream);
  return upstream;
}

/** Calls a tool, and answers the first text of its result. */
export async function callOf(
  upstream: LazyUpstream,
  args: object = {},
  options: RelayOptions = {},
  name = "fine",
): Promise<string> {
  const params = { name, arguments: args };
  const { content } = (await upstream.request({ method: "tools/call", params }, options)) as {
    content: { text: string }[];
  };
  return content[0]?.text ?? "";
}

/** How a promise ended, in words. */
export function endOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(String, (error: unknown) => (error instanceof Error ? error.message : String(error)));
}
