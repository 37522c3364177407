import type { OAuthConfig, OAuthGrant } from "./config.ts";
import { configError } from "./config-text.ts";
import {
  itemsOf,
  membersOf,
  type Range,
  type Reader,
  readChoice,
  readNumber,
  readText,
  unknownKey,
} from "./read-value.ts";
import type { ServerEntry } from "./server-fields.ts";

/** The keys of the section `oauth` of a server. */
export const OAUTH_KEYS: readonly (keyof OAuthConfig)[] = [
  ...(["grant", "clientId", "clientSecret", "scopes", "issuer", "callbackPort"] as const),
];

/** The grants there are. */
export const OAUTH_GRANTS: readonly OAuthGrant[] = ["authorization_code", "client_credentials"];

/** What the port may be: the reader and the published schema go by the same table. */
export const CALLBACK_PORT_RANGE: Range = { least: 1, most: 65_535, isWhole: true };

/** What a scope may consist of (RFC 6749, 3.3). */
export const SCOPE: RegExp = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Reads how a server's tokens are got; nothing where its entry says nothing of it. */
export function readOAuth(
  reader: Reader,
  { name, keyNode, fields }: ServerEntry,
  headers: Readonly<Record<string, string>>,
): OAuthConfig | undefined {
  const node = fields.get("oauth");
  // Claude Code writes `false` where a server is not to be logged in to.
  if (node === undefined || node.value === false) return undefined;
  const where = `"oauth" of "${name}"`;
  const properties = membersOf(reader, node, where, '{ "grant": "authorization_code" }');
  const unknown = properties.find(({ key }) => !OAUTH_KEYS.some((known) => known === key));
  if (unknown !== undefined && reader.isStrict) throw unknownKey(reader, unknown, where, OAUTH_KEYS);
  if (Object.keys(headers).some((header) => header.toLowerCase() === "authorization")) {
    const reason = `The server "${name}" has both "oauth" and a header Authorization.`;
    throw configError(reader.source, keyNode.offset, reason, "Remove one of the two.");
  }
  const at = new Map(properties.map(({ key, value }) => [key, value]));
  const text = (key: keyof OAuthConfig): string | undefined => {
    const value = at.get(key);
    return value === undefined ? undefined : readText(reader, value, `"${key}" in ${where}`);
  };
  const [grant, port] = [at.get("grant"), at.get("callbackPort")];
  const oauth = {
    grant:
      grant === undefined
        ? "authorization_code"
        : readChoice(reader, grant, `"grant" in ${where}`, OAUTH_GRANTS),
    ...given("clientId", text("clientId")),
    ...given("clientSecret", text("clientSecret")),
    ...given("scopes", readScopes(reader, at.get("scopes"), where)),
    ...given("issuer", readIssuer(reader, at.get("issuer"), where)),
    ...given(
      "callbackPort",
      port === undefined
        ? undefined
        : readNumber(reader, port, `"callbackPort" in ${where}`, CALLBACK_PORT_RANGE),
    ),
  } satisfies OAuthConfig;
  refuseMissing(reader, node, where, oauth);
  return oauth;
}

type Place = Parameters<typeof readText>[1];

function readScopes(reader: Reader, node: Place | undefined, where: string): readonly string[] | undefined {
  if (node === undefined) return undefined;
  return itemsOf(reader, node, `"scopes" in ${where}`).map((item) => {
    const scope = readText(reader, item, `Each of "scopes" in ${where}`);
    if (SCOPE.test(scope)) return scope;
    throw configError(reader.source, item.offset, `A scope in ${where} is none.`, 'Write ["read", "write"].');
  });
}

function readIssuer(reader: Reader, node: Place | undefined, where: string): string | undefined {
  if (node === undefined) return undefined;
  const issuer = readText(reader, node, `"issuer" in ${where}`);
  if (/^https?:\/\/[^\s@]+$/.test(issuer) && URL.canParse(issuer)) return issuer;
  const reason = `"issuer" in ${where} is not an address of the web.`;
  throw configError(reader.source, node.offset, reason, 'Write it whole: "https://login.example.com".');
}

/** A secret is shown where the operator says, never where a server says. */
function refuseMissing({ source }: Reader, node: Place, where: string, oauth: OAuthConfig): void {
  const hasSecret = oauth.grant === "client_credentials" || oauth.clientSecret !== undefined;
  const needed = ["clientId", "clientSecret", "issuer"] as const;
  const missing = hasSecret ? needed.find((key) => oauth[key] === undefined) : undefined;
  if (missing === undefined) return;
  const remedy =
    missing === "issuer"
      ? 'Add the authorization server that the secret is for: "issuer": "https://login.example.com".'
      : `Add it, as the authorization server gave it: "${missing}": "\${VARIABLE}".`;
  throw configError(source, node.offset, `${where} has no "${missing}".`, remedy);
}

function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}
