import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { canonicalJson } from "../../internal/canonical-json.ts";
import type { DescribeAnswer } from "../../meta/meta-answer.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderOmitted, renderRefusal, toRefusalData } from "./render-refusals.ts";

/** Definitions whole, then the names that were left out or refused. */
export function renderDescribe({ described, omitted, refused }: DescribeAnswer): ToolResult {
  const parts = [
    ...described.map(({ entry }) => renderDefinition(entry)),
    ...renderOmitted(omitted),
    ...refused.map(renderRefusal),
  ];
  return {
    content: [{ type: "text", text: parts.join("\n\n") }],
    structuredContent: {
      tools: described.map(({ entry, exposure }) => ({ ...toData(entry), state: exposure })),
      omitted: omitted.map(({ wireName }) => wireName),
      refused: refused.map(toRefusalData),
    },
    ...(described.length === 0 ? { isError: true } : {}),
  };
}

/** A description and the very schema that a call is checked against. */
export function renderDefinition({ wireName, tool }: CatalogEntry): string {
  return `${wireName}: ${tool.description}\nSchema: ${canonicalJson(tool.inputSchema)}`;
}

/** The same as data. */
export function toData({
  wireName,
  tool,
  schemaHash,
  risk,
}: CatalogEntry): Readonly<Record<string, unknown>> {
  return {
    name: wireName,
    description: tool.description,
    inputSchema: tool.inputSchema,
    schemaHash,
    risk: risk.level,
  };
}
