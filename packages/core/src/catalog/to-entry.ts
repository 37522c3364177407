import { isRecord } from "../internal/is-record.ts";
import { toSchemaHash } from "../tool/schema-hash.ts";
import { toSummary } from "../tool/summary.ts";
import type { Tool } from "../tool/tool.ts";
import { toToolName } from "../tool/tool-name.ts";
import { toWireName } from "../tool/wire-name.ts";
import type { CatalogEntry, RiskClass } from "./catalog-entry.ts";
import type { SetAside } from "./catalog-snapshot.ts";
import type { LifecycleRow } from "./lifecycle.ts";
import type { SourceKind } from "./source.ts";

/** Works out everything the catalog keeps of a tool; or why the tool cannot be used. Never throws. */
export function toEntry(
  source: { readonly id: string; readonly kind: SourceKind },
  tool: Tool,
  lifecycle: readonly LifecycleRow[],
): CatalogEntry | SetAside {
  const setAside = (reason: string): SetAside => ({ source: source.id, tool: toText(tool.name), reason });
  const reason = whyUnusable(tool);
  if (reason !== undefined) return setAside(reason);
  const schemaHash = hashOf(tool);
  if (schemaHash === undefined) return setAside("its definition is not JSON: it is cyclic, or too deep");
  const name = toToolName(source.id, source.kind, tool.name);
  const wireName = toWireName(name);
  const state = lifecycle.find((row) => row.name === name)?.state;
  return {
    name,
    wireName,
    source,
    tool,
    definition: { name: wireName, description: tool.description, inputSchema: tool.inputSchema },
    schemaHash,
    summary: toSummary(tool.description),
    domain: tool.domain ?? source.id,
    risk: toRiskClass(tool),
    pinned: state === "active",
    lazy: state === "deferred" || tool.lazy === true || source.kind === "mcp",
  };
}

// What has no name is still to be pointed at.
function toText(name: unknown): string {
  return typeof name === "string" && name !== "" ? name : "(unnamed)";
}

function hashOf(tool: Tool): string | undefined {
  try {
    return toSchemaHash(tool);
  } catch {
    return undefined;
  }
}

function whyUnusable({ name, description, inputSchema }: Tool): string | undefined {
  if (typeof name !== "string" || name === "") return "it has no name";
  if (typeof description !== "string") return "its description is not a text";
  if (!isRecord(inputSchema)) return "its input schema is not an object";
  if (inputSchema["type"] !== "object") return 'its input schema is not of type "object"';
  return undefined;
}

/** The author's class counts; with none, a tool is `write`, external, and unverified. */
function toRiskClass({ risk, external }: Tool): RiskClass {
  return risk === undefined
    ? { level: "write", external: external ?? true, verified: false }
    : { level: risk, external: external ?? false, verified: true };
}
