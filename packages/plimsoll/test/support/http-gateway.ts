import { createGateway, type Gateway, type GatewayConfig, type GatewayOptions } from "plimsoll";
import { hasCredentials } from "../../src/server/auth/create-authenticator.ts";
import { createHttpFront, type HttpFrontOptions } from "../../src/server/http-front.ts";
import { bindPort } from "../../src/server/http-server.ts";

/** A gateway that serves HTTP inside the test. */
export interface HttpGateway {
  readonly url: string;
  readonly gateway: Gateway;
  close(): Promise<void>;
}

/** Serves a config on a free port, once its servers are listed. */
export async function serveHttp(
  config: GatewayConfig,
  options: Omit<GatewayOptions, "config"> & HttpFrontOptions = {},
): Promise<HttpGateway> {
  const { limits, auth } = config;
  const bound = await bindPort(0, { limits, hasAuth: hasCredentials(auth) });
  const gateway = createGateway({ ...options, config });
  const stop = bound.serve(createHttpFront(gateway, options), { meter: gateway.meter });
  await gateway.ready();
  return {
    url: bound.url,
    gateway,
    async close() {
      await stop();
      await gateway.close();
    },
  };
}
