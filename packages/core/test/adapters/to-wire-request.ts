import type { WireRequest } from "@plimsoll/core/testing";

/** The body of a request, of any of the three APIs, taken apart as it was sent. */
export function toWireRequest(body: string): WireRequest {
  const { tools = [], system = "", instructions = "", messages, input } = JSON.parse(body) as Body;
  const toText = (part: unknown): string => JSON.stringify(part);
  return {
    tools: tools.map(toText),
    system: toText([system, instructions]),
    messages: (messages ?? input ?? []).map(toText),
  };
}

interface Body {
  readonly tools?: readonly unknown[];
  readonly system?: unknown;
  readonly instructions?: unknown;
  readonly messages?: readonly unknown[];
  readonly input?: readonly unknown[];
}
