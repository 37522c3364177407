import type { Reply, ToolCall } from "../../activation/message.ts";
import type { OpeningRecord } from "../../activation/record.ts";
import { PlimsollError } from "../../errors.ts";
import { asText } from "../../internal/as-text.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { ReadContext } from "../adapter.ts";
import { hostTools } from "./host-tools.ts";
import { joinName } from "./namespaces.ts";
import type { ResponsesItem, ResponsesParams, ResponsesResponse } from "./responses-types.ts";
import { isStandIn, toSearchId } from "./search-call.ts";

type Part = Readonly<Record<string, unknown>>;

/** The calls of a response that are Plimsoll's to answer, and what the provider has revealed by itself. */
export function toReply(
  response: ResponsesResponse,
  { params, opening }: ReadContext<ResponsesParams>,
): Reply {
  const { output, status } = response;
  if (status === "queued" || status === "in_progress") throw notDone(status);
  const own = params === undefined ? new Set<string>() : hostTools(params);
  const answered = answeredIn(output);
  const text = output.flatMap(wordsOf).join("\n");
  const calls = output
    .filter((item) => !answered.has(toPart(item)["call_id"]))
    .flatMap((item) => toItemCall(item, own, opening) ?? []);
  const revealed = output.flatMap(revealedBy);
  return {
    ...(text === "" ? {} : { text }),
    calls,
    ...(revealed.length === 0 ? {} : { revealed }),
  };
}

/** An item as a call that is Plimsoll's to answer: a function that is not the host's own, or a search. */
export function toItemCall(
  item: ResponsesItem,
  own: ReadonlySet<string>,
  opening: OpeningRecord | undefined,
): ToolCall | undefined {
  const { type, call_id: id, name, namespace, execution, arguments: sent } = toPart(item);
  if (typeof id !== "string") return undefined;
  if (type === "tool_search_call" && execution !== "server" && !isStandIn(id)) {
    return { id: toSearchId(id), name: opening?.loader ?? "tool_search", arguments: sent };
  }
  if (type !== "function_call" || typeof name !== "string") return undefined;
  const wireName = joinName(namespace, name);
  return own.has(wireName) ? undefined : { id, name: wireName, arguments: sent };
}

/** Whether a response asks nothing more of its client: no call in it waits for an answer. */
export function isDone({ output }: ResponsesResponse): boolean {
  const answered = answeredIn(output);
  return !output.some((item) => {
    const { type, call_id: id, execution } = toPart(item);
    if (!WAITING.has(type) || answered.has(id)) return false;
    return type !== "tool_search_call" || execution !== "server";
  });
}

/** What a client has to answer: functions and searches, and what only a host knows about. */
const WAITING: ReadonlySet<unknown> = new Set([
  "function_call",
  "custom_tool_call",
  "tool_search_call",
  "computer_call",
  "local_shell_call",
  "shell_call",
  "apply_patch_call",
  "mcp_approval_request",
]);

/** Calls whose answers stand beside them: the provider has run them. */
function answeredIn(output: readonly ResponsesItem[]): ReadonlySet<unknown> {
  const answers = output.map(toPart).filter(({ type }) => asText(type).endsWith("_output"));
  return new Set(answers.flatMap(({ call_id: id }) => (typeof id === "string" ? id : [])));
}

function wordsOf(item: ResponsesItem): string[] {
  const { type, content } = toPart(item);
  if (type !== "message" || !Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    const { text, refusal } = toPart(part);
    const words = text ?? refusal;
    return typeof words === "string" ? words : [];
  });
}

function revealedBy(item: ResponsesItem): string[] {
  const { type, execution, tools } = toPart(item);
  return type === "tool_search_output" && execution !== "client" ? revealedNames(tools) : [];
}

function revealedNames(tools: unknown, namespace?: string): string[] {
  return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown): string[] => {
    const { type, name, tools: members } = toPart(tool);
    if (typeof name !== "string") return [];
    return type === "namespace" ? revealedNames(members, name) : [joinName(namespace, name)];
  });
}

function toPart(value: unknown): Part {
  return isRecord(value) ? value : {};
}

function notDone(status: string): PlimsollError<"REPLY_INVALID"> {
  const reason = `its status is "${status}". Wait until it is done: client.responses.retrieve(response.id)`;
  return new PlimsollError("REPLY_INVALID", `The response cannot be accepted: ${reason}.`, { reason });
}
