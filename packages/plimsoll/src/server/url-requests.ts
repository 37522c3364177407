import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";
import { readWireError } from "./wire-error.ts";

/** Reads the error "open these links first" as requests to the user; nothing, if it is another error. */
export function readUrlRequests(error: unknown): Readonly<Record<string, unknown>> | undefined {
  const wire = readWireError(error);
  if (wire?.code !== ProtocolErrorCode.UrlElicitationRequired || !isRecord(wire.data)) return undefined;
  const { elicitations } = wire.data;
  if (!Array.isArray(elicitations)) return undefined;
  const requests = elicitations.filter(isRecord).map(({ message, url }, at) => {
    const params = { mode: "url", message: asText(message ?? wire.message), url };
    return [`url-${at + 1}`, { method: "elicitation/create", params }] as const;
  });
  return requests.length === 0 ? undefined : Object.fromEntries(requests);
}
