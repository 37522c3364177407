import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DIALECT_NAMES, PlimsollError } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validate } from "../../../core/src/tool/validate.ts";
import { CONFIG_SCHEMA } from "../../src/config/config-schema.ts";
import { TOP_KEYS } from "../../src/config/parse-config.ts";
import { AUTH_KEYS, JWT_KEYS } from "../../src/config/read-auth.ts";
import { AUDIT_KEYS, LOG_KEYS, METRICS_KEYS, TELEMETRY_KEYS } from "../../src/config/read-observing.ts";
import { PROFILE_KEYS } from "../../src/config/read-profiles.ts";
import { REQUEST_LIMIT_KEYS } from "../../src/config/read-request-limits.ts";
import { SERVER_KEYS } from "../../src/config/read-server.ts";
import { SETTING_KEYS } from "../../src/config/read-settings.ts";
import { read } from "./read-config.ts";

const published: unknown = JSON.parse(
  readFileSync(new URL("../../plimsoll.schema.json", import.meta.url), "utf8"),
);

function isRead(content: unknown): boolean {
  try {
    read(content);
    return true;
  } catch (error) {
    if (PlimsollError.is(error, "CONFIG_INVALID")) return false;
    throw error;
  }
}

const isValid = (content: unknown): boolean => validate(CONFIG_SCHEMA, content).length === 0;

describe("the published schema", () => {
  it("fits every example of the documentation, and the reader takes them", () => {
    for (const example of ["config", "demo"]) {
      const file = fileURLToPath(new URL(`../../../../examples/${example}/plimsoll.json`, import.meta.url));
      const text = readFileSync(file, "utf8");
      expect(validate(CONFIG_SCHEMA, JSON.parse(text))).toEqual([]);
      expect(read(text, { file, env: { SENTRY_TOKEN: "t" } }).servers).toHaveLength(3);
    }
    const operate = readFileSync(
      new URL("../../../../examples/operate/plimsoll.json", import.meta.url),
      "utf8",
    );
    expect(validate(CONFIG_SCHEMA, JSON.parse(operate))).toEqual([]);
    expect(read(operate, { env: { METRICS_TOKEN: "sixteen characters" } }).audit?.arguments).toBe("hash");
  });

  it("is the one that the reader goes by", () => {
    expect(published).toEqual(CONFIG_SCHEMA);
  });

  it("has every key that the reader knows, and no other", () => {
    const keysAt = (...path: string[]) => {
      const place = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], published);
      return Object.keys((place as { properties: object }).properties).sort();
    };
    expect(keysAt()).toEqual([...TOP_KEYS].sort());
    expect(keysAt("$defs", "server")).toEqual([...SERVER_KEYS].sort());
    expect(keysAt("$defs", "profile")).toEqual([...PROFILE_KEYS].sort());
    expect(keysAt("$defs", "settings")).toEqual([...SETTING_KEYS].sort());
    expect(keysAt("$defs", "auth")).toEqual([...AUTH_KEYS].sort());
    expect(keysAt("$defs", "jwt")).toEqual([...JWT_KEYS].sort());
    expect(keysAt("$defs", "limits")).toEqual([...REQUEST_LIMIT_KEYS].sort());
    expect(keysAt("$defs", "log")).toEqual([...LOG_KEYS].sort());
    expect(keysAt("$defs", "audit")).toEqual([...AUDIT_KEYS].sort());
    expect(keysAt("$defs", "metrics")).toEqual([...METRICS_KEYS].sort());
    expect(keysAt("$defs", "telemetry")).toEqual([...TELEMETRY_KEYS].sort());
  });
});

const anything = fc.constantFrom<unknown>(null, true, -1, 0, 0.5, 3, 700, 1e9, "", "x", [], ["*/x"], [1], {});

function section(keys: readonly string[], words: readonly string[]) {
  const value = fc.oneof(anything, fc.constantFrom<unknown>(...words, ...words.map((word) => [word])));
  return fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 });
}

describe("schema and reader agree", () => {
  it("on settings", () => {
    const words = [...DIALECT_NAMES, "open", "strict", "first-use", "pinned"];
    fc.assert(
      fc.property(section([...SETTING_KEYS, "gates", "other"], words), (settings) => {
        const content = { mcpServers: {}, settings };
        expect(isRead(content)).toBe(isValid(content));
      }),
    );
  });

  it("on profiles", () => {
    const words = ["read", "destructive", "external", "first-use", "pinned", "*/a*"];
    const names = fc.constantFrom("support", "a b", "", "x-1");
    // Which servers and domains there are is beyond a schema.
    const keys = [
      ...PROFILE_KEYS.filter((key) => !["transparent", "allowDomains", "denyDomains"].includes(key)),
      "allows",
      "other",
    ];
    const oneProfile = section(keys, words).filter(({ allow, deny, approve, pins }) =>
      [allow, deny, approve, pins].flat().every((item) => typeof item !== "string" || item.includes("*")),
    );
    fc.assert(
      fc.property(fc.dictionary(names, oneProfile, { maxKeys: 2 }), (profiles) => {
        const content = { mcpServers: {}, profiles };
        expect(isRead(content)).toBe(isValid(content));
      }),
    );
  });

  it("on auth", () => {
    // What makes an address one to trust is beyond a schema.
    const url = "https://login.example.com";
    const words = ["RS256", "none", url];
    const addresses = fc.record({ issuer: fc.constant(url), jwksUri: fc.constant(url) });
    const keys = [...JWT_KEYS.filter((key) => key !== "issuer" && key !== "jwksUri"), "other"];
    const jwts = fc.tuple(addresses, section(keys, words)).map(([both, rest]) => ({ ...both, ...rest }));
    const auths = section(["tokens", "allowedHosts", "allowedOrigins", "other"], words);
    fc.assert(
      fc.property(auths, fc.option(jwts, { nil: undefined }), (auth, jwt) => {
        const content = { mcpServers: {}, auth: { ...auth, ...(jwt === undefined ? {} : { jwt }) } };
        expect(isRead(content)).toBe(isValid(content));
      }),
    );
  });

  it("on limits", () => {
    fc.assert(
      fc.property(section([...REQUEST_LIMIT_KEYS, "other"], ["x"]), (limits) => {
        const content = { mcpServers: {}, limits };
        expect(isRead(content)).toBe(isValid(content));
      }),
    );
  });

  it("on classes of risk", () => {
    const risk = section(["*/a*", "*", ""], ["read", "write", "destructive", "external"]);
    fc.assert(
      fc.property(fc.oneof(anything, risk), (classes) => {
        const content = { mcpServers: {}, risk: classes };
        expect(isRead(content)).toBe(isValid(content));
      }),
    );
  });

  it("on how a server may be used", () => {
    const keys = ["scope", "idleSeconds", "timeoutSeconds", "startSeconds", "concurrency", "other"];
    fc.assert(
      fc.property(section(keys, ["shared", "principal", "workspace"]), (limits) => {
        const content = { mcpServers: { one: { command: "x", ...limits } } };
        expect(isRead(content)).toBe(isValid(content));
      }),
    );
  });

  it("on how it is seen from outside", () => {
    const words = ["info", "hash", "full", "refuse", "continue", "127.0.0.1", "sixteen characters"];
    const oneOf = (keys: readonly string[]) => section([...keys, "other"], words);
    const sections = fc.record(
      {
        log: oneOf(LOG_KEYS),
        audit: fc.oneof(
          oneOf(AUDIT_KEYS),
          oneOf(AUDIT_KEYS).map((audit) => ({ ...audit, file: "a" })),
        ),
        metrics: oneOf(METRICS_KEYS),
        telemetry: oneOf(TELEMETRY_KEYS),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(sections, (seen) => {
        const content = { mcpServers: {}, ...seen };
        expect(isRead(content)).toBe(isValid(content));
      }),
      { numRuns: 500 },
    );
  });
});
