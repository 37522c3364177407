import { type AuthProvider, extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import type { RemoteServer } from "../config/config.ts";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Vault, VaultPlace } from "../secrets/vault.ts";
import { toConfigHash } from "../upstream/config-hash.ts";
import { type Challenge, discoverAuthorization } from "./discover.ts";
import { ExpectedOAuthFailure } from "./expected-oauth-failure.ts";
import { LoginRequired } from "./login-required.ts";
import { oauthCodeOf, whyNoTokens } from "./oauth-failure.ts";
import { requestByCredentials, requestByRefresh } from "./request-tokens.ts";
import { isNearEnd, isOver, readTokenRecord, type TokenRecord } from "./token-record.ts";

/** What the credentials of an upstream are made from. */
export interface UpstreamCredentialsOptions {
  readonly server: RemoteServer;
  /** Whose they are: a principal's, or `shared`. */
  readonly owner: string;
  readonly vault: Vault;
  readonly outgoing: Outgoing;
  readonly redactor: Redactor;
}

// The login is over: the authorization server has forgotten it, or the client.
const ENDED = new Set(["invalid_grant", "invalid_client", "unauthorized_client", "invalid_token"]);

/**
 * The tokens of one owner for one server: taken from the vault, renewed before their end and after a refusal. Whoever
 * waits for a renewal, in this process or another that shares the vault, waits for the same one.
 */
export class UpstreamCredentials implements AuthProvider {
  readonly #options: UpstreamCredentialsOptions;
  readonly #place: VaultPlace;
  /** Which token an answer was given to: a refusal of the one before must not renew the one that came after. */
  readonly #sent = new WeakMap<Response, string>();
  #record: TokenRecord | undefined;
  #renewing: Promise<TokenRecord> | undefined;

  constructor(options: UpstreamCredentialsOptions) {
    this.#options = options;
    this.#place = placeOf(options.server, options.owner);
  }

  /** The way out of the server, which remembers what was sent along. */
  readonly fetch: Outgoing["fetch"] = async (url, init) => {
    const answer = await this.#options.outgoing.fetch(url, init);
    const [, token] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get("authorization") ?? "") ?? [];
    if (token !== undefined) this.#sent.set(answer, token);
    return answer;
  };

  /** The token to send; none where none is known to be needed. */
  async token(): Promise<string | undefined> {
    this.#record ??= await this.#read();
    const record = this.#record;
    if (record === undefined) return this.#firstToken();
    if (!isNearEnd(record.tokens, Date.now())) return record.tokens.access;
    try {
      return (await this.#renew(record.tokens.access, {})).tokens.access;
    } catch (cause) {
      // It is still good for a moment, and may be renewed by the next one who asks.
      if (cause instanceof LoginRequired || isOver(record.tokens, Date.now())) throw cause;
      return record.tokens.access;
    }
  }

  /** Called once for a request that was refused; where it resolves, the request is made again. */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    await this.#renew(this.#sent.get(response), extractWWWAuthenticateParams(response));
  }

  async #firstToken(): Promise<string | undefined> {
    const { oauth, name } = this.#options.server;
    if (oauth === undefined) return undefined;
    if (oauth.grant === "client_credentials") return (await this.#renew(undefined, {})).tokens.access;
    throw new LoginRequired(name, "it needs a login, and nobody has logged in.");
  }

  #renew(refused: string | undefined, challenge: Challenge): Promise<TokenRecord> {
    this.#renewing ??= this.#options.vault
      .alone(this.#place, () => this.#renewNow(refused, challenge))
      .then((record) => {
        this.#record = record;
        return record;
      })
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  async #renewNow(refused: string | undefined, challenge: Challenge): Promise<TokenRecord> {
    const { server, vault } = this.#options;
    const kept = await this.#read();
    // Another one has renewed it meanwhile, or somebody has logged in.
    if (kept !== undefined && kept.tokens.access !== refused && !isNearEnd(kept.tokens, Date.now()))
      return kept;
    const renewed = await this.#request(kept, challenge).catch(async (cause: unknown) => {
      if (cause instanceof LoginRequired) throw cause;
      const hasEnded = ENDED.has(oauthCodeOf(cause) ?? "");
      if (hasEnded) await vault.remove(this.#place);
      if (hasEnded) this.#record = undefined;
      if (hasEnded && server.oauth?.grant !== "client_credentials") {
        throw new LoginRequired(server.name, "its login is over.");
      }
      throw new ExpectedOAuthFailure(`no token was got for it: ${whyNoTokens(cause)}.`);
    });
    await vault.write(this.#place, renewed);
    return renewed;
  }

  async #request(kept: TokenRecord | undefined, challenge: Challenge): Promise<TokenRecord> {
    const { server, outgoing } = this.#options;
    const { clientId, clientSecret, grant } = server.oauth ?? {};
    if (grant === "client_credentials" && clientId !== undefined && clientSecret !== undefined) {
      const authorization = await discoverAuthorization(server, outgoing, challenge);
      const tokens = await requestByCredentials(authorization, { clientId, clientSecret }, this.#options);
      return { v: 1, authorization, client: { client_id: clientId }, tokens };
    }
    if (kept === undefined)
      throw new LoginRequired(server.name, "it needs a login, and nobody has logged in.");
    const { refresh } = kept.tokens;
    if (refresh === undefined) throw new LoginRequired(server.name, "its login is over.");
    return { ...kept, tokens: { refresh, ...(await requestByRefresh(kept, refresh, this.#options)) } };
  }

  async #read(): Promise<TokenRecord | undefined> {
    const record = readTokenRecord(await this.#options.vault.read(this.#place));
    const { redactor } = this.#options;
    redactor.learnToken(record?.tokens.access);
    redactor.learnToken(record?.tokens.refresh);
    redactor.learnToken(record?.client.client_secret);
    return record;
  }
}

/** Where in a vault the tokens of an owner for a server are. */
export function placeOf(server: RemoteServer, owner: string): VaultPlace {
  return { server: toConfigHash(server), owner };
}
