import type { Gateway } from "../gateway.ts";
import { toConfigDigest } from "../local/config-digest.ts";
import type { LocalClient } from "../local/local-door.ts";
import { type OpenedLocally, openLocalGateway } from "../local/local-gateway.ts";
import type { LocalPlace } from "../local/local-place.ts";
import { serveOnStdio } from "../server/stdio-server.ts";
import { StdioTransport } from "../server/stdio-transport.ts";

/** What a gateway is opened to the clients of this machine with. */
export interface OpenLocallyOptions {
  readonly place: LocalPlace;
  readonly claimed?: number | undefined;
  readonly url?: string | undefined;
}

/** Lets clients that start `plimsoll serve --stdio` attach to a gateway, each as over a connection of its own. */
export function openLocally(gateway: Gateway, options: OpenLocallyOptions): Promise<OpenedLocally> {
  const serve = ({ socket, workspace, profile }: LocalClient): (() => Promise<void>) => {
    const transport = new StdioTransport({ input: socket, output: socket });
    return serveOnStdio(gateway, { transport, workspace, profile });
  };
  return openLocalGateway({ ...options, digest: () => toConfigDigest(gateway.config), serve });
}
