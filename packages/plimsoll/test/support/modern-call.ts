const VERSION = "2026-07-28";

/** A tool call of the newer era, as a client posts it. */
export interface ModernCall {
  readonly tool: string;
  readonly arguments?: object;
  /** Beside the name and the arguments. */
  readonly params?: object;
  readonly meta?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request that a call is. */
export function toModernCall(url: string, call: ModernCall): Request {
  const { tool, arguments: input = {}, params, meta, headers } = call;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    ...meta,
  };
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": VERSION,
      "mcp-method": "tools/call",
      "mcp-name": tool,
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: input, ...params, _meta },
    }),
  });
}

/** The message that a response carries, as JSON or as an event. */
export async function readReply<Reply>(response: Response): Promise<Reply> {
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Reply;
}
