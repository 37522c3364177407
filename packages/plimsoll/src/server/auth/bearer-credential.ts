import type { Refused } from "./authenticator.ts";

// RFC 6750: one space or more, then the characters of a token.
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;
const QUERY_KEYS = ["access_token", "token", "authorization"];
const MOST_CHARACTERS = 8_192;

/** The token that a request brings in its header, the one place where it may stand. */
export function readBearer(request: Request): string | Refused {
  const { searchParams } = new URL(request.url);
  if ([...searchParams.keys()].some((key) => QUERY_KEYS.includes(key.toLowerCase()))) {
    // Addresses end up in logs and histories.
    const says = "A token must not stand in an address. Send it in the header Authorization: Bearer …";
    return { type: "refused", reason: "invalid-request", says };
  }
  const header = request.headers.get("authorization");
  if (header === null) {
    const says = "This gateway needs a token. Send it in the header Authorization: Bearer …";
    return { type: "refused", reason: "missing", says };
  }
  const token = header.length > MOST_CHARACTERS ? undefined : BEARER.exec(header)?.[1];
  if (token !== undefined) return token;
  const says = "The header Authorization has no bearer token. Write Authorization: Bearer …";
  return { type: "refused", reason: "invalid-request", says };
}
