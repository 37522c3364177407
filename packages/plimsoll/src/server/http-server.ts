import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PlimsollError } from "@plimsoll/core";
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from "../config/config.ts";
import type {} from "../errors.ts";
import type { OperatorRoutes } from "../observe/operator/operator-routes.ts";
import { isEveryAddress, isLoopback, toUrlHost } from "./auth/loopback.ts";
import type { HttpFront } from "./http-front.ts";
import { MCP_PATH } from "./http-route.ts";
import { cutSlowClients } from "./limits/slow-clients.ts";
import { type Meter, NO_METER } from "./meter.ts";
import { answerNodeRequest } from "./node-listener.ts";

const DEFAULT_HOST = "127.0.0.1";
const MOST_CHECKING_MS = 1_000;

/** Where and how HTTP is served. */
export interface BindOptions {
  /** The address to listen on; 127.0.0.1 if absent. */
  readonly host?: string | undefined;
  /** Whether whoever comes in is asked who they are: without that, nobody but this machine's programs can reach it. */
  readonly hasAuth?: boolean;
  readonly limits?: RequestLimits | undefined;
}

/** What answers beside the front. */
export interface ServePortOptions {
  /** Answer first. */
  readonly operators?: OperatorRoutes | undefined;
  /** Hears of slow clients that were cut. */
  readonly meter?: Meter;
}

/** A port that is taken, and not served yet. */
export interface BoundPort {
  /** Where MCP will be. */
  readonly url: string;
  /** The address it listens on. */
  readonly host: string;
  /** Whether others than this machine's programs reach it. */
  readonly isExposed: boolean;
  /** Starts to answer; the answer ends it, with all connections. */
  serve(front: HttpFront, options?: ServePortOptions): () => Promise<void>;
  /** Gives the port back without having served. */
  release(): Promise<void>;
}

/**
 * Takes a port of this machine, 0 for any that is free. Taking and serving are two steps, so that a port that
 * is not free is known before any server is started.
 */
export async function bindPort(
  port: number,
  { host = DEFAULT_HOST, hasAuth = false, limits = DEFAULT_REQUEST_LIMITS }: BindOptions = {},
): Promise<BoundPort> {
  if (!hasAuth && !isLoopback(host)) throw exposed(host);
  const server = createServer(toServerOptions(limits));
  await listen(server, port, host);
  const { address, port: bound } = server.address() as AddressInfo;
  const isExposed = !isLoopback(address);
  if (!hasAuth && isExposed) {
    // A name may stand for another address than it says.
    await close(server);
    throw exposed(host);
  }
  return {
    url: `http://${isEveryAddress(host) ? DEFAULT_HOST : toUrlHost(host)}:${bound}${MCP_PATH}`,
    host,
    isExposed,
    serve(front, { operators, meter = NO_METER } = {}) {
      cutSlowClients(server, limits, meter);
      server.on("request", (request, response) => {
        if (operators?.(request, response) === true) return;
        // Whatever it is, it is one request's.
        answerNodeRequest(front, request, response).catch(() => response.destroy());
      });
      return async () => {
        await front.close();
        await close(server);
      };
    },
    release: () => close(server),
  };
}

function toServerOptions({ headerSeconds, requestSeconds, idleSeconds }: RequestLimits) {
  const headersTimeout = Math.min(headerSeconds, requestSeconds) * 1000;
  return {
    headersTimeout,
    requestTimeout: requestSeconds * 1000,
    keepAliveTimeout: idleSeconds * 1000,
    connectionsCheckingInterval: Math.min(MOST_CHECKING_MS, headersTimeout / 4),
    // Whatever this process was started with: a request that can be read in two ways is refused.
    insecureHTTPParser: false,
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(toBindError(cause, port, host)));
    server.listen(port, host, resolve);
  });
}

function toBindError(cause: NodeJS.ErrnoException, port: number, host: string): Error {
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND") {
    const message = `${host} is not an address of this machine. Name another one: --host 127.0.0.1.`;
    return new PlimsollError("HOST_UNUSABLE", message, { host }, { cause });
  }
  if (cause.code !== "EADDRINUSE" && cause.code !== "EACCES") return cause;
  const what = cause.code === "EADDRINUSE" ? "is taken by another program" : "may not be used by this user";
  const message = `Port ${port} ${what}. Choose another one: --port ${port < 1024 ? 7077 : port + 1}.`;
  return new PlimsollError("PORT_TAKEN", message, { port }, { cause });
}

function exposed(host: string): Error {
  const message = `Others than this machine's programs reach ${host}, and the config has no way to tell who they are. Add "auth": { "tokens": true } to it and make a token with plimsoll token create NAME, or leave out --host.`;
  return new PlimsollError("HOST_EXPOSED", message, { host });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
