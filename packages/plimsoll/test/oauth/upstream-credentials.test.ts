import { DEFAULT_SETTINGS, type GatewayConfig, type RemoteServer } from "plimsoll";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logOut } from "../../src/oauth/log-out.ts";
import { placeOf } from "../../src/oauth/upstream-credentials.ts";
import { openVault, type Vault } from "../../src/secrets/vault.ts";
import { outgoingOf } from "../../src/upstream/remote-access.ts";
import { serveHttp } from "../support/http-gateway.ts";
import {
  type AuthorizationServer,
  MACHINE,
  type ProtectedServer,
  startAuthorizationServer,
  startProtectedServer,
} from "../support/oauth-servers.ts";
import { credentialsOf, logInTo, newVault } from "./support.ts";

let authority: AuthorizationServer;
let guarded: ProtectedServer;

beforeEach(async () => {
  authority = await startAuthorizationServer();
  guarded = await startProtectedServer(authority);
});

afterEach(async () => {
  await guarded.close();
  await authority.close();
});

function configOf(server: RemoteServer): GatewayConfig {
  return {
    file: "/nowhere/plimsoll.json",
    servers: [server],
    setAside: [],
    profiles: {},
    settings: DEFAULT_SETTINGS,
  };
}

/** Asks the server as a transport does: with the token, and once more after a refusal. */
async function ask(server: RemoteServer, vault: Vault): Promise<number> {
  const credentials = credentialsOf(server, vault);
  const once = async (): Promise<Response> =>
    credentials.fetch(server.url, {
      method: "POST",
      headers: { authorization: `Bearer ${await credentials.token()}`, "content-type": "application/json" },
      body: "{}",
    });
  const first = await once();
  if (first.status !== 401) return first.status;
  await credentials.onUnauthorized({ response: first });
  return (await once()).status;
}

describe("tokens of a server", () => {
  it("are renewed before their end", async () => {
    const { vault } = newVault();
    authority.habits.lifeSeconds = 0;
    await logInTo(guarded.config(), vault);
    authority.habits.lifeSeconds = 3600;
    const credentials = credentialsOf(guarded.config(), vault);
    const token = await credentials.token();
    expect(authority.isGood(token)).toBe(true);
    expect(await credentials.token()).toBe(token);
    expect(authority.refreshes).toBe(1);
  });

  it("are renewed after a refusal, once for all who wait in this process", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    const gateway = await serveHttp(configOf(guarded.config()), { vault });
    authority.forget("access");
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => gateway.gateway.runtime.call({ name: "guarded/work", arguments: {} })),
    );
    await gateway.close();
    expect(calls.map(({ outcome }) => outcome.type)).toEqual(Array.from({ length: 8 }, () => "ok"));
    expect(authority.refreshes).toBe(1);
  });

  it("are renewed once for all processes that share the vault, though each refresh token is good once", async () => {
    const { folder, vault } = newVault();
    await logInTo(guarded.config(), vault);
    authority.forget("access");
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => ask(guarded.config(), openVault(folder))),
    );
    expect(statuses.every((status) => status !== 401)).toBe(true);
    expect(authority.refreshes).toBe(1);
  });

  it("that were renewed meanwhile are not renewed again for a refusal of those before", async () => {
    const { folder, vault } = newVault();
    await logInTo(guarded.config(), vault);
    const slow = credentialsOf(guarded.config(), openVault(folder));
    const old = await slow.token();
    authority.forget("access");
    const refused = await slow.fetch(guarded.url, {
      method: "POST",
      headers: { authorization: `Bearer ${old}` },
    });
    expect(await ask(guarded.config(), vault)).not.toBe(401);
    await slow.onUnauthorized({ response: refused });
    expect(authority.isGood(await slow.token())).toBe(true);
    expect(authority.refreshes).toBe(1);
  });

  it("whose login is over are forgotten, and the error names the login", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    authority.forget("all");
    await expect(ask(guarded.config(), vault)).rejects.toThrow(
      "its login is over. Run: plimsoll login guarded",
    );
    expect(await vault.read(placeOf(guarded.config(), "shared"))).toBeUndefined();
  });

  it("stay where the authorization server is only away for a moment", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    authority.forget("access");
    authority.habits.tokenAnswer = { status: 503, body: "later" };
    await expect(ask(guarded.config(), vault)).rejects.toThrow("the authorization server refused");
    authority.habits.tokenAnswer = undefined;
    expect(await ask(guarded.config(), vault)).not.toBe(401);
  });

  it("for an entry that names another address are not there", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    const elsewhere = { ...guarded.config(), url: "https://elsewhere.example/mcp" };
    expect(await credentialsOf(elsewhere, vault).token()).toBeUndefined();
  });

  it("are given back and forgotten by a logout", async () => {
    const { vault } = newVault();
    const server = guarded.config();
    await logInTo(server, vault);
    const outgoing = outgoingOf(server);
    expect(await logOut({ server, owner: "shared", vault, outgoing })).toBe(true);
    expect(await logOut({ server, owner: "shared", vault, outgoing })).toBe(false);
    await outgoing.close();
    expect(authority.seen.filter(({ path }) => path === "/revoke")).toHaveLength(1);
  });
});

describe("client credentials", () => {
  it("get a token without anybody, at the authorization server that the operator wrote", async () => {
    const { vault } = newVault();
    const server = guarded.config({
      grant: "client_credentials",
      clientId: MACHINE.id,
      clientSecret: MACHINE.secret,
      issuer: authority.url,
    });
    const gateway = await serveHttp(configOf(server), { vault });
    const { outcome } = await gateway.gateway.runtime.call({ name: "guarded/work", arguments: {} });
    authority.forget("access");
    const again = await gateway.gateway.runtime.call({ name: "guarded/work", arguments: {} });
    await gateway.close();
    expect([outcome.type, again.outcome.type]).toEqual(["ok", "ok"]);
  });

  it("are shown to no authorization server that the server names", async () => {
    const thief = await startAuthorizationServer();
    guarded.metadata["authorization_servers"] = [thief.url];
    const { vault } = newVault();
    const server = guarded.config({
      grant: "client_credentials",
      clientId: MACHINE.id,
      clientSecret: MACHINE.secret,
      issuer: authority.url,
    });
    expect(authority.isGood(await credentialsOf(server, vault).token())).toBe(true);
    await thief.close();
    expect(thief.seen).toEqual([]);
  });
});

describe("what is sent where", () => {
  it("the headers of a server go to no authorization server, and its tokens to nobody but it", async () => {
    const { vault } = newVault();
    const server = { ...guarded.config(), headers: { "X-Api-Key": "planted-header-1234" } };
    await logInTo(server, vault);
    authority.forget("access");
    expect(await ask(server, vault)).not.toBe(401);
    const heard = JSON.stringify(authority.seen.map(({ headers, body }) => [headers, body]));
    expect(heard).not.toContain("planted-header-1234");
    expect(heard).not.toMatch(/Bearer/);
  });

  it("the credential of a client is never passed on to a server", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    const gateway = await serveHttp(configOf(guarded.config()), { vault });
    const answer = await fetch(gateway.url, {
      method: "POST",
      headers: {
        authorization: "Bearer clients-own-token-1234",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "tool_call",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "tool_call",
          arguments: { name: "guarded/work", arguments: {} },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    });
    expect(await answer.text()).toContain("worked");
    await gateway.close();
    expect(JSON.stringify(guarded.seen.map(({ headers }) => headers))).not.toContain("clients-own-token");
  });
});
