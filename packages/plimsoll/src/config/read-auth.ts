import type { Node } from "jsonc-parser";
import { type AuthConfig, DEFAULT_JWT, type JwtAlgorithm, type JwtConfig } from "./config.ts";
import { configError } from "./config-text.ts";
import {
  itemsOf,
  membersOf,
  type Range,
  type Reader,
  readChoice,
  readNumber,
  readTruth,
  readWord,
  unknownKey,
} from "./read-value.ts";

/** The keys of the section `auth`. */
export const AUTH_KEYS: readonly (keyof AuthConfig)[] = [
  "tokens",
  "jwt",
  "resource",
  "allowedHosts",
  "allowedOrigins",
];

/** The keys of `jwt` in it. */
export const JWT_KEYS: readonly (keyof JwtConfig)[] = [
  "issuer",
  "jwksUri",
  "audience",
  "algorithms",
  "clockSkewSeconds",
  "scopes",
  "profilesClaim",
];

/** The signatures there are; none can be made with a key that the gateway itself has. */
export const JWT_ALGORITHMS: readonly JwtAlgorithm[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
];

/** How far clocks may differ. */
export const CLOCK_SKEW: Range = { least: 0, most: 300 };

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const EXAMPLE = '{ "tokens": true }';
const JWT_EXAMPLE = '{ "issuer": "https://…", "jwksUri": "https://…", "audience": "https://…" }';

/** Reads the section `auth`. */
export function readAuth(reader: Reader, node: Node): AuthConfig {
  const fields = fieldsOf(reader, node, { where: '"auth"', known: AUTH_KEYS, example: EXAMPLE });
  const [tokens, jwt, resource] = [fields.get("tokens"), fields.get("jwt"), fields.get("resource")];
  const [hosts, origins] = [fields.get("allowedHosts"), fields.get("allowedOrigins")];
  return {
    ...(tokens === undefined ? {} : { tokens: readTruth(reader, tokens, '"tokens"') }),
    ...(jwt === undefined ? {} : { jwt: readJwt(reader, jwt) }),
    ...(resource === undefined ? {} : { resource: readAddress(reader, resource, '"resource"') }),
    ...(hosts === undefined ? {} : { allowedHosts: readWords(reader, hosts, '"allowedHosts"') }),
    ...(origins === undefined ? {} : { allowedOrigins: readWords(reader, origins, '"allowedOrigins"') }),
  };
}

function readJwt(reader: Reader, node: Node): JwtConfig {
  const fields = fieldsOf(reader, node, { where: '"jwt"', known: JWT_KEYS, example: JWT_EXAMPLE });
  const need = (key: "issuer" | "jwksUri" | "audience"): Node => {
    const found = fields.get(key);
    if (found !== undefined) return found;
    throw configError(reader.source, node.offset, `"jwt" has no "${key}".`, `Write ${JWT_EXAMPLE}.`);
  };
  const [algorithms, skew] = [fields.get("algorithms"), fields.get("clockSkewSeconds")];
  const [scopes, claim] = [fields.get("scopes"), fields.get("profilesClaim")];
  return {
    issuer: readAddress(reader, need("issuer"), '"issuer"'),
    jwksUri: readAddress(reader, need("jwksUri"), '"jwksUri"'),
    audience: readWord(reader, need("audience"), '"audience"'),
    algorithms: algorithms === undefined ? DEFAULT_JWT.algorithms : readAlgorithms(reader, algorithms),
    clockSkewSeconds:
      skew === undefined
        ? DEFAULT_JWT.clockSkewSeconds
        : readNumber(reader, skew, '"clockSkewSeconds"', CLOCK_SKEW),
    scopes: scopes === undefined ? DEFAULT_JWT.scopes : readWords(reader, scopes, '"scopes"'),
    ...(claim === undefined ? {} : { profilesClaim: readWord(reader, claim, '"profilesClaim"') }),
  };
}

function fieldsOf(
  reader: Reader,
  node: Node,
  {
    where,
    known,
    example,
  }: { readonly where: string; readonly known: readonly string[]; readonly example: string },
): ReadonlyMap<string, Node> {
  const properties = membersOf(reader, node, where, example);
  const unknown = properties.find(({ key }) => !known.includes(key));
  if (unknown !== undefined) throw unknownKey(reader, unknown, where, known);
  return new Map(properties.map(({ key, value }) => [key, value]));
}

function readWords(reader: Reader, node: Node, what: string): readonly string[] {
  return itemsOf(reader, node, what).map((item) => readWord(reader, item, `An item of ${what}`));
}

function readAlgorithms(reader: Reader, node: Node): readonly JwtAlgorithm[] {
  const items = itemsOf(reader, node, '"algorithms"');
  if (items.length === 0) {
    const remedy = `Write some of ${JWT_ALGORITHMS.join(", ")}, or leave it out.`;
    throw configError(reader.source, node.offset, '"algorithms" is empty.', remedy);
  }
  return items.map((item) => readChoice(reader, item, "The algorithm", JWT_ALGORITHMS));
}

/** Keys and tokens that come over a network in the clear prove nothing. */
function readAddress(reader: Reader, node: Node, what: string): string {
  const text = readWord(reader, node, what);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (isSafe && url?.username === "" && url.hash === "") return text;
  const remedy = "Write https://…, or http:// for this machine itself.";
  throw configError(reader.source, node.offset, `${what} is not an address that can be trusted.`, remedy);
}
