import type { GatewayConfig, ServerConfig, SetAsideServer } from "./config.ts";
import { configOfGateway, gatewayArguments, realPath } from "./gateway-command.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"]);

/**
 * Sets aside the entries that are this gateway itself: a client's list that was taken over whole often has one, and
 * it would call itself without end. `port` is where the gateway is served; nothing over stdio.
 */
export function setAsideSelf(config: GatewayConfig, port: number | undefined): GatewayConfig {
  const reasons = new Map(config.servers.map((server) => [server, whyItself(server, config.file, port)]));
  const selves = config.servers.flatMap((server): SetAsideServer[] => {
    const reason = reasons.get(server);
    return reason === undefined ? [] : [{ name: server.name, reason }];
  });
  if (selves.length === 0) return config;
  return {
    ...config,
    servers: config.servers.filter((server) => reasons.get(server) === undefined),
    setAside: [...config.setAside, ...selves],
  };
}

function whyItself(server: ServerConfig, file: string, port: number | undefined): string | undefined {
  const isItself = server.type === "stdio" ? servesFile(server, file) : isAtPort(server.url, port);
  return isItself ? "it is this gateway itself. Remove the entry." : undefined;
}

function servesFile({ command, args, cwd }: Extract<ServerConfig, { type: "stdio" }>, file: string): boolean {
  const rest = gatewayArguments(command, args);
  return rest !== undefined && configOfGateway(rest, cwd) === realPath(file);
}

/** The port that an address names, or that its protocol has. */
export function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** Whether an address is this machine's, at a port. */
export function isAtPort(address: string, port: number | undefined): boolean {
  if (port === undefined || !URL.canParse(address)) return false;
  return LOOPBACK.has(new URL(address).hostname) && portOf(address) === port;
}
