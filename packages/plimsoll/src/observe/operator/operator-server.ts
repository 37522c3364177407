import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PlimsollError } from "@plimsoll/core";
import type {} from "../../errors.ts";
import type { OperatorRoutes } from "./operator-routes.ts";

const PATIENCE_MS = 10_000;
const MOST_CONNECTIONS = 64;

/** A port for operators alone. */
export interface OperatorServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the paths of operators, and nothing else, on a port of their own; 0 for any that is free. */
export async function openOperatorServer(
  routes: OperatorRoutes,
  { port, host = "127.0.0.1" }: { readonly port: number; readonly host?: string | undefined },
): Promise<OperatorServer> {
  const server = createServer(
    { headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS, keepAliveTimeout: PATIENCE_MS },
    (request, response) => {
      if (routes(request, response)) return;
      request.resume();
      response.writeHead(404).end();
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: Error) => {
      const message = `Metrics cannot be served at ${host}:${port}: ${cause.message}. Change "port" or "host" of "metrics".`;
      reject(new PlimsollError("PORT_TAKEN", message, { port }, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
