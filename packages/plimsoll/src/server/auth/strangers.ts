import type { AuthConfig } from "../../config/config.ts";
import { toUrlHost } from "./loopback.ts";

const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

//    name, address or [IPv6 address]   :port
const HOST = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?::\d{1,5})?$/;
//    scheme://   the same, and nothing after it
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::\d{1,5})?$/i;

/** Whom the gateway hears: by which names it may be called, and which pages may call it. */
export interface Hearing {
  readonly auth: AuthConfig | undefined;
  /** The address it listens on. */
  readonly host: string;
}

/**
 * Refuses a page in a browser, whether it calls the gateway by its own name or by one made to point here. A name is
 * compared as it stands: what is not plainly a name and a port is none, so that nothing is to be gained by spellings.
 */
export function refuseStranger({ headers }: Request, hearing: Hearing): Response | undefined {
  const host = headers.get("host") ?? "";
  const name = HOST.exec(host)?.[1]?.toLowerCase();
  if (name === undefined || !isOwnName(name, hearing)) {
    return refuse(`Invalid Host: ${cut(host)}. Add it to "allowedHosts" of "auth", if it is this gateway's.`);
  }
  const origin = headers.get("origin");
  if (origin === null || origin === "" || isOwnPage(origin, hearing)) return undefined;
  return refuse(
    `Invalid Origin: ${cut(origin)}. Add it to "allowedOrigins" of "auth", if that page may reach this gateway.`,
  );
}

function isOwnName(name: string, { auth, host }: Hearing): boolean {
  const { allowedHosts = [], resource } = auth ?? {};
  if (OWN_NAMES.includes(name) || allowedHosts.includes("*")) return true;
  const named = resource === undefined ? [] : [new URL(resource).hostname];
  return [...allowedHosts, ...named, toUrlHost(host)].some((allowed) => allowed.toLowerCase() === name);
}

/** A page of this machine, whatever its port; another one by its whole origin. */
function isOwnPage(origin: string, { auth }: Hearing): boolean {
  const [, scheme = "", name = ""] = ORIGIN.exec(origin) ?? [];
  if (name === "") return false;
  if (/^https?$/i.test(scheme) && OWN_NAMES.includes(name.toLowerCase())) return true;
  return (auth?.allowedOrigins ?? []).some((allowed) => allowed.toLowerCase() === origin.toLowerCase());
}

function refuse(message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status: 403 });
}

function cut(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
