import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../errors.ts";
import type { HttpFront } from "./http-front.ts";
import { MCP_PATH } from "./http-route.ts";

const HOST = "127.0.0.1";

/** A port that is taken, and not served yet. */
export interface BoundPort {
  /** Where MCP will be. */
  readonly url: string;
  /** Starts to answer; the answer ends it, with all connections. */
  serve(front: HttpFront): () => Promise<void>;
  /** Gives the port back without having served. */
  release(): Promise<void>;
}

/**
 * Takes a port of this machine, 0 for any that is free. Taking and serving are two steps, so that a port that
 * is not free is known before any server is started.
 */
export async function bindPort(port: number): Promise<BoundPort> {
  const server = createServer();
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${bound}${MCP_PATH}`,
    serve(front) {
      const handle = toNodeHandler(front);
      // Its type of a request leaves out `undefined`, which Node's own has.
      server.on("request", (request, response) => {
        void handle(request as NodeIncomingMessageLike, response);
      });
      return async () => {
        await front.close();
        await close(server);
      };
    },
    release: () => close(server),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(toBindError(cause, port)));
    server.listen(port, HOST, resolve);
  });
}

function toBindError(cause: NodeJS.ErrnoException, port: number): Error {
  if (cause.code !== "EADDRINUSE" && cause.code !== "EACCES") return cause;
  const what = cause.code === "EADDRINUSE" ? "is taken by another program" : "may not be used by this user";
  const message = `Port ${port} ${what}. Choose another one: --port ${port < 1024 ? 7077 : port + 1}.`;
  return new PlimsollError("PORT_TAKEN", message, { port }, { cause });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
