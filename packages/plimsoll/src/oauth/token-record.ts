import type { AuthorizationServerMetadata, OAuthClientInformationMixed } from "@modelcontextprotocol/client";
import { isRecord } from "../internal/is-record.ts";

/** Where a server's tokens come from. */
export interface Authorization {
  /** The authorization server's address. */
  readonly url: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** What tokens are for (RFC 8707): a token for this server is of no use at another. */
  readonly resource: string;
  /** What to ask for, parted by spaces. */
  readonly scope: string | undefined;
}

/** What the vault keeps of one login. */
export interface TokenRecord {
  readonly v: 1;
  readonly authorization: Authorization;
  readonly client: OAuthClientInformationMixed;
  /** Where a login comes back to; the client is registered with it. */
  readonly redirectUrl?: string;
  readonly tokens: Tokens;
}

/** The tokens of one login. */
export interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  /** In milliseconds since 1970; unknown where the authorization server does not say. */
  readonly expiresAt?: number;
  readonly gotAt: number;
}

/** Reads what a vault kept; what another version wrote is nothing. */
export function readTokenRecord(value: unknown): TokenRecord | undefined {
  if (!isRecord(value) || value["v"] !== 1) return undefined;
  const { authorization, client, tokens } = value;
  const isWhole =
    isRecord(authorization) &&
    typeof authorization["url"] === "string" &&
    typeof authorization["resource"] === "string" &&
    isRecord(client) &&
    isRecord(tokens) &&
    typeof tokens["access"] === "string";
  return isWhole ? (value as unknown as TokenRecord) : undefined;
}

// A token is renewed a minute before its end, or when nine tenths of a shorter life are over.
const EARLY_MS = 60_000;
const EARLY_PART = 0.1;

/** Whether tokens should be renewed before they are used again. */
export function isNearEnd({ expiresAt, gotAt }: Tokens, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt - Math.min(EARLY_MS, (expiresAt - gotAt) * EARLY_PART);
}

/** Whether tokens can be of no use any more. */
export function isOver({ expiresAt }: Tokens, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}
