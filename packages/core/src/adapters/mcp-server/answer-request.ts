import { APPROVAL } from "../../call/approval.ts";
import { asText } from "../../internal/as-text.ts";
import { isRecord } from "../../internal/is-record.ts";
import { messageOf } from "../../internal/message-of.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import {
  type McpContext,
  type McpHandler,
  type McpRequest,
  type McpToolServer,
  signalOf,
  tellListChanged,
} from "../mcp/mcp-server.ts";
import { type Decision, decideCall, type Session } from "./decide-call.ts";

/** What one call is answered with. */
export interface CallParts {
  readonly server: McpToolServer;
  readonly runtime: Runtime;
  readonly own: McpHandler;
  readonly session: Session | undefined;
}

/** Answers a call of a client: by Plimsoll, or by the server as if the client had called the tool itself. */
export async function answerRequest(
  request: McpRequest,
  context: McpContext,
  parts: CallParts,
): Promise<unknown> {
  const { runtime, session } = parts;
  const call = { name: asText(request.params?.name), arguments: request.params?.arguments };
  const options = { session, signal: signalOf(context) };
  const loads = session?.loads.length;
  const decision = await decideCall(runtime, call, options);
  if (session !== undefined && session.loads.length !== loads) await tellListChanged(context);
  if (decision.type !== "ask") return perform(decision, request, context, parts);

  const { requests } = decision;
  const asked = await askUser(requests, context, parts);
  if (asked.type === "cannot") return asked.result;
  const now = await decideCall(runtime, call, { ...options, answers: asked.answers });
  const result = await perform(now, request, context, parts);
  if (!isInputRequired(result)) return result;
  // The tool has a question of its own. Its answer comes with a call that is made anew, and needs leave anew.
  return { ...result, inputRequests: { ...result.inputRequests, ...requests } };
}

async function perform(
  decision: Decision,
  request: McpRequest,
  context: McpContext,
  { server: { server }, own }: CallParts,
): Promise<unknown> {
  if (decision.type === "ask") return { resultType: "input_required", inputRequests: decision.requests };
  if (decision.type === "answer") {
    const { projectCallToolResult: project } = server as unknown as ProjectsResults;
    return project === undefined ? decision.result : project.call(server, decision.result, undefined);
  }
  const { name, input, notice } = decision;
  const isDirect = request.params?.name === name;
  const result = await own(
    isDirect ? request : { ...request, params: { ...request.params, name, arguments: input } },
    context,
  );
  return notice === undefined ? result : withNotice(result, notice);
}

/** Version 2 knows the shapes of both eras. */
interface ProjectsResults {
  projectCallToolResult?(result: unknown, outputSchema: undefined): unknown;
}

/** What the user says to a tool that needs leave: by the protocol's own round trip, or by asking while the call waits. */
async function askUser(
  requests: Readonly<Record<string, unknown>>,
  { mcpReq }: McpContext,
  { server: { server } }: CallParts,
): Promise<
  | { readonly type: "answered"; readonly answers: Readonly<Record<string, unknown>> }
  | { readonly type: "cannot"; readonly result: unknown }
> {
  if (mcpReq !== undefined) {
    const answer = mcpReq.inputResponses?.[APPROVAL];
    if (answer !== undefined) return { type: "answered", answers: { [APPROVAL]: answer } };
    return { type: "cannot", result: { resultType: "input_required", inputRequests: requests } };
  }
  const request = requests[APPROVAL];
  const { elicitInput } = server as unknown as AsksUsers;
  try {
    const answer = await elicitInput?.call(server, isRecord(request) ? request["params"] : {});
    return { type: "answered", answers: { [APPROVAL]: answer ?? { action: "decline" } } };
  } catch (cause) {
    const text = `It needs the user's leave, and the user cannot be asked: ${messageOf(cause)}`;
    return { type: "cannot", result: { content: [{ type: "text", text }], isError: true } };
  }
}

interface AsksUsers {
  elicitInput?(params: unknown): Promise<unknown>;
}

function isInputRequired(
  result: unknown,
): result is { readonly inputRequests?: Readonly<Record<string, unknown>> } {
  return isRecord(result) && result["resultType"] === "input_required";
}

/** "Use X instead", beside what the tool answered. */
function withNotice(result: unknown, notice: string): unknown {
  if (!isRecord(result) || result["isError"] === true || isInputRequired(result)) return result;
  const { _meta: meta } = result;
  return { ...result, _meta: { ...(isRecord(meta) ? meta : {}), "plimsoll/notice": notice } };
}
