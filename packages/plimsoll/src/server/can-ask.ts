import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { RelayRequest } from "../upstream/upstream.ts";

/** What a client must be able to do to be asked something. */
const NEEDS: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Whether a client can be asked something, by what it says of itself. */
export function canAsk(
  capabilities: Readonly<Record<string, unknown>>,
  { method, params }: RelayRequest,
): boolean {
  const need = NEEDS[method];
  const able = need === undefined ? undefined : capabilities[need];
  if (!isRecord(able)) return false;
  // A client that names no mode has forms, from before there were modes.
  return params?.["mode"] === "url" ? able["url"] !== undefined : need !== "elicitation" || hasForms(able);
}

/** What a server is told whose question the client cannot answer: what the client itself would say. */
export function cannotBeAsked({ method }: RelayRequest): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client cannot be asked for ${method}.`);
}

/** What a client of the newer era is told that would have to answer more than it says it can. */
export function cannotAnswer({ method, params }: RelayRequest): ProtocolError {
  const need = NEEDS[method] ?? method;
  const mode = params?.["mode"] === "url" ? { url: {} } : {};
  const message = `The server asks for ${method}, which the client does not say it can answer.`;
  const requiredCapabilities = { [need]: need === "elicitation" ? mode : {} };
  return new ProtocolError(ProtocolErrorCode.MissingRequiredClientCapability, message, {
    requiredCapabilities,
  });
}

function hasForms(elicitation: Readonly<Record<string, unknown>>): boolean {
  return elicitation["form"] !== undefined || elicitation["url"] === undefined;
}
