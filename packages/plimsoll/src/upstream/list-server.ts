import { Catalog } from "@plimsoll/core";
import { fromMcpTool, type McpTool } from "@plimsoll/core/mcp";
import { isRecord } from "../internal/is-record.ts";
import { processRedactor } from "../secrets/redactor.ts";
import { VERSION } from "../version.ts";
import { toConfigHash } from "./config-hash.ts";
import type { StoredListing } from "./stored-listing.ts";
import type { Upstream } from "./upstream.ts";
import { messageOf, toUpstreamFailure } from "./upstream-failure.ts";

type Item = Readonly<Record<string, unknown>>;

/** Asks a server for all it offers. Only its tools it must be able to list; it has the time of a start for everything. */
export async function listServer(upstream: Upstream): Promise<StoredListing> {
  const { server } = upstream;
  const { era, capabilities, instructions } = await upstream.introduction();
  const { startSeconds } = server.limits;
  const late = AbortSignal.timeout(startSeconds * 1000);
  const list = (capability: string, method: string, member: string): Promise<readonly unknown[]> =>
    capabilities[capability] === undefined ? Promise.resolve([]) : listAll(upstream, method, member, late);
  const optional = (capability: string, method: string, member: string): Promise<readonly Item[]> =>
    list(capability, method, member).then(
      (items) => items.filter(isRecord),
      () => [],
    );
  const tools = list("tools", "tools/list", "tools").catch((cause: unknown) => {
    const reason = late.aborted ? `it took more than ${startSeconds} seconds` : messageOf(cause);
    throw toUpstreamFailure(server, `it did not list its tools: ${reason}.`, "", cause);
  });
  const [listed, prompts, resources, resourceTemplates] = await Promise.all([
    tools as Promise<readonly McpTool[]>,
    optional("prompts", "prompts/list", "prompts"),
    optional("resources", "resources/list", "resources"),
    optional("resources", "resources/templates/list", "resourceTemplates"),
  ]).then((lists) => processRedactor.redactKnown(lists)); // It is kept on disk, and told to models.
  const now = Date.now();
  return {
    config: toConfigHash(server),
    by: VERSION,
    listedAt: now,
    era,
    eraAt: now,
    ...(instructions === undefined ? {} : { instructions: processRedactor.redactKnown(instructions) }),
    tools: listed,
    prompts,
    resources,
    resourceTemplates,
    schemaHashes: toSchemaHashes(listed),
  };
}

async function listAll(
  upstream: Upstream,
  method: string,
  member: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await upstream.request({ method, params }, { signal });
    const { [member]: page, nextCursor }: Record<string, unknown> = Object(result);
    if (!Array.isArray(page)) throw new Error(`its answer to "${method}" has no "${member}"`);
    // Not `push(...page)`: a page may have more than a call takes arguments.
    for (const item of page) items.push(item);
    if (typeof nextCursor !== "string") return items;
    if (seen.has(nextCursor)) throw new Error("its list has no end: it points to a page twice");
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

/** Of the tools that the catalog can use, as the catalog works it out. */
function toSchemaHashes(tools: readonly McpTool[]): Record<string, string> {
  const catalog = new Catalog();
  const run = (): undefined => undefined;
  catalog.add(
    { id: "listing", kind: "mcp" },
    { tools: tools.map((tool) => fromMcpTool(tool, { type: "run", run })) },
  );
  const entries = catalog.snapshot().entries();
  return Object.fromEntries(entries.map(({ tool, schemaHash }) => [tool.name, schemaHash]));
}
