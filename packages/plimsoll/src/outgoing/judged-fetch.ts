import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { AgentFetch } from "./agent-fetch.ts";
import { OutgoingRefused } from "./outgoing-refused.ts";

/** How names are looked up. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true; readonly family?: number | "IPv4" | "IPv6" | undefined },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Why an address is not connected to; nothing, where it is. */
export type Judge = (address: string, hostname: string) => string | undefined;

/** A `fetch` that makes one request to a name, and only to addresses of it that were judged. */
export interface JudgedFetch {
  fetch(url: URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Makes one. A name is looked up once for a connection, and what was judged is what is connected to: it cannot mean
 * another address in between. Addresses that stand in the URL itself are not looked up, and not judged here.
 */
export function createJudgedFetch(judge: Judge, lookup: Lookup = systemLookup): JudgedFetch {
  // Loaded with the first request: it takes as long as a start may take, and most servers run here.
  const load = async (): Promise<AgentFetch> => {
    const { createAgentFetch } = await import("./agent-fetch.ts");
    return createAgentFetch(toJudged(judge, lookup));
  };
  let loading: Promise<AgentFetch> | undefined;
  return {
    async fetch(url, init) {
      loading ??= load();
      return (await loading).fetch(url, init);
    },
    async close() {
      await (await loading)?.close();
    },
  };
}

function toJudged(judge: Judge, lookup: Lookup): LookupFunction {
  return (hostname, { all, family }, callback) => {
    lookup(hostname, { all: true, family }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const reasons = addresses.flatMap(({ address }) => judge(address, hostname) ?? []);
      const [first] = addresses;
      if (first === undefined || reasons[0] !== undefined) {
        return callback(
          new OutgoingRefused(`${hostname} is not asked: ${reasons[0] ?? "it has no address"}`),
          [],
        );
      }
      if (all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
