import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpFront } from "./http-front.ts";

// Of these there is one in a request: which of two counts, programs on the way may see otherwise.
const SINGLE = new Set([
  "host",
  "origin",
  "authorization",
  "content-type",
  "content-length",
  "transfer-encoding",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
]);
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

/**
 * Answers requests of Node's server by a front. The body is handed on as it arrives, so that whoever may not come in is
 * told so before it has been read.
 */
export async function answerNodeRequest(
  front: Pick<HttpFront, "fetch">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = await fetchFrom(front, incoming, gone.signal);
  // A client that went away has nobody to answer to.
  if (outgoing.destroyed) return void (await response.body?.cancel().catch(() => undefined));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  await writeBody(response, outgoing, gone.signal);
}

async function fetchFrom(
  front: Pick<HttpFront, "fetch">,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const wrong = whyMalformed(incoming);
  if (wrong !== undefined) return toError(400, -32_600, wrong);
  let request: Request;
  try {
    request = toRequest(incoming, signal);
  } catch {
    return toError(400, -32_600, "The request cannot be read.");
  }
  try {
    return await front.fetch(request);
  } catch {
    return toError(500, -32_603, "Internal server error");
  }
}

function whyMalformed({ rawHeaders, url = "" }: IncomingMessage): string | undefined {
  if (!url.startsWith("/")) return "The address of a request begins with a /.";
  const seen = new Set<string>();
  for (const [at, name] of rawHeaders.entries()) {
    const key = name.toLowerCase();
    if (at % 2 === 1 || !SINGLE.has(key)) continue;
    if (seen.has(key)) return `The header ${key} stands there twice.`;
    seen.add(key);
  }
  return undefined;
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // The name that the client calls this machine by is a header like others; the address is read for its path alone.
  const address = `http://gateway${url}`;
  if (WITHOUT_BODY.has(method)) return new Request(address, { method, headers, signal });
  const init = { method, headers, signal, body: toStream(incoming), duplex: "half" };
  return new Request(address, init);
}

/** Nothing is taken from the connection before somebody reads. */
function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

async function writeBody(response: Response, outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return void outgoing.end();
  const give = (): void => void reader.cancel().catch(() => undefined);
  gone.addEventListener("abort", give, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || gone.aborted) break;
      if (!outgoing.write(value)) await drained(outgoing, gone);
    }
  } catch {
    // What was made of the answer has been sent; the client sees that it ends there.
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off("drain", done);
      gone.removeEventListener("abort", done);
      resolve();
    };
    outgoing.once("drain", done);
    gone.addEventListener("abort", done, { once: true });
    if (gone.aborted) done();
  });
}

function toError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
