import { parseArguments } from "../call/parse-arguments.ts";
import type { MetaRequest } from "../meta/meta-request.ts";
import { validate } from "../tool/validate.ts";
import type { DialectIssue, DialectTool } from "./dialect.ts";

/** What a call of a meta-tool asks for, or what is wrong with its arguments. */
export function readRequest(tool: DialectTool, value: unknown): MetaRequest | DialectIssue {
  const parsed = parseArguments(value);
  if (parsed.type === "invalid") return { operation: "invalid", issues: [parsed.issue] };
  const issues = validate(tool.definition.inputSchema, tool.toChecked?.(parsed.value) ?? parsed.value);
  return issues.length > 0 ? { operation: "invalid", issues } : tool.toRequest(parsed.value);
}
