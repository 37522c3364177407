import type { Dialect, DialectTool } from "../../dialects/dialect.ts";

/**
 * A dialect as an MCP server speaks it. Permissions of a client are per tool name, so the tools for gateways are there;
 * the client's list may grow or not, so what is loaded can be called in either way; and a tool goes by the very name
 * that the server registered, since a client makes its own safe names.
 */
export function toServedDialect(dialect: Dialect): Dialect {
  return {
    ...dialect,
    wireNameOf: ({ tool }) => tool.name,
    tools: dialect.tools
      .filter((tool) => isServed(tool, dialect))
      .map((tool) => ({
        ...tool,
        isForGateways: false,
        isOffered: (offer) => tool.isOffered(offer) || tool.isOffered({ ...offer, strategy: "append" }),
      })),
  };
}

/** No provider reveals anything behind a client: its list may grow or not. */
function isServed({ isOffered }: DialectTool, { gate }: Dialect): boolean {
  return isOffered({ strategy: "bridge", gate }) || isOffered({ strategy: "append", gate });
}

/** The names of the meta-tools that need no session: loading has no effect where nothing can be remembered. */
export function sessionlessNames({ tools, gate }: Dialect): ReadonlySet<string> {
  const offered = tools.filter((tool) => tool.isOffered({ strategy: "bridge", gate }));
  return new Set(offered.map(({ definition }) => definition.name));
}
