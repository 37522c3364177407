import { ProtocolError } from "@modelcontextprotocol/server";
import type { RelayRequest } from "./upstream.ts";

const METHOD_NOT_FOUND = -32_601;

/** What a server is answered that asks for something nobody can give it. */
export function decline({ method }: RelayRequest): unknown {
  switch (method) {
    case "elicitation/create":
      return { action: "cancel" };
    case "roots/list":
      return { roots: [] };
    default:
      throw new ProtocolError(METHOD_NOT_FOUND, `Nobody behind this gateway can answer "${method}" now.`);
  }
}
