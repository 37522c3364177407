import { existsSync } from "node:fs";
import { PlimsollError } from "@plimsoll/core";
import type { StdioServer } from "../config/config.ts";
import type {} from "../errors.ts";

const MAX_QUOTED = 300;

/** The error of a server that did not start or did not answer: what happened, its last words, what to check. */
export function toUpstreamFailure(
  server: StdioServer,
  reason: string,
  stderr: string,
  cause?: unknown,
): PlimsollError<"UPSTREAM_FAILED"> {
  const explained = stderr === "" ? reason : `${reason} It said: ${lastOf(stderr)}`;
  return new PlimsollError(
    "UPSTREAM_FAILED",
    `The server "${server.name}" is not available: ${explained}`,
    { server: server.name, reason: explained, stderr },
    { cause },
  );
}

/** Why a connection could not be made, in words for the operator. */
export function whyNotConnected(server: StdioServer, cause: unknown, timeoutMs: number): string {
  switch (codeOf(cause)) {
    case "ENOENT":
      return existsSync(server.cwd)
        ? `the command ${JSON.stringify(server.command)} was not found. Check "command" and PATH.`
        : `its folder ${server.cwd} does not exist. Check "cwd".`;
    case "EACCES":
      return `the command ${JSON.stringify(server.command)} may not be run. Check its permissions.`;
    case "REQUEST_TIMEOUT":
      return `it did not answer within ${timeoutMs / 1000} seconds. Check that it speaks MCP on its standard output.`;
    case "CONNECTION_CLOSED":
      return "it ended before it answered. Check its arguments and variables.";
    default:
      return `${messageOf(cause)}.`;
  }
}

/** An error's own message, without a full stop at its end. */
export function messageOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/\.$/, "");
}

function codeOf(cause: unknown): unknown {
  return typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
}

function lastOf(stderr: string): string {
  const text = stderr.replace(/\s+/g, " ");
  return text.length <= MAX_QUOTED ? text : `…${text.slice(1 - MAX_QUOTED)}`;
}
