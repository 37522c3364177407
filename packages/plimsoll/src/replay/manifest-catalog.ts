import { Catalog, type Manifest, type Tool } from "@plimsoll/core";
import { groupBy } from "../internal/group-by.ts";

const OWN_SOURCE = "manifest-itself";

/** The catalog of a manifest alone: every tool it names, with nothing known of its arguments. */
export function manifestCatalog(manifest: Manifest): Catalog {
  const catalog = new Catalog({ manifest });
  const names = manifest.provides.tools.map((tool) =>
    typeof tool === "string" ? tool : (tool.canonicalName ?? tool.name),
  );
  for (const [id, listed] of groupBy(new Set(names), sourceOf)) {
    const isOwn = id === OWN_SOURCE;
    const tools = listed.map((name) => aTool(isOwn ? name : name.slice(id.length + 1)));
    catalog.add({ id, kind: isOwn ? "manifest" : "mcp" }, { tools });
  }
  return catalog;
}

function sourceOf(name: string): string {
  const slash = name.indexOf("/");
  return slash > 0 ? name.slice(0, slash) : OWN_SOURCE;
}

function aTool(name: string): Tool {
  return { name, description: "", inputSchema: { type: "object" }, execution: { type: "host" } };
}
