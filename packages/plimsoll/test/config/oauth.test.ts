import { type JsonSchema, PlimsollError } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validate } from "../../../core/src/tool/validate.ts";
import { CONFIG_SCHEMA } from "../../src/config/config-schema.ts";
import { OAUTH_KEYS } from "../../src/config/read-oauth.ts";
import { secretsOfConfig } from "../../src/secrets/config-secrets.ts";
import { read } from "./read-config.ts";

function readOAuth(oauth: unknown, more: object = {}): unknown {
  const { servers } = read({ mcpServers: { one: { url: "https://one.example/mcp", oauth, ...more } } });
  const [server] = servers;
  return server?.type === "http" ? server.oauth : undefined;
}

describe("oauth of a server", () => {
  it("is read with its defaults", () => {
    expect(readOAuth({})).toEqual({ grant: "authorization_code" });
    expect(readOAuth(false)).toBeUndefined();
    expect(readOAuth({ clientId: "id", scopes: ["a", "b"], callbackPort: 8080 })).toEqual({
      grant: "authorization_code",
      clientId: "id",
      scopes: ["a", "b"],
      callbackPort: 8080,
    });
  });

  it.each([
    [{ grants: "x" }, '"oauth" of "one" has no "grants". Did you mean "grant"?'],
    [{ grant: "password" }, "is not one that Plimsoll knows"],
    [{ grant: "client_credentials", clientId: "a" }, 'has no "clientSecret"'],
    [{ clientSecret: "planted" }, 'has no "clientId"'],
    [{ clientId: "a", clientSecret: "planted" }, 'has no "issuer". Add the authorization server'],
    [{ scopes: ["a b"] }, 'A scope in "oauth" of "one" is none'],
    [{ issuer: "login.example" }, "is not an address of the web"],
    [{ issuer: "https://user@login.example" }, "is not an address of the web"],
    [{ callbackPort: 70_000 }, "from 1 to 65535"],
  ])("%j is refused in words, without its values", (oauth, words) => {
    let message = "";
    try {
      readOAuth(oauth);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(words);
    expect(message).not.toContain("planted");
  });

  it("does not stand beside a credential in the headers", () => {
    expect(() => readOAuth({}, { headers: { authorization: "Bearer x" } })).toThrow(
      'has both "oauth" and a header Authorization. Remove one of the two.',
    );
  });

  it("is accepted by the published schema exactly where the reader accepts it", () => {
    const value = fc.constantFrom<unknown>(
      ...[null, true, 0, 1.5, 80, 70_000, "", "x", "https://x.example", "authorization_code"],
      ...["client_credentials", [], ["read"], ["a b"], [1], {}],
    );
    const key = fc.constantFrom(...OAUTH_KEYS, "other");
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 5 }), (oauth) => {
        let isRead = true;
        try {
          readOAuth(oauth);
        } catch (error) {
          if (!PlimsollError.is(error, "CONFIG_INVALID")) throw error;
          isRead = false;
        }
        const content = { mcpServers: { one: { url: "https://one.example/mcp", oauth } } };
        expect(validate(CONFIG_SCHEMA as JsonSchema, content).length === 0).toBe(isRead);
      }),
    );
  });
});

describe("the secrets of a config", () => {
  it("are found wherever an operator puts them, and ordinary values are not", () => {
    const { servers } = read({
      mcpServers: {
        local: {
          command: "x",
          args: [
            "--token=argument-1",
            "--api-key",
            "argument-2",
            "--port",
            "8080",
            "postgres://u:inside-url@h/d",
          ],
          env: { API_KEY: "variable-1", REGION: "us-east-1", NODE_ENV: "production", HOME: "/home/someone" },
        },
        far: {
          url: "https://x.example/s/AbC123dEf456GhI789jKl/mcp?key=parameter-1&page=2",
          headers: {
            Authorization: `Basic ${Buffer.from("user:in-basic").toString("base64")}`,
            "X-Key": "header-1",
            Accept: "application/json",
          },
        },
        logged: {
          url: "https://y.example/mcp",
          oauth: { clientId: "id", clientSecret: "client-secret-1", issuer: "https://login.example" },
        },
      },
    });
    const found = secretsOfConfig({ servers }).filter(({ isCertain }) => isCertain);
    const values = found.map(({ value }) => value);
    expect(values).toEqual([
      ...["variable-1", "argument-1", "argument-2", "inside-url"],
      ...[Buffer.from("user:in-basic").toString("base64"), "user:in-basic", "in-basic", "header-1"],
      ...["parameter-1", "AbC123dEf456GhI789jKl", "client-secret-1"],
    ]);
  });
});
