import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether only programs of this machine reach what listens on an address. A name counts where it can mean nothing else. */
export function isLoopback(host: string): boolean {
  const kind = isIP(host);
  if (kind === 0) return host.toLowerCase() === "localhost";
  return LOOPBACK.check(host, kind === 4 ? "ipv4" : "ipv6");
}

/** Whether an address stands for all addresses of the machine. */
export function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** An address as it stands in a URL. */
export function toUrlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
