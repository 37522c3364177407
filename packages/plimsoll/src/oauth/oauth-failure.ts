import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from "@modelcontextprotocol/client";
import { OutgoingRefused } from "../outgoing/outgoing-refused.ts";
import { ExpectedOAuthFailure } from "./expected-oauth-failure.ts";

const CODE = /^[a-z][a-z0-9_]{2,40}$/;

/** The code of a refusal (RFC 6749, 5.2), where an error is one. */
export function oauthCodeOf(error: unknown): string | undefined {
  if (!(error instanceof OAuthError)) return undefined;
  return CODE.test(String(error.code)) ? String(error.code) : undefined;
}

/**
 * Why tokens could not be got, in words for the operator. What an authorization server wrote is never in them, but for
 * the code of its refusal: it may have written down what it was sent.
 */
export function whyNoTokens(error: unknown): string {
  const code = oauthCodeOf(error);
  if (code !== undefined) return `the authorization server refused (${code})`;
  if (error instanceof RegistrationRejectedError) {
    return `the authorization server does not register clients like this one (${error.status}). Register one there, and write its "clientId" into "oauth"`;
  }
  if (error instanceof InsecureTokenEndpointError)
    return "the authorization server is not reached over https";
  if (error instanceof IssuerMismatchError)
    return "the authorization server goes by another name than it was found by";
  const inner = innermost(error);
  if (inner instanceof OutgoingRefused || inner instanceof ExpectedOAuthFailure) return inner.message;
  const { code: system }: { readonly code?: unknown } = Object(inner);
  if (typeof system === "string" && /^[A-Z_]{3,40}$/.test(system)) {
    return `the authorization server could not be reached (${system})`;
  }
  if (inner instanceof Error && inner.name === "TimeoutError")
    return "the authorization server did not answer in time";
  return "the authorization server answered with what cannot be read";
}

function innermost(error: unknown): unknown {
  const { cause }: { readonly cause?: unknown } = Object(error);
  return cause === undefined ? error : innermost(cause);
}
