import { existsSync } from "node:fs";
import { ProtocolError } from "@modelcontextprotocol/server";
import { PlimsollError } from "@plimsoll/core";
import type { RemoteServer, ServerConfig, StdioServer } from "../config/config.ts";
import type {} from "../errors.ts";
import { loginCommand } from "../oauth/login-required.ts";
import { whyUnauthorized } from "../oauth/why-unauthorized.ts";
import { processRedactor } from "../secrets/redactor.ts";

const MAX_QUOTED = 300;
const UNREACHABLE: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * The error of a server that did not start or did not answer: what happened, its last words, what to check. Secrets
 * are taken out of all of it.
 */
export function toUpstreamFailure(
  server: ServerConfig,
  why: string,
  lastWords: string,
  cause?: unknown,
): PlimsollError<"UPSTREAM_FAILED"> {
  const [reason, stderr] = [processRedactor.redact(why), processRedactor.redact(lastWords)];
  const explained = stderr === "" ? reason : `${reason} It said: ${lastOf(stderr)}`;
  return new PlimsollError(
    "UPSTREAM_FAILED",
    `The server "${server.name}" is not available: ${explained}`,
    { server: server.name, reason: explained, stderr },
    { cause: processRedactor.redactError(cause) },
  );
}

/** Why a connection could not be made, in words for the operator. */
export function whyNotConnected(server: ServerConfig, cause: unknown, startSeconds: number): string {
  const unauthorized = whyUnauthorized(cause);
  if (unauthorized !== undefined) return unauthorized;
  if (codeOf(cause) === "REQUEST_TIMEOUT") {
    const check =
      server.type === "stdio" ? "it speaks MCP on its standard output" : `${toPlace(server)} is right`;
    return `it did not answer within ${startSeconds} seconds. Check that ${check}.`;
  }
  return server.type === "stdio" ? whyNotStarted(server, cause) : whyNotReached(server, cause);
}

function whyNotStarted({ command, cwd }: StdioServer, cause: unknown): string {
  switch (codeOf(cause)) {
    case "ENOENT":
      return existsSync(cwd)
        ? `the command ${JSON.stringify(command)} was not found. Check "command" and PATH.`
        : `its folder ${cwd} does not exist. Check "cwd".`;
    case "EACCES":
      return `the command ${JSON.stringify(command)} may not be run. Check its permissions.`;
    case "CONNECTION_CLOSED":
    case "ERA_NEGOTIATION_FAILED":
      return "it ended before it answered. Check its arguments and variables.";
    default:
      return `${messageOf(cause)}.`;
  }
}

function whyNotReached(server: RemoteServer, cause: unknown): string {
  const status = statusOf(cause);
  if (status === 401 || status === 403) {
    return `${toPlace(server)} refused the credential (${status}). Check "headers"${toRemedy(server)}.`;
  }
  if (status !== undefined) return `${toPlace(server)} answered with the status ${status}. Check "url".`;
  const reason = innermost(cause);
  return `${toPlace(server)} could not be reached: ${messageOf(reason)}. Check "url" and the network.`;
}

/** A header that the operator wrote is in the way of a login. */
function toRemedy(server: RemoteServer): string {
  if (Object.keys(server.headers).some((name) => name.toLowerCase() === "authorization")) return "";
  return `, or log in: ${loginCommand(server.name)}`;
}

/** The address without what may be a secret in it. */
function toPlace({ url }: RemoteServer): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Whether a server that runs elsewhere was not even reached, and so did nothing. */
export function isUnreachable(cause: unknown): boolean {
  const reason: { readonly code?: unknown; readonly syscall?: unknown } = Object(innermost(cause));
  return reason.syscall === "connect" || UNREACHABLE.has(String(reason.code));
}

/** `fetch failed` says nothing; what it was caused by does. */
function innermost(cause: unknown): unknown {
  const { cause: inner }: { readonly cause?: unknown } = Object(cause);
  return inner === undefined ? cause : innermost(inner);
}

/** An error's own message, without a full stop at its end. */
export function messageOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/\.$/, "");
}

/** The code of an error, whoever gave it one. */
export function codeOf(cause: unknown): unknown {
  return Object(cause)["code"];
}

/** The HTTP status that an error comes from, or that what it was caused by comes from. */
export function statusOf(error: unknown): number | undefined {
  const { data, cause }: { readonly data?: unknown; readonly cause?: unknown } = Object(error);
  const { status }: { readonly status?: unknown } = Object(data);
  // What a server's own error carries may be called a status too.
  if (typeof status === "number" && !(error instanceof ProtocolError)) return status;
  return cause === undefined ? undefined : statusOf(cause);
}

function lastOf(stderr: string): string {
  const text = stderr.replace(/\s+/g, " ");
  return text.length <= MAX_QUOTED ? text : `…${text.slice(1 - MAX_QUOTED)}`;
}
