import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { asText } from "../internal/as-text.ts";
import type { Era } from "../upstream/upstream.ts";

/** An error of JSON-RPC as a server gave it. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

// These are about the connection between the gateway and a server: a client would take them for its own.
const OWN_CODES = new Set<number>([
  -32020, // header mismatch
  -32022, // unsupported version
]);

/** What a server says of a resource that it does not have: what is held must not be told from that. */
export const NOT_FOUND = -32_002;

/** Reads an error as the one a server answered with; nothing, where no server answered. */
export function readWireError(error: unknown): WireError | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  const { code, message, data } = error as { code: unknown; message?: unknown; data?: unknown };
  if (typeof code !== "number" || !Number.isSafeInteger(code) || OWN_CODES.has(code)) return undefined;
  return { code, message: asText(message), ...(data === undefined ? {} : { data }) };
}

/**
 * The one map to JSON-RPC: a server's own error keeps its code, message and data; all else is an internal error, and so
 * is a code that the client's era does not have.
 */
export function toProtocolError(error: unknown, era: Era = "legacy"): ProtocolError {
  const wire = readWireError(error);
  if (era === "modern" && wire?.code === ProtocolErrorCode.UrlElicitationRequired) {
    const { message, ...rest } = wire;
    return new ProtocolError(ProtocolErrorCode.InternalError, message, rest);
  }
  if (error instanceof ProtocolError && wire !== undefined) return error;
  // Not `ProtocolError.fromError`: it leaves out what it does not know of `data`.
  if (wire !== undefined) return new ProtocolError(wire.code, wire.message, wire.data);
  const message = error instanceof Error ? error.message : String(error);
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

/** The error of a request that names nothing that is there, or is malformed. */
export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}
