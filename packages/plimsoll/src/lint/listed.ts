import { type ManifestRow, type ManifestTool, toLifecycleRow } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import type { Ignores, ListedRow, ListedTool } from "./lint-manifest.ts";

/** An entry of `provides.tools` with its place. */
export function toListedTool(tool: string | ManifestTool, place: string): ListedTool {
  if (typeof tool === "string") return { name: tool, fields: undefined, ignores: {}, place };
  return { name: tool.name, fields: tool, ignores: ignoresOf(tool), place };
}

/** A row with its place, in the words of the catalog. */
export function toListedRow(listed: ManifestRow, place: string): ListedRow {
  return { row: toLifecycleRow(listed), ignores: ignoresOf(listed), place };
}

/** A manifest without the ignores of its tools and rows, wherever those are objects at all. */
export function withoutIgnores(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const provides = value["provides"];
  const tools = isRecord(provides) ? provides["tools"] : undefined;
  const rows = value["lifecycle"];
  return {
    ...value,
    ...(isRecord(provides) && Array.isArray(tools)
      ? { provides: { ...provides, tools: tools.map(withoutIgnore) } }
      : {}),
    ...(Array.isArray(rows) ? { lifecycle: rows.map(withoutIgnore) } : {}),
  };
}

function withoutIgnore(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value["lintIgnore"])) return value;
  const { lintIgnore: _ignored, ...rest } = value;
  return rest;
}

function ignoresOf({ lintIgnore }: ManifestTool | ManifestRow): Ignores {
  return lintIgnore ?? {};
}
