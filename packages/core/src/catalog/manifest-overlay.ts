import { defined } from "../internal/defined.ts";
import type { Tool } from "../tool/tool.ts";
import type { Manifest, ManifestTool } from "./manifest.ts";

/** What a manifest says of a tool, laid over what its source says. */
export type ManifestOverlay = (name: string, tool: Tool) => Tool;

/** Makes the overlay of a manifest: by canonical name, field by field; other names of a tool become aliases. */
export function createOverlay(manifest: Manifest | undefined): ManifestOverlay {
  const objects = (manifest?.provides.tools ?? []).filter((tool) => typeof tool !== "string");
  const fields = new Map<string, Partial<Tool>>();
  const aliases = new Map<string, string[]>();
  for (const object of objects) {
    const { canonicalName = object.name } = object;
    if (canonicalName === object.name) fields.set(object.name, toFields(object));
    else aliases.set(canonicalName, [...(aliases.get(canonicalName) ?? []), object.name]);
  }
  return (name, tool) => {
    const overlaid = fields.get(name);
    const others = aliases.get(name);
    if (overlaid === undefined && others === undefined) return tool;
    const known = overlaid?.aliases ?? tool.aliases ?? [];
    const all = [...known, ...(others ?? [])];
    return { ...tool, ...overlaid, ...(all.length === 0 ? {} : { aliases: all }) };
  };
}

function toFields({
  name: _name,
  canonicalName: _canonical,
  lintIgnore: _ignored,
  shouldDefer,
  ...fields
}: ManifestTool): Partial<Tool> {
  return { ...defined({ lazy: shouldDefer }), ...fields };
}
