import type { GatewayConfig, RemoteServer } from "../config/config.ts";
import { hasCredential } from "../upstream/remote-access.ts";
import { ownerOfPrincipal, SHARED } from "../upstream/scope-key.ts";

/** The server to log in to, or why there is none. */
export function remoteServerNamed(config: GatewayConfig, name: string): RemoteServer | string {
  const server = config.servers.find((one) => one.name === name);
  if (server === undefined) {
    const known = config.servers.flatMap((one) => (one.type === "stdio" ? [] : [one.name]));
    const rest = known.length === 0 ? "It has none that runs elsewhere." : `There are: ${known.join(", ")}.`;
    return `There is no server ${JSON.stringify(name)} in ${config.file}. ${rest}`;
  }
  if (server.type === "stdio") {
    return `The server ${JSON.stringify(name)} is started here: it takes its credentials from "env".`;
  }
  if (!hasCredential(server)) return server;
  return `The server ${JSON.stringify(name)} has its credential in "headers". Remove "Authorization" there to log in.`;
}

/** Whose login it is. */
export function toOwner(principal: string | undefined): string {
  return principal === undefined ? SHARED : ownerOfPrincipal(principal);
}
