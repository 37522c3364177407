import type { AuthConfig, JwtConfig } from "../../config/config.ts";
import { looksLikeAccessToken } from "./access-token.ts";
import { type Admission, type Authenticator, OPEN_DOOR } from "./authenticator.ts";
import { readBearer } from "./bearer-credential.ts";
import type { JwtVerifierOptions } from "./jwt-verifier.ts";
import type { TokenBook } from "./token-book.ts";

/** What an authenticator works with. */
export interface AuthenticatorOptions extends JwtVerifierOptions {
  /** Where the tokens of the config are; read only where the config lets tokens in. */
  readonly tokens: () => Promise<TokenBook>;
}

/** Whether a config says how to tell who somebody is. */
export function hasCredentials(auth: AuthConfig | undefined): auth is AuthConfig {
  return auth?.tokens === true || auth?.jwt !== undefined;
}

/** The authenticator that a config asks for. */
export function createAuthenticator(
  auth: AuthConfig | undefined,
  { tokens, ...options }: AuthenticatorOptions,
): Authenticator {
  if (!hasCredentials(auth)) return OPEN_DOOR;
  const verifyJwt = auth.jwt === undefined ? undefined : lateVerifier(auth.jwt, options);
  let opening: Promise<TokenBook> | undefined;
  const book = (): Promise<TokenBook> => {
    opening ??= openBook(tokens).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    async authenticate(request) {
      const token = readBearer(request);
      if (typeof token !== "string") return token;
      // A token of ours is never sent anywhere to be checked.
      if (!looksLikeAccessToken(token)) return verifyJwt === undefined ? UNKNOWN : verifyJwt(token);
      return auth.tokens === true ? admitToken(token, book) : UNKNOWN;
    },
  };
}

const UNKNOWN: Admission = {
  type: "refused",
  reason: "invalid-token",
  says: "The token is unknown, has expired or was revoked.",
};

/** What checks signatures is loaded with the first token that has one. */
function lateVerifier(jwt: JwtConfig, options: JwtVerifierOptions): (token: string) => Promise<Admission> {
  let making: Promise<(token: string) => Promise<Admission>> | undefined;
  return async (token) => {
    making ??= import("./jwt-verifier.ts").then(({ createJwtVerifier }) => createJwtVerifier(jwt, options));
    return (await making)(token);
  };
}

async function openBook(tokens: () => Promise<TokenBook>): Promise<TokenBook> {
  const book = await tokens();
  await book.prepare();
  return book;
}

async function admitToken(token: string, book: () => Promise<TokenBook>): Promise<Admission> {
  try {
    const record = await (await book()).find(token);
    if (record === undefined) return UNKNOWN;
    const { name, profiles } = record;
    const principal = { id: `token:${name}` };
    return { type: "admitted", principal, ...(profiles === undefined ? {} : { profiles }) };
  } catch {
    const says = "The tokens of the gateway cannot be read at the moment.";
    return { type: "refused", reason: "unavailable", says };
  }
}
