import type { Gateway } from "../gateway.ts";
import type { Observation } from "../observe/open-observation.ts";
import type { OperatorRoutes } from "../observe/operator/operator-routes.ts";

/** What is served to whoever runs a gateway. */
export interface Operators {
  /** For the gateway's own port. */
  readonly routes: OperatorRoutes;
  /** Ends the port of their own, if they have one. */
  close(): Promise<void>;
}

/** Serves health and metrics: on the gateway's port, and where the config names one, metrics on a port of their own. */
export async function serveOperators(
  gateway: Gateway,
  observation: Observation | undefined,
): Promise<Operators> {
  const { createOperatorRoutes } = await import("../observe/operator/operator-routes.ts");
  const { metrics: config } = gateway.config;
  const { metrics: observer, audit } = observation ?? {};
  const isAudited = (): boolean =>
    audit?.isWritten !== false || gateway.config.audit?.onFailure === "continue";
  const common = { token: config?.token, isAudited };
  if (observer === undefined) {
    return { routes: createOperatorRoutes(gateway, common), close: async () => {} };
  }
  const { gatewayGauges } = await import("../observe/metrics/gateway-gauges.ts");
  const metrics = (): string =>
    observer.book.write(gatewayGauges(gateway, { running: observer.running, index: observation?.index }));
  const all = createOperatorRoutes(gateway, { ...common, metrics });
  if (config?.port === undefined) return { routes: all, close: async () => {} };
  const { openOperatorServer } = await import("../observe/operator/operator-server.ts");
  const { port, host } = config;
  const server = await openOperatorServer(all, { port, host });
  return { routes: createOperatorRoutes(gateway, common), close: () => server.close() };
}
