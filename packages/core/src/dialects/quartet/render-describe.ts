import type { NextCalls } from "../../call/next-calls.ts";
import { canonicalJson } from "../../internal/canonical-json.ts";
import type { DescribeAnswer } from "../../meta/meta-answer.ts";
import type { ToolResult } from "../../tool/tool-result.ts";
import { renderRefusal } from "../plimsoll/render-refusals.ts";

/** One definition, whole, and whether the conversation has it; or that there is no such tool, with the nearest. */
export function renderDescribe(
  { described: [found], refused }: DescribeAnswer,
  { find }: NextCalls,
): ToolResult {
  if (found === undefined) {
    const then = find === undefined ? "" : ` Search with ${find}.`;
    return {
      content: [{ type: "text", text: `${refused.map(renderRefusal).join("\n")}${then}` }],
      isError: true,
    };
  }
  const { wireName: name, tool } = found.entry;
  const { description, inputSchema } = tool;
  const active = found.exposure !== "deferred";
  // By hand: the keys in the design's order, and the schema in the same bytes wherever it is told.
  const text = `{"name":${JSON.stringify(name)},"description":${JSON.stringify(description)},"inputSchema":${canonicalJson(inputSchema)},"active":${active}}`;
  return {
    content: [{ type: "text", text }],
    structuredContent: { name, description, inputSchema, active },
  };
}
