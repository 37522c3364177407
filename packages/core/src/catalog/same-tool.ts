import { canonicalJson } from "../internal/canonical-json.ts";
import type { Tool } from "../tool/tool.ts";
import type { CatalogEntry } from "./catalog-entry.ts";

/**
 * Whether two entries of a name are one tool: the same definition, the same handler, the same of everything
 * else. A server that lists its tools again lists equal ones, and nothing that was worked out for them is lost.
 */
export function isSameTool(a: CatalogEntry, b: CatalogEntry): boolean {
  return (
    a.schemaHash === b.schemaHash && isSameExecution(a.tool, b.tool) && restOf(a.tool) === restOf(b.tool)
  );
}

function isSameExecution(
  { execution: a, parseInput: first }: Tool,
  { execution: b, parseInput: second }: Tool,
): boolean {
  if (first !== second || a.type !== b.type) return false;
  return a.type === "run" && b.type === "run" ? a.run === b.run : canonicalJson(a) === canonicalJson(b);
}

// What the schema hash covers, and what is no data, is left out.
function restOf({ inputSchema: _i, outputSchema: _o, execution: _e, parseInput: _p, ...rest }: Tool): string {
  return canonicalJson(rest);
}
