import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { JwtConfig } from "../../config/config.ts";
import type { Admission } from "./authenticator.ts";

// What is wrong with a token, and not with how its keys were fetched.
const TOKEN_ERRORS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/** How keys are fetched. */
export interface JwtVerifierOptions {
  /** How long after a fetch a key that is not there is not looked for again. Default 30 seconds. */
  readonly cooldownMs?: number;
}

/**
 * Checks access tokens of an authorization server by its published keys. A key is found by the token's `kid`; one that
 * is not known yet has the keys fetched again, so that a server can change them at any time.
 */
export function createJwtVerifier(
  config: JwtConfig,
  { cooldownMs = 30_000 }: JwtVerifierOptions = {},
): (token: string) => Promise<Admission> {
  const { issuer, jwksUri, audience, algorithms, clockSkewSeconds } = config;
  const keys = createRemoteJWKSet(new URL(jwksUri), { cooldownDuration: cooldownMs });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: clockSkewSeconds,
        requiredClaims: ["exp", "sub"],
      });
      return toAdmission(payload, config);
    } catch (error) {
      if (TOKEN_ERRORS.some((kind) => error instanceof kind)) {
        const says = "The token is not valid here: it has expired, or was issued for or by somebody else.";
        return { type: "refused", reason: "invalid-token", says };
      }
      const says = "The keys that tokens are checked by cannot be fetched at the moment. Try again later.";
      return { type: "refused", reason: "unavailable", says };
    }
  };
}

function toAdmission(payload: JWTPayload, { issuer, scopes, profilesClaim }: JwtConfig): Admission {
  const { sub } = payload;
  if (typeof sub !== "string" || sub === "") {
    return { type: "refused", reason: "invalid-token", says: "The token does not say whose it is." };
  }
  const granted = scopesOf(payload);
  if (!scopes.every((scope) => granted.includes(scope))) {
    const says = `The token lacks a scope: ${scopes.join(" ")} are needed.`;
    return { type: "refused", reason: "insufficient-scope", says, scopes };
  }
  return {
    type: "admitted",
    // An issuer has no space in it, so no subject can be named so that it is another issuer's.
    principal: { id: `jwt:${issuer} ${sub}`, claims: payload },
    ...(profilesClaim === undefined ? {} : { profiles: textsOf(payload[profilesClaim]) }),
  };
}

function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  return [...textsOf(scope), ...textsOf(scp)];
}

/** A list of texts, or one text of words; of anything else, nothing is granted. */
function textsOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return claim.split(" ").filter((word) => word !== "");
  return Array.isArray(claim) ? claim.filter((one) => typeof one === "string") : [];
}
