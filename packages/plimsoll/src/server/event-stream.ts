const KEEP_ALIVE_MS = 15_000;

/** A stream of messages to a client, as server-sent events. */
export interface EventStream {
  readonly response: Response;
  send(message: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** Opens a stream; it ends when the client goes away, or when it is closed. */
export function openEventStream({
  headers,
  ended,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly ended: () => void;
}): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const write = (text: string): void => {
    try {
      controller?.enqueue(encoder.encode(text));
    } catch {
      close();
    }
  };
  const timer = setInterval(() => write(": keepalive\n\n"), KEEP_ALIVE_MS);
  timer.unref();
  const close = (): void => {
    if (controller === undefined) return;
    const closing = controller;
    controller = undefined;
    clearInterval(timer);
    ended();
    try {
      closing.close();
    } catch {
      // The client closed it.
    }
  };
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
    cancel: close,
  });
  const response = new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
      ...headers,
    },
  });
  return {
    response,
    send: (message) => write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`),
    close,
  };
}
