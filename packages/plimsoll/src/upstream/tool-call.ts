import type { InputAnswers, InputRequired } from "@plimsoll/core";
import { isRecord } from "../internal/is-record.ts";
import type { RelayRequest } from "./upstream.ts";

const TRACE_KEYS = ["traceparent", "tracestate", "baggage"] as const;

/** A call as a server is sent it: with the answers it asked for, and its place in a trace. */
export function toToolCall(
  name: string,
  input: unknown,
  answers: InputAnswers | undefined,
  meta: Readonly<Record<string, unknown>> = {},
): RelayRequest {
  const trace = TRACE_KEYS.flatMap((key) => (meta[key] === undefined ? [] : [[key, meta[key]]]));
  return {
    method: "tools/call",
    params: {
      name,
      arguments: input,
      ...(answers === undefined ? {} : { inputResponses: answers.answers }),
      ...(answers?.state === undefined ? {} : { requestState: answers.state }),
      ...(trace.length === 0 ? {} : { _meta: Object.fromEntries(trace) }),
    },
  };
}

/** What a server answered, as a handler returns it: a result as it came, or what it wants to know first. */
export function toToolValue(result: unknown): unknown {
  if (!isRecord(result) || result["resultType"] !== "input_required") return result;
  const { inputRequests, requestState } = result;
  const asked: InputRequired = {
    type: "input-required",
    requests: isRecord(inputRequests) ? inputRequests : {},
    ...(typeof requestState === "string" ? { state: requestState } : {}),
  };
  return asked;
}
