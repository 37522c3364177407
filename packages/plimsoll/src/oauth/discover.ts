import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type OAuthProtectedResourceMetadata,
} from "@modelcontextprotocol/client";
import type { RemoteServer } from "../config/config.ts";
import type { Outgoing } from "../outgoing/outgoing.ts";
import { ExpectedOAuthFailure } from "./expected-oauth-failure.ts";
import type { Authorization } from "./token-record.ts";

/** What a server says of tokens when it refuses a request. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

/** Asks a server for something without a token, for what it answers to that. */
export async function askForChallenge(server: RemoteServer, { ask }: Outgoing): Promise<Challenge> {
  const answer = await ask(server.url, {
    method: "POST",
    headers: {
      ...server.headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }),
  });
  await answer.body?.cancel();
  return extractWWWAuthenticateParams(answer);
}

/**
 * Finds where the tokens of a server come from: its metadata (RFC 9728) name an authorization server, whose metadata
 * (RFC 8414) name the rest. An authorization server that the operator wrote stands, whatever the server says.
 */
export async function discoverAuthorization(
  server: RemoteServer,
  { ask, check }: Outgoing,
  { resourceMetadataUrl, scope }: Challenge = {},
): Promise<Authorization> {
  const resource = await describeResource(server, ask, resourceMetadataUrl);
  const url = server.oauth?.issuer ?? resource?.authorization_servers?.[0] ?? new URL("/", server.url).href;
  await check(new URL(url));
  const metadata = await discoverAuthorizationServerMetadata(url, { fetchFn: ask });
  const asked = server.oauth?.scopes?.join(" ") ?? scope ?? resource?.scopes_supported?.join(" ");
  return {
    url,
    metadata,
    resource: resource?.resource ?? ownResource(server),
    scope: withOfflineAccess(asked, metadata?.scopes_supported),
  };
}

async function describeResource(
  server: RemoteServer,
  ask: Outgoing["ask"],
  resourceMetadataUrl: URL | undefined,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const found = await discoverOAuthProtectedResourceMetadata(
    server.url,
    resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
    ask,
  ).catch((cause: unknown) => {
    if (cause instanceof TypeError) throw cause; // It was not asked, or not reached.
    return undefined;
  });
  const isOwn =
    found === undefined ||
    checkResourceAllowed({ requestedResource: ownResource(server), configuredResource: found.resource });
  // A token for another server would be of use there.
  if (!isOwn) throw new ExpectedOAuthFailure("its metadata are those of another server");
  return found;
}

/** Without what may be a secret in it: it is told to the authorization server. */
function ownResource({ url }: RemoteServer): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : `${origin}${pathname}`;
}

/** Where a login can be made to last, it is asked to. */
function withOfflineAccess(
  scope: string | undefined,
  supported: readonly string[] | undefined,
): string | undefined {
  const lasting = "offline_access";
  if (scope === undefined || supported?.includes(lasting) !== true) return scope;
  return scope.split(" ").includes(lasting) ? scope : `${scope} ${lasting}`;
}
