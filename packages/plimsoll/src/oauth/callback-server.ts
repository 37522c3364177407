import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ExpectedOAuthFailure } from "./expected-oauth-failure.ts";

/** What a browser brings back from a login. */
export interface Callback {
  readonly code: string;
  readonly issuer: string | undefined;
}

/** The place on this machine that a login comes back to. */
export interface CallbackServer {
  /** As it is registered. */
  readonly redirectUrl: string;
  /** Waits for the one request that has the state; others are refused, and change nothing. */
  wait(state: string, signal: AbortSignal): Promise<Callback>;
  close(): Promise<void>;
}

const PATH = "/callback";
const LONGEST_URL = 16_384;
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  connection: "close",
};

/** Listens on this machine alone, at a port or at any that is free. */
export async function openCallbackServer(port: number): Promise<CallbackServer> {
  let hear: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer({ maxHeaderSize: LONGEST_URL }, (request, response) => {
    if (hear === undefined) refuse(response);
    else hear(request, response);
  });
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  const host = `127.0.0.1:${bound}`;
  return {
    redirectUrl: `http://${host}${PATH}`,
    wait: (state, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(signal.reason);
        if (signal.aborted) return giveUp();
        signal.addEventListener("abort", giveUp, { once: true });
        hear = (request, response) => {
          const answer = readCallback(request, host, state);
          if (answer === undefined) return refuse(response);
          hear = undefined;
          signal.removeEventListener("abort", giveUp);
          const page = answer instanceof Error ? "The login did not come about." : "You are logged in.";
          response.writeHead(200, HEADERS);
          response.end(`<!doctype html><title>Plimsoll</title><p>${page} You can close this page.</p>`, () =>
            answer instanceof Error ? reject(answer) : resolve(answer),
          );
        };
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a request brings back; nothing, where it is not the one that is waited for. */
function readCallback(
  { method, url = "", headers }: IncomingMessage,
  host: string,
  state: string,
): Callback | Error | undefined {
  // A page elsewhere may have its own name lead here, and cannot have this one.
  if (method !== "GET" || headers.host !== host || !URL.canParse(url, `http://${host}`)) return undefined;
  const { pathname, searchParams } = new URL(url, `http://${host}`);
  if (pathname !== PATH || !isSame(searchParams.get("state") ?? "", state)) return undefined;
  const code = searchParams.get("code");
  if (code !== null && code !== "") return { code, issuer: searchParams.get("iss") ?? undefined };
  const error = searchParams.get("error") ?? "";
  const named = /^[a-z][a-z0-9_]{2,40}$/.test(error) ? ` (${error})` : "";
  return new ExpectedOAuthFailure(`the authorization server sent the browser back without a code${named}`);
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, HEADERS);
  response.end("<!doctype html><title>Plimsoll</title><p>There is nothing here.</p>");
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}
