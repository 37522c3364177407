import { SCOPE } from "../config/read-oauth.ts";
import { ExpectedOAuthFailure } from "./expected-oauth-failure.ts";
import { LoginRequired } from "./login-required.ts";

// The SDK's own mark of its error. To ask by the class would have the whole client read at every start.
const MORE_SCOPES = "mcp.InsufficientScopeError";

/** Why a server was not given what it asks for, where that is what an error comes from. */
export function whyUnauthorized(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof LoginRequired || at instanceof ExpectedOAuthFailure) return at.message;
    if (Object(at.constructor)["mcpBrand"] === MORE_SCOPES) return whyMoreScopes(Object(at)["requiredScope"]);
  }
  return undefined;
}

function whyMoreScopes(required: unknown): string {
  const scopes = String(required ?? "")
    .split(" ")
    .filter((scope) => SCOPE.test(scope));
  const named = scopes.length === 0 ? "" : ` (${scopes.join(" ").slice(0, 200)})`;
  return `it wants more scopes than the login has${named}. Add them to "scopes" of "oauth", and log in again.`;
}
