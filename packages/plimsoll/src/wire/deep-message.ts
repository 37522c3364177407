import { INTERNAL_ERROR, INVALID_REQUEST, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import { MAX_NESTING, readOutline } from "./nesting.ts";

/** A request that is not read, and what its sender is to be answered. */
export interface RefusedRequest {
  readonly refusal: JSONRPCMessage;
}

/**
 * What is made of a message that is nested too deeply: a request is refused, and whoever waits for an answer hears why
 * there is none. Nothing where it is neither.
 */
export function readDeepMessage(text: string): JSONRPCMessage | RefusedRequest | undefined {
  const outline = readOutline(text);
  if (!isRecord(outline)) return undefined;
  const { id, method } = outline;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const why = `nested deeper than ${MAX_NESTING} levels`;
  if (typeof method === "string") {
    return {
      refusal: { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: `The request is ${why}.` } },
    };
  }
  if (!("result" in outline || "error" in outline)) return undefined;
  const message = `The server sent an answer that is ${why}.`;
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}
