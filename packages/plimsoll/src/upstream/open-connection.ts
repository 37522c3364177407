import { setImmediate as nextTick } from "node:timers/promises";
import { SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { RemoteServer, ServerConfig, StdioServer } from "../config/config.ts";
import type { Connection, ConnectionListener } from "./connection.ts";
import type { EraVerdict } from "./era-verdict.ts";
import { toHopsHeader } from "./hops.ts";
import { toLongestMs } from "./longest-call.ts";
import { ProbePatience } from "./probe-patience.ts";
import { createProcessTransport } from "./process-transport.ts";
import { RelayClient, type RelayClientOptions } from "./relay-client.ts";
import type { RemoteAccess } from "./remote-access.ts";
import { codeOf, statusOf, toUpstreamFailure, whyNotConnected } from "./upstream-failure.ts";

const GOODBYE_MS = 2_000;

/** What a connection is made with. */
export interface OpenOptions {
  /** The id of the gateway that connects. */
  readonly gateway: string;
  /** Added to the environment of a server that is started. */
  readonly env: Readonly<Record<string, string>>;
  /** What is known of its era; a server of which nothing is known is asked. */
  readonly verdict: EraVerdict | undefined;
  readonly listener: ConnectionListener;
  /** How it is reached, where it runs elsewhere. */
  readonly access: RemoteAccess | undefined;
  /** Is given the end of what was started in vain, which the attempt itself does not wait for. */
  readonly ending: (end: Promise<void>) => void;
  /** Gives the attempt up. */
  readonly signal: AbortSignal;
}

/** Starts or reaches a server, and finds out which era it speaks. Rejects with the reason in words for the operator. */
export async function openConnection(server: ServerConfig, options: OpenOptions): Promise<Connection> {
  const startMs = server.limits.startSeconds * 1000;
  const deadline = performance.now() + startMs;
  const attempt = (type: ServerConfig["type"], isLegacy: boolean): RelayClientOptions => ({
    type,
    isLegacy,
    startMs: Math.max(deadline - performance.now(), 1),
    longestMs: toLongestMs(server.limits),
    signal: options.signal,
  });
  return server.type === "stdio"
    ? openProcess(server, options, attempt)
    : openRemote(server, options, attempt);
}

type Attempt = (type: ServerConfig["type"], isLegacy: boolean) => RelayClientOptions;

async function openProcess(server: StdioServer, options: OpenOptions, attempt: Attempt): Promise<Connection> {
  const isLegacy = options.verdict !== undefined;
  try {
    return await startProcess(server, options, attempt("stdio", isLegacy));
  } catch (cause) {
    // Some servers end when the first thing they are asked is not what they know: those are asked the older way.
    if (isLegacy || options.signal.aborted || !wasLostWhileAsked(cause)) throw cause;
    return startProcess(server, options, attempt("stdio", true));
  }
}

async function startProcess(
  server: StdioServer,
  { env, listener, ending }: OpenOptions,
  attempt: RelayClientOptions,
): Promise<Connection> {
  const { command, args, cwd } = server;
  const transport = createProcessTransport({ command, args: [...args], env: { ...server.env, ...env }, cwd });
  const told: ConnectionListener = {
    ...listener,
    lost: () => listener.lost(transport.fault ?? withLastWords("it ended.", transport.lastWords)),
  };
  const probe = new ProbePatience(transport, attempt.startMs);
  const client = new RelayClient(transport, told, attempt, { probe, end: () => transport.close() });
  try {
    await client.connect(transport, attempt);
    return client;
  } catch (cause) {
    ending(transport.close());
    await nextTick(); // What the child said last is still on its way through the stream.
    const reason = transport.fault ?? whyNotConnected(server, cause, server.limits.startSeconds);
    throw toUpstreamFailure(server, reason, transport.lastWords, cause);
  }
}

async function openRemote(server: RemoteServer, options: OpenOptions, attempt: Attempt): Promise<Connection> {
  const { verdict } = options;
  if (server.type === "sse" || verdict?.transport === "sse")
    return reach(server, options, attempt("sse", true));
  try {
    return await reach(server, options, attempt("http", verdict !== undefined));
  } catch (cause) {
    // By the specification, a server that has only the oldest transport refuses with a client error.
    const status = statusOf(cause);
    const isOldest =
      status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
    if (!isOldest || options.signal.aborted) throw cause;
    return reach(server, options, attempt("sse", true)).catch(() => {
      throw cause;
    });
  }
}

async function reach(
  server: RemoteServer,
  { gateway, listener, access }: OpenOptions,
  attempt: RelayClientOptions,
): Promise<Connection> {
  await sureOfToken(server, access);
  const requestInit = { headers: { ...server.headers, ...toHopsHeader([gateway]) } };
  const url = new URL(server.url);
  const options = {
    requestInit,
    ...(access === undefined ? {} : { fetch: access.fetch }),
    ...(access?.credentials === undefined ? {} : { authProvider: access.credentials }),
  };
  const transport =
    attempt.type === "sse"
      ? new SSEClientTransport(url, options)
      : new StreamableHTTPClientTransport(url, options);
  const told: ConnectionListener = { ...listener, lost: () => listener.lost("the connection was lost.") };
  // A session of the older era is given back, where the server takes it.
  const farewell = async (): Promise<void> => {
    if (transport instanceof StreamableHTTPClientTransport)
      await within(GOODBYE_MS, transport.terminateSession());
  };
  const client = new RelayClient(transport, told, attempt, { farewell });
  try {
    await client.connect(transport, attempt);
    return client;
  } catch (cause) {
    await transport.close().catch(() => undefined);
    const reason = whyNotConnected(server, cause, server.limits.startSeconds);
    throw toUpstreamFailure(server, reason, "", cause);
  }
}

/** Before anything is sent, so that a login that is missing is not taken for a server that is away. */
async function sureOfToken(server: RemoteServer, access: RemoteAccess | undefined): Promise<void> {
  try {
    await access?.credentials?.token();
  } catch (cause) {
    throw toUpstreamFailure(server, whyNotConnected(server, cause, server.limits.startSeconds), "", cause);
  }
}

function wasLostWhileAsked(failure: unknown): boolean {
  return codeOf(Object(failure)["cause"]) === "ERA_NEGOTIATION_FAILED";
}

function withLastWords(reason: string, lastWords: string): string {
  return lastWords === "" ? reason : `${reason} It said: ${lastWords.replace(/\s+/g, " ").slice(-300)}`;
}

async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise.catch(() => undefined), late]);
  clearTimeout(timer);
}
