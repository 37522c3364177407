import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import type { FetchLike } from "@modelcontextprotocol/client";
import { type AddressClass, classOf } from "./address-class.ts";
import { createJudgedFetch, type Lookup } from "./judged-fetch.ts";
import { OutgoingRefused } from "./outgoing-refused.ts";
import { followWithinOrigin } from "./redirects.ts";
import { withinBytes } from "./within-bytes.ts";

/**
 * The one way out to a server that runs elsewhere, and to what it names: metadata, an authorization server.
 *
 * Contract:
 * - What the operator wrote may be anywhere but at a link-local address. What others named is asked only over https,
 *   and only at public addresses; or where the server itself is, over http too if that is this machine.
 * - An address is judged when it is connected to: between that and the connection no name is looked up again.
 * - A redirect is followed within its origin alone, three times at most.
 */
export interface Outgoing {
  /** For the server itself: it may take its time, and answer without end. */
  readonly fetch: FetchLike;
  /** For metadata and tokens, wherever they are: an answer is short, and comes soon. */
  readonly ask: FetchLike;
  /** Rejects where an address that others named may not be asked, nor opened by the user. */
  check(url: URL): Promise<void>;
  close(): Promise<void>;
}

/** What the way out of a server is made from. */
export interface OutgoingOptions {
  /** Addresses that the operator wrote: the server's, first, and its authorization server's. */
  readonly own: readonly [server: string, ...others: string[]];
  readonly lookup?: Lookup;
}

const ASK_TIMEOUT_MS = 20_000;
const MOST_BYTES = 1024 * 1024;
const NOT_PUBLIC = "it is not a public address, and another server named it";

/** Makes the way out of one server. Nothing is looked up or asked by that. */
export function createOutgoing({ own, lookup = systemLookup }: OutgoingOptions): Outgoing {
  const home = new URL(own[0]);
  const origins = new Set(own.map((address) => new URL(address).origin));
  // Where the server has been found to be. One that has been in several places opens none of them to what it names.
  const homes = new Set<AddressClass>();
  const mayBe = (found: AddressClass): boolean =>
    found === "public" || (found !== "forbidden" && homes.size === 1 && homes.has(found));
  const toOwn = createJudgedFetch((address, hostname) => {
    const found = classOf(address);
    if (hostname === home.hostname) homes.add(found);
    return found === "forbidden" ? "its address is none of a server" : undefined;
  }, lookup);
  const toForeign = createJudgedFetch(
    (address) => (mayBe(classOf(address)) ? undefined : NOT_PUBLIC),
    lookup,
  );

  const findHome = async (): Promise<void> => {
    const literal = literalOf(home);
    if (literal !== undefined) homes.add(classOf(literal));
    if (homes.size > 0) return;
    for (const { address } of await lookUp(lookup, home.hostname)) homes.add(classOf(address));
  };
  const check = async (url: URL): Promise<void> => {
    if (origins.has(url.origin)) return;
    if (url.username !== "" || url.password !== "") throw refused(url, "it has a user or a password in it");
    await findHome();
    const isPlainAllowed = url.protocol === "http:" && isLoopback(url) && mayBe("loopback");
    if (url.protocol !== "https:" && !isPlainAllowed) throw refused(url, "it is not an address of https");
    const literal = literalOf(url);
    if (literal !== undefined && !mayBe(classOf(literal))) throw refused(url, NOT_PUBLIC);
  };
  const ask = async (url: URL, init: RequestInit | undefined): Promise<Response> => {
    await check(url);
    const signal = within(ASK_TIMEOUT_MS, init?.signal);
    const { fetch } = origins.has(url.origin) ? toOwn : toForeign;
    return withinBytes(await fetch(url, { ...init, signal }), MOST_BYTES);
  };
  return {
    fetch: followWithinOrigin((url, init) =>
      origins.has(url.origin) ? toOwn.fetch(url, init) : ask(url, init),
    ),
    ask: followWithinOrigin(ask),
    check,
    async close() {
      await Promise.all([toOwn.close(), toForeign.close()]);
    },
  };
}

/** Aborted when the time is over, or with another. The timer holds it: one that nobody holds is collected before it fires. */
function within(ms: number, other: AbortSignal | null | undefined): AbortSignal {
  const stop = new AbortController();
  const late = new DOMException(`It did not end within ${ms} ms.`, "TimeoutError");
  setTimeout(() => stop.abort(late), ms).unref();
  const follow = (): void => stop.abort(other?.reason);
  if (other?.aborted === true) follow();
  else other?.addEventListener("abort", follow, { once: true, signal: stop.signal });
  return stop.signal;
}

function lookUp(lookup: Lookup, hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });
}

function refused({ protocol, host }: URL, why: string): OutgoingRefused {
  return new OutgoingRefused(`${protocol}//${host} is not asked: ${why}`);
}

/** The address that stands in a URL in place of a name; the parser of URLs has read every way of writing one. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}

function isLoopback(url: URL): boolean {
  const literal = literalOf(url);
  if (literal !== undefined) return classOf(literal) === "loopback";
  return url.hostname === "localhost" || url.hostname.endsWith(".localhost");
}
