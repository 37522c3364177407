import {
  ClientCredentialsProvider,
  exchangeAuthorization,
  fetchToken,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  refreshAuthorization,
} from "@modelcontextprotocol/client";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Authorization, TokenRecord, Tokens } from "./token-record.ts";

/** With what tokens are asked for. */
export interface TokenRequestParts {
  readonly outgoing: Outgoing;
  readonly redactor: Redactor;
}

/** What came back from a login, for which tokens are given. */
export interface LoginAnswer {
  readonly code: string;
  /** Who says to have given the code (RFC 9207). */
  readonly issuer: string | undefined;
  readonly codeVerifier: string;
  readonly redirectUrl: string;
}

/** Tokens for the code that a login came back with. */
export async function requestByCode(
  { url, metadata, resource }: Authorization,
  client: OAuthClientInformationMixed,
  { code, issuer, codeVerifier, redirectUrl }: LoginAnswer,
  parts: TokenRequestParts,
): Promise<Tokens> {
  parts.redactor.learnToken(code);
  parts.redactor.learnToken(codeVerifier);
  const tokens = await exchangeAuthorization(url, {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: client,
    authorizationCode: code,
    ...(issuer === undefined ? {} : { iss: issuer }),
    codeVerifier,
    redirectUri: redirectUrl,
    resource,
    fetchFn: parts.outgoing.ask,
  });
  return toTokens(tokens, parts);
}

/** New tokens for a login; the refresh token of before stays where no other one comes. */
export async function requestByRefresh(
  { authorization: { url, metadata, resource }, client }: TokenRecord,
  refresh: string,
  parts: TokenRequestParts,
): Promise<Tokens> {
  const tokens = await refreshAuthorization(url, {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: client,
    refreshToken: refresh,
    resource,
    fetchFn: parts.outgoing.ask,
  });
  return toTokens(tokens, parts);
}

/** A token for the gateway itself, by the credentials that the operator wrote. */
export async function requestByCredentials(
  { url, metadata, resource, scope }: Authorization,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  parts: TokenRequestParts,
): Promise<Tokens> {
  const expectedIssuer = metadata?.issuer ?? url;
  const provider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer });
  const tokens = await fetchToken(provider, url, {
    ...(metadata === undefined ? {} : { metadata }),
    resource,
    ...(scope === undefined ? {} : { scope }),
    fetchFn: parts.outgoing.ask,
  });
  return toTokens(tokens, parts);
}

function toTokens(
  { access_token, refresh_token, expires_in }: OAuthTokens,
  { redactor }: TokenRequestParts,
): Tokens {
  const gotAt = Date.now();
  redactor.learnToken(access_token);
  redactor.learnToken(refresh_token);
  return {
    access: access_token,
    ...(refresh_token === undefined ? {} : { refresh: refresh_token }),
    ...(expires_in === undefined ? {} : { expiresAt: gotAt + expires_in * 1000 }),
    gotAt,
  };
}
