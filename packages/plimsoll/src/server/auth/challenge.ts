import type { RefusalReason, Refused } from "./authenticator.ts";

const STATUS: Readonly<Record<RefusalReason, number>> = {
  missing: 401,
  "invalid-request": 400,
  "invalid-token": 401,
  "insufficient-scope": 403,
  unavailable: 503,
};

// RFC 6750, section 3.1; a request without a credential is told no error.
const ERROR: Readonly<Partial<Record<RefusalReason, string>>> = {
  "invalid-request": "invalid_request",
  "invalid-token": "invalid_token",
  "insufficient-scope": "insufficient_scope",
};

/** The answer to somebody who may not come in, and what would let them in. */
export function toChallenge(
  { reason, says, scopes = [] }: Refused,
  { metadataUrl }: { readonly metadataUrl: string },
): Response {
  const status = STATUS[reason];
  const error = ERROR[reason];
  const parts = [
    `resource_metadata=${quote(metadataUrl)}`,
    ...(error === undefined ? [] : [`error="${error}"`, `error_description=${quote(says)}`]),
    ...(scopes.length === 0 ? [] : [`scope=${quote(scopes.join(" "))}`]),
  ];
  const headers: Record<string, string> =
    reason === "unavailable" ? { "Retry-After": "5" } : { "WWW-Authenticate": `Bearer ${parts.join(", ")}` };
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_000, message: says }, id: null },
    { status, headers: { ...headers, "Cache-Control": "no-store" } },
  );
}

/** A text in a header: nothing in it ends the quotes, or the line. */
function quote(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, "").replace(/["\\]/g, "\\$&")}"`;
}
