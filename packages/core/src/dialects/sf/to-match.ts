import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { cut } from "../../internal/cut.ts";
import { defined } from "../../internal/defined.ts";
import type { FoundTool } from "../../meta/meta-answer.ts";
import { toSignature } from "../../surface/signature.ts";
import type { SfMatch, SfRisk, SfStatus } from "./search-result.ts";

const MAX_TITLE = 100;
const MAX_ALIASES = 8;

/** One tool found, in the shape of `sf_tool_search`. Its signature has every required parameter. */
export function toMatch(found: FoundTool): SfMatch {
  const { entry, retiredName } = found;
  const { wireName, name, tool, summary, domain, schemaHash } = entry;
  const aliases = (tool.aliases ?? []).slice(0, MAX_ALIASES);
  const risk = toRisk(entry);
  return {
    name: retiredName ?? wireName,
    canonicalName: name,
    status: toStatus(found),
    title: cut(tool.title ?? tool.annotations?.title ?? tool.name, MAX_TITLE),
    description: summary,
    domain,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...defined({ risk }),
    schemaPreview: toSignature(wireName, tool.inputSchema),
    loadToken: schemaHash,
  };
}

function toStatus({ exposure, retiredName }: FoundTool): SfStatus {
  if (retiredName !== undefined) return "deprecated_alias";
  return exposure === "deferred" ? "available_lazy" : "loaded";
}

/**
 * What somebody said of a tool, as one word: `destructive` before `external` before the rest. A tool that nobody
 * classed has none, unless its author at least said that it is external; policy counts it as the worst all the same.
 */
function toRisk({ risk: { level, external, verified }, tool }: CatalogEntry): SfRisk | undefined {
  if (verified && level === "destructive") return level;
  if (verified) return external ? "external" : level;
  return tool.external === true ? "external" : undefined;
}
