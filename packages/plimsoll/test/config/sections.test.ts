import { DEFAULT_REQUEST_LIMITS, DEFAULT_SETTINGS } from "plimsoll";
import { describe, expect, it } from "vitest";
import { compareConfigs } from "../../src/config/config-difference.ts";
import { read, refusal, variable } from "./read-config.ts";

const mcpServers = { sentry: { url: "https://mcp.sentry.dev/mcp" }, "my files": { command: "x" } };

describe("profiles", () => {
  it("are read with all they can say", () => {
    const support = {
      allow: ["sentry/*", "*/read_*"],
      deny: ["sentry/delete_*"],
      denyRisk: ["destructive", "external"],
      approve: ["sentry/update_*"],
      approveRisk: ["write"],
      pins: ["sentry/search_issues"],
      trust: "first-use",
    };
    const profiles = { support, bare: {}, clear: { transparent: "my files" } };
    expect(read({ mcpServers, profiles }).profiles).toEqual(profiles);
  });

  it.each<[string, object, string]>([
    ["a slip in a key", { p: { allows: [] } }, 'The profile "p" has no "allows". Did you mean "allow"?'],
    [
      "a key that is none",
      { p: { timeouts: 1 } },
      "Its keys are allow, deny, allowDomains, denyDomains, denyRisk, approve, approveRisk, pins, trust, transparent.",
    ],
    ["a name that is no part of an address", { "a/b": {} }, "Use letters, digits, - and _."],
    ["a pattern in place of a list", { p: { deny: "sentry/*" } }, "is not a list."],
    ["an empty pattern", { p: { deny: [""] } }, "A pattern is not a text."],
    ["a pattern of a server that is not there", { p: { deny: ["sentri/*"] } }, 'Did you mean "sentry"?'],
    ["a tool without its server", { p: { pins: ["search"] } }, 'Write the server before it: "server/search"'],
    ["a risk that is none", { p: { denyRisk: ["dangerous"] } }, '"read", "write", "destructive", "external"'],
    ["a trust that is none", { p: { trust: "blind" } }, 'Write one of "first-use", "pinned".'],
    ["a server that is not there", { p: { transparent: "sentr" } }, 'Did you mean "sentry"?'],
  ])("with %s are refused", (_title, profiles, says) => {
    expect(refusal({ mcpServers, profiles })).toContain(says);
  });

  it("may name a server that is set aside, by its id", () => {
    const disabled = { old: { command: "x", disabled: true } };
    expect(read({ mcpServers: disabled, profiles: { p: { deny: ["old/*"] } } }).profiles["p"]).toEqual({
      deny: ["old/*"],
    });
  });
});

describe("domains of servers", () => {
  const inDomain = { ...mcpServers, github: { url: "https://github.example.com/mcp", domain: "code" } };

  it("are what profiles may allow and deny, by their names or the ids of servers that have none", () => {
    const profiles = { a: { allowDomains: ["code", "sentry"] }, b: { denyDomains: ["code"] } };
    const config = read({ mcpServers: inDomain, profiles });
    expect(config.profiles).toEqual(profiles);
    expect(config.servers.map(({ domain }) => domain)).toEqual([undefined, undefined, "code"]);
  });

  it("that no server has are refused: a slip would deny nothing", () => {
    const profiles = { a: { denyDomains: ["cod"] } };
    expect(refusal({ mcpServers: inDomain, profiles })).toContain(
      'No server is of the domain "cod". There are: code,',
    );
  });
});

describe("settings", () => {
  it("are what the file says, and the defaults for the rest", () => {
    expect(read({ mcpServers }).settings).toEqual(DEFAULT_SETTINGS);
    const settings = { dialect: "info", gate: "strict", resultTokens: 5000, port: 8080 };
    expect(read({ mcpServers, settings }).settings).toEqual(settings);
  });

  it.each<[string, object, string]>([
    ["a slip in a key", { resultToken: 1 }, 'Did you mean "resultTokens"?'],
    ["a dialect that is none", { dialect: "latin" }, '"dialect" is not one that Plimsoll knows.'],
    ["a gate that is none", { gate: "ajar" }, 'Write one of "open", "strict".'],
    ["a port that is none", { port: 0 }, "Write a whole number from 1 to 65535."],
    ["too few tokens", { resultTokens: 1 }, "Write a whole number from 500"],
  ])("with %s are refused", (_title, settings, says) => {
    expect(refusal({ mcpServers, settings })).toContain(says);
  });
});

describe("auth", () => {
  const jwt = {
    issuer: "https://login.example.com",
    jwksUri: "https://login.example.com/jwks",
    audience: "https://gateway.example.com/mcp",
  };

  it("is read with all it can say, and is not there where the file says nothing", () => {
    const whole = {
      tokens: true,
      jwt: {
        ...jwt,
        algorithms: ["ES256"],
        clockSkewSeconds: 5,
        scopes: ["tools"],
        profilesClaim: "profiles",
      },
      resource: "https://gateway.example.com/mcp",
      allowedHosts: ["gateway.example.com"],
      allowedOrigins: ["https://app.example.com"],
    };
    expect(read({ mcpServers, auth: whole }).auth).toEqual(whole);
    expect(read({ mcpServers })).not.toHaveProperty("auth");
    expect(read({ mcpServers, auth: { jwt } }).auth).toEqual({
      jwt: {
        ...jwt,
        algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
        clockSkewSeconds: 30,
        scopes: [],
      },
    });
  });

  it.each<[string, object, string]>([
    ["a slip in a key", { token: true }, '"auth" has no "token". Did you mean "tokens"?'],
    ["a truth that is none", { tokens: "yes" }, "Write true or false."],
    ["no audience", { jwt: { ...jwt, audience: undefined } }, '"jwt" has no "audience".'],
    ["an empty audience", { jwt: { ...jwt, audience: "" } }, '"audience" is empty.'],
    ["keys that come in the clear", { jwt: { ...jwt, jwksUri: "http://login.example.com" } }, "https://…"],
    ["an issuer that is no address", { jwt: { ...jwt, issuer: "login" } }, "can be trusted"],
    ["a password in an address", { jwt: { ...jwt, issuer: "https://a:b@example.com" } }, "can be trusted"],
    ["tokens that are not signed", { jwt: { ...jwt, algorithms: ["none"] } }, "The algorithm is not one"],
    ["a shared secret", { jwt: { ...jwt, algorithms: ["HS256"] } }, "The algorithm is not one"],
    ["no algorithm", { jwt: { ...jwt, algorithms: [] } }, '"algorithms" is empty.'],
    ["clocks that differ by an hour", { jwt: { ...jwt, clockSkewSeconds: 3600 } }, "from 0 to 300"],
    ["a host in place of a list", { allowedHosts: "x" }, "is not a list."],
  ])("with %s is refused", (_title, auth, says) => {
    expect(refusal({ mcpServers, auth })).toContain(says);
  });
});

describe("limits", () => {
  it("are what the file says, and the defaults for the rest", () => {
    expect(read({ mcpServers, limits: { callsPerMinute: 60 } }).limits).toEqual({
      ...DEFAULT_REQUEST_LIMITS,
      callsPerMinute: 60,
    });
    expect(read({ mcpServers })).not.toHaveProperty("limits");
  });

  it.each<[string, object, string]>([
    ["a slip in a key", { bodyByte: 1 }, 'Did you mean "bodyBytes"?'],
    ["no stream at all", { streams: 0 }, "Write a whole number from 1"],
    ["half a request", { requestsPerMinute: 0.5 }, "Write a whole number from 0"],
    ["no time", { headerSeconds: 0 }, "Write a number from 0.1"],
  ])("with %s are refused", (_title, limits, says) => {
    expect(refusal({ mcpServers, limits })).toContain(says);
  });
});

describe("how it is seen from outside", () => {
  it("is what the file says, relative to it, and nothing where it says nothing", () => {
    expect(read({ mcpServers })).not.toHaveProperty("log");
    const seen = {
      log: { level: "warn", file: "logs/gateway.log" },
      audit: { file: "/var/audit.jsonl", arguments: "full", onFailure: "continue" },
      metrics: { port: 9464, host: "0.0.0.0", token: variable("TOKEN") },
      telemetry: { traces: true },
    };
    expect(read({ mcpServers, ...seen }, { env: { TOKEN: "sixteen characters" } })).toMatchObject({
      ...seen,
      log: { level: "warn", file: "/project/logs/gateway.log" },
      metrics: { ...seen.metrics, token: "sixteen characters" },
    });
    expect(read({ mcpServers, log: {}, audit: { file: "a" }, metrics: {}, telemetry: {} })).toMatchObject({
      log: { level: "info" },
      audit: { file: "/project/a", arguments: "hash", onFailure: "refuse" },
      metrics: {},
      telemetry: { traces: false },
    });
  });

  it.each<[string, object, string]>([
    ["a slip in a key", { log: { levels: "info" } }, 'Did you mean "level"?'],
    ["a level that is none", { log: { level: "loud" } }, '"debug", "info", "warn", "error"'],
    ["an audit without a file", { audit: {} }, '"audit" has no "file".'],
    ["a way to fail that is none", { audit: { file: "a", onFailure: "ignore" } }, '"refuse", "continue"'],
    ["a token that can be guessed", { metrics: { token: "secret" } }, "fewer than 16 characters."],
    ["a host without a port", { metrics: { host: "0.0.0.0" } }, 'Write "port" too'],
    ["traces that are a word", { telemetry: { traces: "yes" } }, "neither true nor false"],
    ["a slip in a section", { audits: {} }, 'Did you mean "audit"?'],
  ])("with %s is refused", (_title, sections, says) => {
    const refused = refusal({ mcpServers, ...sections });
    expect(refused).toContain(says);
    expect(refused).not.toContain('"secret"');
  });

  it("takes effect with the next start, which a change of it says", () => {
    const before = read({ mcpServers, log: {} });
    const after = read({ mcpServers, audit: { file: "a" } });
    expect(compareConfigs(before, after).postponed).toEqual(["log", "audit"]);
  });
});

describe("keys at the top", () => {
  it("that are other programs' are left alone; slips of ours are not", () => {
    expect(read({ mcpServers, $schema: "x", permissions: [] }).servers).toHaveLength(2);
    expect(refusal({ mcpServers, profile: {} })).toContain(
      'The file has no "profile". Did you mean "profiles"?',
    );
    expect(refusal({ mcpServers, Settings: {} })).toContain('Did you mean "settings"?');
  });

  it("of a client's file are that client's, whatever they are called", () => {
    const foreign = { mcpServers, profiles: "theirs", settings: ["theirs"], profile: 1 };
    for (const file of ["/home/me/.claude.json", "/x/Claude/claude_desktop_config.json"]) {
      const config = read({ ...foreign, auth: "theirs", limits: 1 }, { file });
      expect(config).toMatchObject({ profiles: {}, settings: DEFAULT_SETTINGS });
      expect(config).not.toHaveProperty("auth");
      expect(config).not.toHaveProperty("limits");
    }
  });
});
