import { canonicalJson } from "../../internal/canonical-json.ts";
import { cut } from "../../internal/cut.ts";
import type { DescribeAnswer, Refusal } from "../../meta/meta-answer.ts";
import type { ToolResult } from "../../tool/tool-result.ts";

const MAX_NAME = 80;

/** Definitions whole, then the names that were left out or refused. */
export function renderDescribe({ described, omitted, refused }: DescribeAnswer): ToolResult {
  const definitions = described.map(
    ({ entry }) =>
      `${entry.wireName}: ${entry.tool.description}\nSchema: ${canonicalJson(entry.tool.inputSchema)}`,
  );
  const rest =
    omitted.length === 0
      ? []
      : [`Left out for length, ask again: ${omitted.map(({ wireName }) => wireName).join(", ")}.`];
  return {
    content: [{ type: "text", text: [...definitions, ...rest, ...refused.map(renderRefusal)].join("\n\n") }],
    structuredContent: {
      tools: described.map(({ entry, exposure }) => ({
        name: entry.wireName,
        description: entry.tool.description,
        inputSchema: entry.tool.inputSchema,
        schemaHash: entry.schemaHash,
        state: exposure,
        risk: entry.risk.level,
      })),
      omitted: omitted.map(({ wireName }) => wireName),
      refused: refused.map(({ name, reason }) => ({ name, reason })),
    },
    ...(described.length === 0 ? { isError: true } : {}),
  };
}

function renderRefusal({ name, replacement, nearest }: Refusal): string {
  const asked = JSON.stringify(cut(name, MAX_NAME));
  if (replacement !== undefined) return `${asked} was removed. Use ${replacement} instead.`;
  const hint = nearest.map(({ wireName }) => wireName).join(", ");
  return `No tool named ${asked} is available here.${hint === "" ? "" : ` Nearest: ${hint}.`}`;
}
