import { Catalog, type CatalogEntry, type Tool } from "@plimsoll/core";

/** A tool with only what a test cares about. */
export function aTool(name: string, extra: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does what ${name} says`,
    inputSchema: { type: "object" },
    execution: { type: "run", run: () => `ran ${name}` },
    ...extra,
  };
}

/** A catalog of code tools, with an MCP server's tools beside them where some are given. */
export function aCatalog(
  code: readonly Tool[],
  servers: Readonly<Record<string, readonly Tool[]>> = {},
): Catalog {
  const catalog = new Catalog();
  catalog.replace({ id: "code", kind: "code" }, { tools: code });
  for (const [id, tools] of Object.entries(servers)) catalog.replace({ id, kind: "mcp" }, { tools });
  return catalog;
}

/** The entry that a tool becomes. */
export function anEntry(tool: Tool, server?: string): CatalogEntry {
  const catalog = server === undefined ? aCatalog([tool]) : aCatalog([], { [server]: [tool] });
  const [entry] = catalog.snapshot().entries();
  if (entry === undefined) throw new Error(`${tool.name} was set aside`);
  return entry;
}
