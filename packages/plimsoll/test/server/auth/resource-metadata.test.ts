import { createGateway } from "plimsoll";
import { afterAll, describe, expect, it } from "vitest";
import { type AuthConfig, DEFAULT_JWT } from "../../../src/config/config.ts";
import { createHttpFront } from "../../../src/server/http-front.ts";
import { configOf } from "../../support/servers.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const JWT = {
  issuer: "https://login.example.com",
  jwksUri: "https://login.example.com/jwks",
  audience: "https://gateway.example.com/mcp",
  ...DEFAULT_JWT,
};

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

function frontOf(auth: AuthConfig | undefined) {
  const config = { ...configOf(), profiles: { support: {} }, ...(auth === undefined ? {} : { auth }) };
  const gateway = createGateway({ config });
  const front = createHttpFront(gateway);
  closing.push(async () => {
    await front.close();
    await gateway.close();
  });
  return (path: string, method = "GET"): Promise<Response> =>
    front.fetch(new Request(`http://localhost:7077${path}`, { method, headers: { host: "localhost:7077" } }));
}

describe("how to get in is told to everybody", () => {
  it("with the authorization server, for the gateway and for every path of it", async () => {
    const get = frontOf({ jwt: { ...JWT, scopes: ["tools"] }, resource: "https://gateway.example.com/mcp" });
    const document = (path: string): object => ({
      resource: `https://gateway.example.com${path}`,
      authorization_servers: ["https://login.example.com"],
      scopes_supported: ["tools"],
      bearer_methods_supported: ["header"],
      resource_name: "Plimsoll",
    });
    expect(await (await get(WELL_KNOWN)).json()).toEqual(document("/mcp"));
    for (const path of ["/mcp", "/mcp/p/support", "/mcp/w/here/p/support"]) {
      expect(await (await get(`${WELL_KNOWN}${path}`)).json()).toEqual(document(path));
    }
  });

  it("in the challenge, with the address of the path that was asked for", async () => {
    const get = frontOf({ jwt: JWT, resource: "https://gateway.example.com/mcp" });
    const response = await get("/mcp/p/support");
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="https://gateway.example.com${WELL_KNOWN}/mcp/p/support"`,
    );
  });

  it("under the name that the gateway was called by, where the config says none", async () => {
    const get = frontOf({ tokens: true });
    expect(await (await get(WELL_KNOWN)).json()).toEqual({
      resource: "http://localhost:7077/mcp",
      bearer_methods_supported: ["header"],
      resource_name: "Plimsoll",
    });
  });

  it("the same of a profile that is not there as of one that is", async () => {
    const get = frontOf({ tokens: true });
    const [there, not] = [await get(`${WELL_KNOWN}/mcp/p/support`), await get(`${WELL_KNOWN}/mcp/p/no-such`)];
    expect(not.status).toBe(there.status);
    expect((await not.text()).replace("no-such", "support")).toBe(await there.text());
  });

  it("and to nobody where everybody of this machine may come in", async () => {
    expect((await frontOf(undefined)(WELL_KNOWN)).status).toBe(404);
    expect((await frontOf({ tokens: false })(WELL_KNOWN)).status).toBe(404);
  });

  it("at no other path, and by no other method", async () => {
    const get = frontOf({ tokens: true });
    expect((await get(`${WELL_KNOWN}/other`)).status).toBe(404);
    expect((await get(`${WELL_KNOWN}x`)).status).toBe(404);
    expect((await get(WELL_KNOWN, "DELETE")).status).toBe(405);
  });
});
