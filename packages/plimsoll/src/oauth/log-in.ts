import { randomBytes } from "node:crypto";
import {
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  registerClient,
  startAuthorization,
} from "@modelcontextprotocol/client";
import { PlimsollError } from "@plimsoll/core";
import type { RemoteServer } from "../config/config.ts";
import type {} from "../errors.ts";
import { type CallbackServer, openCallbackServer } from "./callback-server.ts";
import { askForChallenge, discoverAuthorization } from "./discover.ts";
import { ExpectedOAuthFailure } from "./expected-oauth-failure.ts";
import { whyNoTokens } from "./oauth-failure.ts";
import { requestByCode, requestByCredentials } from "./request-tokens.ts";
import { type Authorization, readTokenRecord, type TokenRecord } from "./token-record.ts";
import { placeOf, type UpstreamCredentialsOptions } from "./upstream-credentials.ts";

/** What a login is made with. */
export interface LogInOptions extends UpstreamCredentialsOptions {
  /** What to ask for, in place of what the config or the server says. */
  readonly scope?: string | undefined;
  /** Shows the user where to log in. */
  readonly show: (url: URL) => void;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Has the user log in to a server, by a browser that comes back to this machine, and keeps the tokens in the vault. */
export async function logIn(options: LogInOptions): Promise<void> {
  const { server, owner, vault, signal } = options;
  try {
    const place = placeOf(server, owner);
    const kept = readTokenRecord(await vault.read(place));
    const record = await within(signal, requestRecord(options, kept));
    await vault.alone(place, () => vault.write(place, record));
  } catch (cause) {
    if (PlimsollError.is(cause)) throw cause;
    const reason = signal.aborted ? "nobody logged in in time" : whyNoTokens(cause);
    const message = `There is no login at "${server.name}": ${reason}.`;
    throw new PlimsollError("LOGIN_FAILED", message, { server: server.name, reason });
  }
}

async function requestRecord(options: LogInOptions, kept: TokenRecord | undefined): Promise<TokenRecord> {
  const { server, outgoing, scope } = options;
  const challenge = await askForChallenge(server, outgoing);
  const found = await discoverAuthorization(server, outgoing, challenge);
  const authorization = scope === undefined ? found : { ...found, scope };
  const { clientId, clientSecret, grant } = server.oauth ?? {};
  if (grant === "client_credentials" && clientId !== undefined && clientSecret !== undefined) {
    const tokens = await requestByCredentials(authorization, { clientId, clientSecret }, options);
    return { v: 1, authorization, client: { client_id: clientId }, tokens };
  }
  refuseWithoutPkce(authorization.metadata);
  const callback = await openCallback(server, kept);
  try {
    return await requestByBrowser(authorization, callback, kept, options);
  } finally {
    await callback.close();
  }
}

async function requestByBrowser(
  authorization: Authorization,
  callback: CallbackServer,
  kept: TokenRecord | undefined,
  options: LogInOptions,
): Promise<TokenRecord> {
  const { outgoing, redactor, show, signal } = options;
  const { url, metadata, resource, scope } = authorization;
  const { redirectUrl } = callback;
  const client = await toClient(authorization, redirectUrl, kept, options);
  redactor.learnToken(client.client_secret);
  const state = randomBytes(32).toString("base64url");
  const { authorizationUrl, codeVerifier } = await startAuthorization(url, {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: client,
    redirectUrl,
    ...(scope === undefined ? {} : { scope }),
    state,
    resource,
  });
  await outgoing.check(authorizationUrl);
  const waiting = callback.wait(state, signal);
  show(authorizationUrl);
  const { code, issuer } = await waiting;
  const tokens = await requestByCode(
    authorization,
    client,
    { code, issuer, codeVerifier, redirectUrl },
    options,
  );
  return { v: 1, authorization, client, redirectUrl, tokens };
}

/** The client as the operator wrote it, as it was registered for the last login, or as it is registered now. */
async function toClient(
  authorization: Authorization,
  redirectUrl: string,
  kept: TokenRecord | undefined,
  { server, outgoing }: LogInOptions,
): Promise<OAuthClientInformationMixed> {
  const { clientId, clientSecret } = server.oauth ?? {};
  if (clientId !== undefined) {
    return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  }
  const isKnown = kept?.authorization.url === authorization.url && kept.redirectUrl === redirectUrl;
  if (kept !== undefined && isKnown) return kept.client;
  const { url, metadata, scope } = authorization;
  if (metadata !== undefined && metadata.registration_endpoint === undefined) {
    throw new ExpectedOAuthFailure(
      'the authorization server registers no clients by itself. Register one there, and write its "clientId" into "oauth"',
    );
  }
  return registerClient(url, {
    ...(metadata === undefined ? {} : { metadata }),
    clientMetadata: {
      client_name: "Plimsoll",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    ...(scope === undefined ? {} : { scope }),
    fetchFn: outgoing.ask,
  });
}

/** By the specification of MCP, who does not say that it checks a challenge is not logged in at. */
function refuseWithoutPkce(metadata: AuthorizationServerMetadata | undefined): void {
  if (metadata === undefined || metadata.code_challenge_methods_supported?.includes("S256") === true) return;
  throw new ExpectedOAuthFailure("the authorization server does not support PKCE with S256");
}

/** At the port that the client is registered with, where that is free: many authorization servers hold one to it. */
async function openCallback(server: RemoteServer, kept: TokenRecord | undefined): Promise<CallbackServer> {
  const wanted = server.oauth?.callbackPort;
  if (wanted !== undefined) {
    return openCallbackServer(wanted).catch(() => {
      throw new ExpectedOAuthFailure(`the port ${wanted} ("callbackPort") is taken`);
    });
  }
  const before = kept?.redirectUrl === undefined ? 0 : Number(new URL(kept.redirectUrl).port);
  return openCallbackServer(before).catch(() => openCallbackServer(0));
}

async function within<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (giveUp !== undefined) signal.removeEventListener("abort", giveUp);
  }
}
