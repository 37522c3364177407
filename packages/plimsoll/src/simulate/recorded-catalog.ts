import { type Catalog, toSourceId } from "@plimsoll/core";
import { fromMcpTool, type McpTool } from "@plimsoll/core/mcp";
import { groupBy } from "../internal/group-by.ts";

/** The source of tools whose names do not tell their server. */
const OWN_SOURCE = "recorded";

/**
 * Puts the tools of recorded arrays into a catalog, as servers' tools: what a strategy would defer. A name such as
 * `github__create_issue` tells its server. Meta-tools are left out; of two tools of one name, the first stands.
 */
export function fillFromRecordings(
  catalog: Catalog,
  tools: readonly McpTool[],
  isMetaTool: (name: string) => boolean,
): void {
  const named = new Map<string, McpTool>();
  for (const tool of tools) if (!isMetaTool(tool.name) && !named.has(tool.name)) named.set(tool.name, tool);
  const placed = [...named.values()].map((tool) => ({ tool, ...placeOf(tool.name) }));
  for (const [server, listed] of groupBy(placed, (one) => one.server)) {
    const id = toSourceId(server);
    const own = listed.map(({ tool, name }) => {
      const listedAs = fromMcpTool({ ...tool, name }, { type: "host" });
      // The recorded calls have the recorded name, which is not always the one that the source's id makes.
      return id === server && server !== OWN_SOURCE ? listedAs : { ...listedAs, aliases: [tool.name] };
    });
    catalog.replace({ id, kind: "mcp" }, { tools: own });
  }
}

function placeOf(wireName: string): { readonly server: string; readonly name: string } {
  const [, server, name] = /^(?:mcp__)?([^_].*?)__(.+)$/s.exec(wireName) ?? [];
  return server === undefined || name === undefined
    ? { server: OWN_SOURCE, name: wireName }
    : { server, name };
}
