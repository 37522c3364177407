import { PlimsollError } from "@plimsoll/core";
import { createGateway, DEFAULT_SETTINGS, type GatewayConfig, type RemoteServer } from "plimsoll";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AuthorizationServer,
  browse,
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

function configOf(...servers: RemoteServer[]): GatewayConfig {
  return { file: "/nowhere/plimsoll.json", servers, setAside: [], profiles: {}, settings: DEFAULT_SETTINGS };
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "it worked",
    (error: Error) => error.message,
  );
}

describe("a login", () => {
  it("finds the authorization server, registers, proves its challenge, and lets calls through", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    const gateway = createGateway({ config: configOf(guarded.config()), vault });
    await gateway.ready();
    const { outcome } = await gateway.runtime.call({ name: "guarded/work", arguments: {} });
    await gateway.close();
    expect(outcome).toMatchObject({ type: "ok", result: { content: [{ type: "text", text: "worked" }] } });
    const asked = authority.seen.find(({ path }) => path === "/token");
    expect(asked?.form.get("resource")).toBe(guarded.url);
  });

  it("is used again by the same client when it is made twice", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config(), vault);
    await logInTo(guarded.config(), vault);
    expect(authority.seen.filter(({ path }) => path === "/register")).toHaveLength(1);
  });

  it("is each principal's own: one has no use of another's", async () => {
    const { vault } = newVault();
    await logInTo(guarded.config({ grant: "authorization_code" }), vault, { owner: "principal:ada" });
    const server = guarded.config({ grant: "authorization_code" });
    expect(await credentialsOf(server, vault, "principal:ada").token()).toMatch(/^access-/);
    await expect(credentialsOf(server, vault, "principal:bob").token()).rejects.toThrow("needs a login");
    await expect(credentialsOf(server, vault).token()).rejects.toThrow("needs a login");
  });

  it("is missing: a call says what the operator has to type, and works as soon as it was typed", async () => {
    const { vault } = newVault();
    const server = guarded.config({ grant: "authorization_code" });
    const gateway = createGateway({ config: configOf(server), vault, retryDelayMs: 600_000 });
    const [failure] = await gateway.ready();
    expect(String(failure?.error)).toContain(
      "it needs a login, and nobody has logged in. Run: plimsoll login guarded",
    );
    await logInTo(server, vault);
    expect((await gateway.upstreams.refresh("guarded")).tools).toHaveLength(1);
    await gateway.close();
  });

  it("is named also where the config says nothing of it and the server refuses", async () => {
    const { vault } = newVault();
    const gateway = createGateway({ config: configOf(guarded.config()), vault });
    const [failure] = await gateway.ready();
    await gateway.close();
    expect(String(failure?.error)).toContain("Run: plimsoll login guarded");
  });
});

describe("a forged callback", () => {
  it("of another state, host or path is refused, and the right one still arrives", async () => {
    const { vault } = newVault();
    const answers: number[] = [];
    const attack = async (url: URL): Promise<void> => {
      const redirect = url.searchParams.get("redirect_uri") ?? "";
      const state = url.searchParams.get("state") ?? "";
      for (const forged of [
        `${redirect}?code=stolen&state=wrong`,
        `${redirect}?code=stolen`,
        `${redirect}?code=stolen&state=${state}x`,
        `${redirect}/other?code=stolen&state=${state}`,
        `${redirect.replace("127.0.0.1", "localhost")}?code=stolen&state=${state}`,
      ]) {
        answers.push(await fetch(forged).then(({ status }) => status));
      }
      await browse(url);
    };
    await logInTo(guarded.config(), vault, { show: (url) => void attack(url) });
    expect(answers).toEqual([404, 404, 404, 404, 404]);
    expect(authority.seen.every(({ form }) => form.get("code") !== "stolen")).toBe(true);
  });

  it("answers a page that repeats nothing of the request", async () => {
    const { vault } = newVault();
    let page = "";
    const open = async (url: URL): Promise<void> => {
      const answer = await browse(url);
      page = await answer.text();
    };
    await logInTo(guarded.config(), vault, { show: (url) => void open(url) });
    await expect
      .poll(() => page)
      .toBe("<!doctype html><title>Plimsoll</title><p>You are logged in. You can close this page.</p>");
  });
});

describe("an authorization server that must not be believed", () => {
  it("and answers in the name of another (mix-up) gets no code", async () => {
    const { vault } = newVault();
    authority.habits.iss = "https://elsewhere.example";
    expect(await failureOf(logInTo(guarded.config(), vault))).toBe(
      'There is no login at "guarded": the authorization server goes by another name than it was found by.',
    );
    expect(authority.seen.some(({ path }) => path === "/token")).toBe(false);
  });

  it("and does not say that it checks challenges is not logged in at", async () => {
    const { vault } = newVault();
    authority.metadata["code_challenge_methods_supported"] = ["plain"];
    expect(await failureOf(logInTo(guarded.config(), vault))).toContain("does not support PKCE with S256");
  });

  it("and goes by another name than it was found by is not asked for tokens", async () => {
    const { vault } = newVault();
    authority.metadata["issuer"] = "https://elsewhere.example";
    expect(await failureOf(logInTo(guarded.config(), vault))).toContain("goes by another name");
  });

  it("and is named for another server's tokens is not asked", async () => {
    const { vault } = newVault();
    guarded.metadata["resource"] = "https://elsewhere.example/mcp";
    expect(await failureOf(logInTo(guarded.config(), vault))).toContain("are those of another server");
    expect(authority.seen).toEqual([]);
  });

  it("and writes down what it was sent is not quoted", async () => {
    const { vault } = newVault();
    authority.habits.tokenAnswer = { status: 500, body: "no: code=abc verifier=planted-words" };
    const failure = await failureOf(logInTo(guarded.config(), vault));
    expect(failure).toBe('There is no login at "guarded": the authorization server refused (server_error).');
  });

  it.each([
    ["http://169.254.169.254/latest", "not an address of https"],
    ["https://169.254.169.254/latest", "not a public address"],
    ["https://10.0.0.1/", "not a public address"],
    ["https://[fd00:ec2::254]/", "not a public address"],
    ["https://2852039166/", "not a public address"], // 169.254.169.254 as one number
    ["http://example.com/", "not an address of https"],
    ["https://user:password@example.com/", "a user or a password"],
  ])("and is at %s is not asked (SSRF through discovery)", async (address, why) => {
    const { vault } = newVault();
    guarded.metadata["authorization_servers"] = [address];
    expect(await failureOf(logInTo(guarded.config(), vault))).toContain(why);
    expect(authority.seen).toEqual([]);
  });

  it("has endpoints elsewhere: they are not asked either", async () => {
    for (const endpoint of ["registration_endpoint", "token_endpoint"]) {
      const { vault } = newVault();
      const before = authority.metadata[endpoint];
      authority.metadata[endpoint] = "https://192.168.0.1/x";
      expect(await failureOf(logInTo(guarded.config(), vault))).toContain("https://192.168.0.1 is not asked");
      authority.metadata[endpoint] = before;
    }
  });

  it("has the user's browser go to no file and no script", async () => {
    for (const target of ["file:///etc/passwd", "http://169.254.169.254/"]) {
      const { vault } = newVault();
      authority.metadata["authorization_endpoint"] = target;
      const shown: URL[] = [];
      await expect(logInTo(guarded.config(), vault, { show: (url) => shown.push(url) })).rejects.toThrow(
        "There is no login",
      );
      expect(shown).toEqual([]);
    }
  });
});

describe("a login that nobody makes", () => {
  it("ends when it is given up, and is an error of Plimsoll's", async () => {
    const { vault } = newVault();
    const given = new AbortController();
    const login = logInTo(guarded.config(), vault, { show: () => given.abort(), signal: given.signal });
    const error = await login.catch((cause: unknown) => cause);
    expect(PlimsollError.is(error, "LOGIN_FAILED")).toBe(true);
  });
});
