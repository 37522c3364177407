import type { GatewayConfig } from "plimsoll";
import type { GatewayEvent } from "../../src/observe/gateway-event.ts";
import { Observers } from "../../src/observe/observers.ts";
import { type HttpGateway, serveHttp } from "./http-gateway.ts";
import { readReply, toModernCall } from "./modern-call.ts";

/** What a call over HTTP came to. */
export interface Reply {
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Calls a tool in the newer era. */
export async function callOver(
  url: string,
  tool: string,
  input: object = {},
  more: { readonly meta?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  return readReply<Reply>(await fetch(toModernCall(url, { tool, arguments: input, ...more })));
}

/** Calls a tool by way of the bridge. */
export function callThrough(url: string, name: string, input: object = {}): Promise<Reply> {
  return callOver(url, "tool_call", { name, arguments: input });
}

/** A gateway whose events are kept. */
export async function serveObserved(
  config: GatewayConfig,
): Promise<HttpGateway & { readonly events: GatewayEvent[] }> {
  const events: GatewayEvent[] = [];
  const observers = new Observers([
    {
      observe(event) {
        events.push(event);
        return undefined;
      },
    },
  ]);
  return { ...(await serveHttp(config, { observers })), events };
}
