import { createGateway, type GatewayConfig } from "plimsoll";
import { createHttpFront } from "../../src/server/http-front.ts";
import { bindPort } from "../../src/server/http-server.ts";

/** A gateway that serves HTTP inside the test. */
export interface HttpGateway {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a config on a free port, once its servers are listed. */
export async function serveHttp(config: GatewayConfig): Promise<HttpGateway> {
  const bound = await bindPort(0);
  const gateway = createGateway({ config });
  const stop = bound.serve(createHttpFront(gateway));
  await gateway.ready();
  return {
    url: bound.url,
    async close() {
      await stop();
      await gateway.close();
    },
  };
}
