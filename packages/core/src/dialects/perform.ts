import type { LoadRecord, StrategyName } from "../activation/record.ts";
import { dispatch } from "../call/dispatch.ts";
import type { Outcome } from "../call/outcome.ts";
import { parseArguments } from "../call/parse-arguments.ts";
import { assertNever } from "../internal/assert-never.ts";
import type { MetaContext } from "../meta/meta-context.ts";
import type { CallThroughRequest, MetaRequest } from "../meta/meta-request.ts";
import { describeTools } from "../meta/tool-describe.ts";
import { findTools } from "../meta/tool-find.ts";
import { loadTools, toLoadRecord } from "../meta/tool-load.ts";
import type { InputIssue } from "../tool/tool.ts";
import type { ToolResult } from "../tool/tool-result.ts";
import { validate } from "../tool/validate.ts";
import type { Dialect, DialectIssue, DialectTool } from "./dialect.ts";

/** A call to a meta-tool or to any other tool, as a model made it. */
export interface PerformRequest {
  readonly name: string;
  readonly arguments: unknown;
}

/** Takes one call of a model from its name to its outcome. Never throws. */
export async function perform(
  call: PerformRequest,
  dialect: Dialect,
  context: MetaContext,
): Promise<Outcome> {
  const strategy = context.activation.opening?.strategy ?? "bridge";
  const tool = toolNamed(call.name, dialect, strategy);
  if (tool === undefined) return dispatch(call, context);
  const request = readRequest(tool, call.arguments);
  if (request.operation !== "call") return answer(request, dialect, context);

  // A model that has learnt the bridge sends everything through it, the meta-tools too.
  const inner = toolNamed(request.name, dialect, strategy);
  if (inner === undefined) {
    return dispatch({ ...request, onlyRisk: request.readOnly ? "read" : undefined }, context);
  }
  const innerRequest = readRequest(inner, request.arguments);
  return innerRequest.operation === "call"
    ? rejected([{ path: "/name", message: `Name the tool itself, not ${request.name}.` }])
    : answer(innerRequest, dialect, context);
}

/** A meta-tool exists where its conversation's strategy offers it, and nowhere else. */
function toolNamed(name: string, dialect: Dialect, strategy: StrategyName): DialectTool | undefined {
  return dialect.tools.find(
    ({ definition, offered }) => definition.name === name && offered.strategies.includes(strategy),
  );
}

function readRequest(tool: DialectTool, value: unknown): MetaRequest | DialectIssue {
  const parsed = parseArguments(value);
  if (parsed.type === "invalid") return { operation: "invalid", issues: [parsed.issue] };
  const issues = validate(tool.definition.inputSchema, parsed.value);
  return issues.length > 0 ? { operation: "invalid", issues } : tool.toRequest(parsed.value);
}

async function answer(
  request: Exclude<MetaRequest, CallThroughRequest> | DialectIssue,
  dialect: Dialect,
  context: MetaContext,
): Promise<Outcome> {
  const { render } = dialect;
  switch (request.operation) {
    case "invalid":
      return rejected(request.issues);
    case "find":
      return ok(render.find?.(await findTools(request, context)), request.operation);
    case "describe":
      return ok(render.describe?.(describeTools(request, context)), request.operation);
    case "load": {
      const loaded = loadTools(request, context);
      return ok(render.load?.(loaded), request.operation, toLoadRecord(loaded, context));
    }
    case "unload":
    case "active":
      return ok(undefined, request.operation);
    default:
      return assertNever(request);
  }
}

function ok(result: ToolResult | undefined, operation: string, record?: LoadRecord): Outcome {
  if (result === undefined) return rejected([{ path: "", message: `"${operation}" is not offered here.` }]);
  return { type: "ok", result, ...(record === undefined ? {} : { record }) };
}

function rejected(issues: readonly InputIssue[]): Outcome {
  return { type: "rejected", reason: "invalid", about: "call", issues };
}
