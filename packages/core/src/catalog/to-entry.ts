import { isJson } from "../internal/is-json.ts";
import { once } from "../internal/once.ts";
import { whyUnusable } from "../tool/inspect-tool.ts";
import { toHashed, toSchemaHash } from "../tool/schema-hash.ts";
import { toSummary } from "../tool/summary.ts";
import type { Tool } from "../tool/tool.ts";
import { toToolName } from "../tool/tool-name.ts";
import { toWireName } from "../tool/wire-name.ts";
import type { CatalogEntry, RiskClass } from "./catalog-entry.ts";
import type { SetAside } from "./catalog-snapshot.ts";
import type { LifecycleTable } from "./lifecycle-table.ts";
import type { ManifestOverlay } from "./manifest-overlay.ts";
import type { SourceIdentity, SourceKind } from "./source.ts";

/** What a catalog lays over whatever its sources offer. */
export interface CatalogRules {
  readonly lifecycle: LifecycleTable;
  readonly overlay: ManifestOverlay;
}

/**
 * Works out everything the catalog keeps of a tool; or why the tool cannot be used. Never throws. `known` is the schema
 * hash of a tool that has been found usable before.
 */
export function toEntry(
  source: SourceIdentity,
  offered: Tool,
  { lifecycle, overlay }: CatalogRules,
  known?: string,
): CatalogEntry | SetAside {
  const reason = known === undefined ? whyNotTaken(source.kind, offered) : undefined;
  if (reason !== undefined) return { source: source.id, tool: toText(offered.name), reason };
  const schemaHash = once(() => known ?? toSchemaHash(offered));
  const name = toToolName(source.id, source.kind, offered.name);
  const tool = overlay(name, offered);
  const wireName = toWireName(name);
  const state = lifecycle.stateOf(name);
  return {
    name,
    wireName,
    source,
    tool,
    definition: { name: wireName, description: tool.description, inputSchema: tool.inputSchema },
    // Of the thousands that a gateway lists when it starts, few are ever asked for.
    get schemaHash() {
      return schemaHash();
    },
    summary: toSummary(tool.description),
    domain: tool.domain ?? source.id,
    risk: toRiskClass(tool),
    pinned: state === "active",
    // A server's tools wait, unless a tool asks to be there from the start.
    lazy: state === "deferred" || (tool.lazy ?? source.kind === "mcp"),
  };
}

function whyNotTaken(kind: SourceKind, offered: Tool): string | undefined {
  const reason = whyUnusable(offered) ?? whyMisnamed(kind, offered.name);
  if (reason !== undefined) return reason;
  return isJson(toHashed(offered)) ? undefined : "its definition is not JSON: it is cyclic, or too deep";
}

function whyMisnamed(kind: SourceKind, name: string): string | undefined {
  if (kind === "mcp" || !name.includes("/")) return undefined;
  return "its name has a “/”, which stands between a source and its tools";
}

// What has no name is still to be pointed at.
function toText(name: unknown): string {
  return typeof name === "string" && name !== "" ? name : "(unnamed)";
}

/** The author's class counts; with none, a tool is `write`, external, and unverified. */
function toRiskClass({ risk, external }: Tool): RiskClass {
  return risk === undefined
    ? { level: "write", external: external ?? true, verified: false }
    : { level: risk, external: external ?? false, verified: true };
}
