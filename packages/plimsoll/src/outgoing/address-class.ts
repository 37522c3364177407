import { BlockList, isIP } from "node:net";

/** Where an address leads, as far as that matters to who may name it. */
export type AddressClass =
  | "public"
  | "loopback" // this machine
  | "private" // the networks around it
  | "forbidden"; // link-local, the metadata services of clouds, addresses that stand for others, and no hosts at all

const LOOPBACK = toList(["127.0.0.0/8", "0.0.0.0/32", "::1/128", "::/128"]);

const PRIVATE = toList([
  ...["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15"],
  ...["fc00::/7", "fec0::/10"],
]);

const FORBIDDEN = toList([
  ...["169.254.0.0/16", "fe80::/10"],
  // Metadata services that are not link-local: AWS over IPv6, Alibaba, Azure, Oracle.
  ...["fd00:ec2::/32", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.0/24"],
  ...["0.0.0.0/8", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["ff00::/8", "2001:db8::/32", "100::/64"],
  // IPv6 addresses that a router turns into others: 6to4, Teredo, local NAT64, and the compatible ones of old.
  ...["2002::/16", "2001::/32", "64:ff9b:1::/48", "::/96"],
]);

/** Says where an address leads; what is no address leads nowhere. */
export function classOf(address: string): AddressClass {
  const version = isIP(address);
  if (version === 0) return "forbidden";
  const inner = version === 6 ? embeddedIn(address) : undefined;
  if (inner !== undefined) return classOf(inner);
  const family = version === 4 ? "ipv4" : "ipv6";
  if (LOOPBACK.check(address, family)) return "loopback";
  if (FORBIDDEN.check(address, family)) return "forbidden";
  return PRIVATE.check(address, family) ? "private" : "public";
}

/** The IPv4 address inside one of NAT64 (RFC 6052), which networks without IPv4 give to every host of it. */
function embeddedIn(address: string): string | undefined {
  // Written by the parser of URLs, in one form: 64:ff9b::a00:1
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, "")}]`);
  const groups = /^\[64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]$/.exec(hostname);
  if (groups === null) return undefined;
  const [high, low] = [groups[1] ?? "0", groups[2] ?? "0"].map((group) => Number.parseInt(group, 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 0xff]).join(".");
}

/** Addresses of IPv4 are also found where they are written as IPv6 (`::ffff:127.0.0.1`). */
function toList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", bits] = subnet.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
