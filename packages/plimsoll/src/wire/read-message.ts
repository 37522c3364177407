import {
  INTERNAL_ERROR,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  RELATED_TASK_META_KEY,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";

const MAX_QUOTED = 100;
// What the protocol itself says about metadata; all other keys are anybody's.
const TOLD_META_KEYS = ["progressToken", RELATED_TASK_META_KEY, SERVER_INFO_META_KEY];

/** A value as a message of the protocol; nothing, where it is none. */
export function readMessage(value: unknown): JSONRPCMessage | undefined {
  if (!isRecord(value)) return undefined;
  if (isPlainMessage(value)) return value as unknown as JSONRPCMessage;
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return toMalformedAnswer(value);
  }
}

/**
 * Almost every message is plain; only the others are left to the SDK's parser, which tries one kind after the other and
 * looks into the metadata.
 */
function isPlainMessage(value: Readonly<Record<string, unknown>>): boolean {
  const { jsonrpc, id, method, params, result } = value;
  if (jsonrpc !== "2.0" || !isId(id)) return false;
  const keys = Object.keys(value).length;
  if (method === undefined) return keys === 3 && isPlainBody(result);
  return (
    typeof method === "string" && (keys === 3 ? params === undefined : keys === 4 && isPlainBody(params))
  );
}

function isId(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isPlainBody(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { _meta: meta } = value;
  return meta === undefined || (isRecord(meta) && TOLD_META_KEYS.every((key) => meta[key] === undefined));
}

/** An answer that cannot be read is an answer all the same: whoever waits for it is told, instead of waiting on. */
function toMalformedAnswer(value: Readonly<Record<string, unknown>>): JSONRPCMessage | undefined {
  if ("method" in value || !("result" in value || "error" in value)) return undefined;
  const { id } = value;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const text = JSON.stringify(value).slice(0, MAX_QUOTED);
  const message = `The server sent an answer that is none of the protocol: ${text}`;
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}
