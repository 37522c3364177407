import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_JWT, type JwtConfig } from "../../../src/config/config.ts";
import { createAccessToken } from "../../../src/server/auth/access-token.ts";
import type { Admission } from "../../../src/server/auth/authenticator.ts";
import { createAuthenticator } from "../../../src/server/auth/create-authenticator.ts";
import { createJwtVerifier } from "../../../src/server/auth/jwt-verifier.ts";

const AUDIENCE = "https://gateway.example.com/mcp";

interface Signer {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

async function createSigner(kid: string, alg = "ES256"): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

let keys: JWK[] = [];
let fetches = 0;
let answer: "keys" | "failure" | "redirect" | "nonsense" = "keys";
let server: Server;
let issuer: string;
let first: Signer;
beforeAll(async () => {
  first = await createSigner("first");
  server = createServer((request, response) => {
    fetches++;
    if (answer === "failure") return void response.writeHead(500).end();
    if (answer === "redirect" && request.url === "/jwks") {
      return void response.writeHead(302, { location: "/elsewhere" }).end();
    }
    response.setHeader("content-type", "application/json");
    response.end(answer === "nonsense" ? "no keys" : JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  keys = [first.jwk];
  fetches = 0;
  answer = "keys";
});

function configOf(more: Partial<JwtConfig> = {}): JwtConfig {
  return { issuer, jwksUri: `${issuer}/jwks`, audience: AUDIENCE, ...DEFAULT_JWT, ...more };
}

function sign(claims: object = {}, signer: Signer = first, header: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: AUDIENCE, sub: "ada", iat: now, exp: now + 600, ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: signer.alg, kid: signer.kid, ...header })
    .sign(signer.privateKey);
}

const verify = (token: string, more: Partial<JwtConfig> = {}, cooldownMs = 0): Promise<Admission> =>
  createJwtVerifier(configOf(more), { cooldownMs })(token);
const now = (): number => Math.floor(Date.now() / 1000);
const INVALID = { type: "refused", reason: "invalid-token" };

describe("an access token of an authorization server", () => {
  it("stands for its issuer's subject", async () => {
    expect(await verify(await sign())).toMatchObject({
      type: "admitted",
      principal: { id: `jwt:${issuer} ada` },
    });
  });

  it.each<[string, () => object]>([
    ["for another audience", () => ({ aud: "https://elsewhere.example.com" })],
    ["for no audience", () => ({ aud: undefined })],
    ["by another issuer", () => ({ iss: "https://evil.example.com" })],
    ["by an issuer that only begins the same", () => ({ iss: `${issuer}/` })],
    ["that has expired", () => ({ exp: now() - 31 })],
    ["that does not expire", () => ({ exp: undefined })],
    ["that is not good yet", () => ({ nbf: now() + 120 })],
    ["of nobody", () => ({ sub: undefined })],
    ["of an empty name", () => ({ sub: "" })],
  ])("%s is refused", async (_title, claims) => {
    expect(await verify(await sign(claims()))).toMatchObject(INVALID);
  });

  it("is good as long as clocks may differ", async () => {
    expect(await verify(await sign({ exp: now() - 10 }))).toMatchObject({ type: "admitted" });
    expect(await verify(await sign({ exp: now() - 10 }), { clockSkewSeconds: 0 })).toMatchObject(INVALID);
  });

  it("that is not signed at all is refused", async () => {
    const [, payload = ""] = (await sign()).split(".");
    for (const alg of ["none", "None", "NONE"]) {
      const header = Buffer.from(JSON.stringify({ alg, kid: "first" })).toString("base64url");
      expect(await verify(`${header}.${payload}.`)).toMatchObject(INVALID);
    }
  });

  it("that is signed with the public key as if it were a secret is refused", async () => {
    const [, payload = ""] = (await sign()).split(".");
    const header = Buffer.from(JSON.stringify({ alg: "HS256", kid: "first" })).toString("base64url");
    const secret = await exportSPKI(first.publicKey);
    const seal = createHmac("sha256", secret).update(`${header}.${payload}`).digest("base64url");
    expect(await verify(`${header}.${payload}.${seal}`)).toMatchObject(INVALID);
  });

  it("that brings its own key along is refused", async () => {
    const stranger = await createSigner("first");
    const header = { jwk: stranger.jwk, jku: "https://evil.example.com/jwks" };
    expect(await verify(await sign({}, stranger, header))).toMatchObject(INVALID);
  });

  it("whose claims were changed is refused", async () => {
    const [header, payload = "", seal] = (await sign()).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: "root" })).toString("base64url");
    expect(await verify(`${header}.${changed}.${seal}`)).toMatchObject(INVALID);
  });

  it("with an algorithm that the config does not list is refused, also by a published key", async () => {
    const other = await createSigner("other", "RS256");
    keys = [first.jwk, other.jwk];
    const token = await sign({}, other);
    expect(await verify(token, { algorithms: ["RS256"] })).toMatchObject({ type: "admitted" });
    expect(await verify(token, { algorithms: ["ES256"] })).toMatchObject(INVALID);
  });

  it.each(["", "a", "a.b", "a.b.c", "a.b.c.d.e", "..", "é.é.é"])("is not %j", async (token) => {
    expect(await verify(token)).toMatchObject(INVALID);
  });
});

describe("the keys of an authorization server", () => {
  it("are fetched once, and again when a token names one that is new", async () => {
    const check = createJwtVerifier(configOf(), { cooldownMs: 0 });
    for (let times = 0; times < 3; times++) {
      expect(await check(await sign())).toMatchObject({ type: "admitted" });
    }
    expect(fetches).toBe(1);
    const second = await createSigner("second");
    keys = [first.jwk, second.jwk];
    expect(await check(await sign({}, second))).toMatchObject({ type: "admitted" });
    expect(fetches).toBe(2);
    keys = [second.jwk];
    const third = await createSigner("third");
    expect(await check(await sign({}, third))).toMatchObject(INVALID);
    // A key that was taken away is known to be gone as soon as the others are fetched anew.
    expect(await check(await sign({}, first))).toMatchObject(INVALID);
    expect(await check(await sign({}, second))).toMatchObject({ type: "admitted" });
  });

  it("are not fetched for every token that names one nobody has", async () => {
    const check = createJwtVerifier(configOf(), { cooldownMs: 60_000 });
    const stranger = await createSigner("stranger");
    for (let times = 0; times < 5; times++)
      expect(await check(await sign({}, stranger))).toMatchObject(INVALID);
    expect(fetches).toBeLessThanOrEqual(2);
  });

  it.each(["failure", "redirect", "nonsense"] as const)(
    "that cannot be fetched (%s) are no reason to call a token wrong, nor to let it in",
    async (how) => {
      answer = how;
      const token = await sign();
      expect(await verify(token)).toMatchObject({ type: "refused", reason: "unavailable" });
      answer = "keys";
      expect(await verify(token)).toMatchObject({ type: "admitted" });
    },
  );
});

describe("what an access token was granted", () => {
  it.each<[string, JWTPayload, boolean]>([
    ["all scopes, as words", { scope: "tools:read tools:call other" }, true],
    ["all scopes, as a list", { scp: ["tools:call", "tools:read"] }, true],
    ["one of two", { scope: "tools:read" }, false],
    ["none", {}, false],
    ["one that only begins the same", { scope: "tools:read tools:callx" }, false],
    ["no list", { scope: { "tools:read": true, "tools:call": true } as unknown as string }, false],
  ])("counts where it has %s: %s", async (_title, claims, isIn) => {
    const scopes = ["tools:read", "tools:call"];
    const admission = await verify(await sign(claims), { scopes });
    if (isIn) expect(admission).toMatchObject({ type: "admitted" });
    else expect(admission).toMatchObject({ type: "refused", reason: "insufficient-scope", scopes });
  });

  it("names its profiles in the claim that the config names, and none where it is not there", async () => {
    const profilesClaim = "profiles";
    const profilesOf = async (claims: JWTPayload): Promise<unknown> => {
      const admission = await verify(await sign(claims), { profilesClaim });
      return admission.type === "admitted" ? admission.profiles : admission;
    };
    expect(await profilesOf({ profiles: ["support"] })).toEqual(["support"]);
    expect(await profilesOf({ profiles: "support sales" })).toEqual(["support", "sales"]);
    expect(await profilesOf({})).toEqual([]);
    expect(await profilesOf({ profiles: true })).toEqual([]);
    expect((await verify(await sign())) as object).not.toHaveProperty("profiles");
  });
});

it("opens a gateway whose config names its authorization server, and a token of ours does not", async () => {
  const auth = { jwt: configOf({ scopes: ["tools"] }) };
  const tokens = async (): Promise<never> => {
    throw new Error("The config lets no tokens of ours in.");
  };
  const { authenticate } = createAuthenticator(auth, { tokens, cooldownMs: 0 });
  const from = (token: string): Promise<Admission> =>
    authenticate(new Request("http://gateway/mcp", { headers: { authorization: `Bearer ${token}` } }));
  expect(await from(await sign({ scope: "tools" }))).toMatchObject({ type: "admitted" });
  expect(await from(await sign())).toMatchObject({ type: "refused", reason: "insufficient-scope" });
  expect(await from(createAccessToken())).toMatchObject(INVALID);
});
