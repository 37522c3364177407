import { isRecord } from "../../internal/is-record.ts";
import type { HandlerContext, InputAnswers, InputRequired } from "../../tool/handler.ts";
import type { McpCallParams, McpClient, McpRequestOptions } from "./mcp-client.ts";

// How long a call may take is the runtime's to decide; the longest time a timer can hold.
const NO_TIMEOUT_MS = 2_147_483_647;

/** Calls a tool of a server, and hands its result on as it is; or what it needs from the user first. */
export async function callTool(
  client: McpClient,
  name: string,
  input: unknown,
  { signal, progress, answers }: HandlerContext,
): Promise<unknown> {
  const params = { name, arguments: input as Record<string, unknown>, ...toRetry(answers) };
  const result = await send(client, params, {
    signal,
    timeout: NO_TIMEOUT_MS,
    onprogress: progress,
    allowInputRequired: !answersItself(client),
  });
  return toInputRequired(result) ?? result;
}

function send(client: McpClient, params: McpCallParams, options: McpRequestOptions): Promise<unknown> {
  const { callTool } = client as unknown as CallsTools;
  return isVersion1(client)
    ? callTool.call(client, params, undefined, options)
    : callTool.call(client, params, options);
}

/** The two forms of a call that the SDK has had. */
interface CallsTools {
  callTool(params: McpCallParams, ...options: unknown[]): Promise<unknown>;
}

/** A client of the SDK's first version is known by what it has not: it speaks one era only. */
function isVersion1({ setNotificationHandler, getProtocolEra }: McpClient): boolean {
  return setNotificationHandler !== undefined && getProtocolEra === undefined;
}

/** Whether the host has told its client how to ask the user: then the client goes on doing so. */
function answersItself(client: McpClient): boolean {
  try {
    client.assertCanSetRequestHandler?.(...(["elicitation/create"] as never[]));
    return false;
  } catch {
    return true;
  }
}

/** The call made again with the answers; what Plimsoll itself asked the user is no business of the server's. */
function toRetry(given: InputAnswers | undefined): Pick<McpCallParams, "inputResponses" | "requestState"> {
  if (given === undefined) return {};
  const own = Object.entries(given.answers).filter(([name]) => !name.startsWith("plimsoll/"));
  return {
    ...(own.length === 0 ? {} : { inputResponses: Object.fromEntries(own) }),
    ...(given.state === undefined ? {} : { requestState: given.state }),
  };
}

function toInputRequired(result: unknown): InputRequired | undefined {
  if (!isRecord(result) || result["resultType"] !== "input_required") return undefined;
  const { inputRequests, requestState } = result;
  return {
    type: "input-required",
    requests: isRecord(inputRequests) ? inputRequests : {},
    ...(typeof requestState === "string" ? { state: requestState } : {}),
  };
}
