import { DIALECT_NAMES, type JsonSchema } from "@plimsoll/core";
import { LOG_LEVELS } from "./observing-words.ts";
import { CLOCK_SKEW, JWT_ALGORITHMS } from "./read-auth.ts";
import { LIMIT_RANGES, SCOPES } from "./read-limits.ts";
import { CALLBACK_PORT_RANGE, OAUTH_GRANTS, SCOPE } from "./read-oauth.ts";
import { AUDIT_ARGUMENTS, AUDIT_FAILURES, METRICS_PORT, SHORTEST_TOKEN } from "./read-observing.ts";
import { PROFILE_NAME, RISKS, TRUSTS } from "./read-profiles.ts";
import { REQUEST_LIMIT_RANGES } from "./read-request-limits.ts";
import { RISK_LEVELS } from "./read-risk.ts";
import { GATES, SETTING_RANGES } from "./read-settings.ts";
import type { Range } from "./read-value.ts";

const TEXT: JsonSchema = { type: "string" };
const WORD: JsonSchema = { type: "string", minLength: 1 };
const WORDS: JsonSchema = { type: "array", items: WORD };
const TEXTS: JsonSchema = { type: "array", items: TEXT };
const TRUTH: JsonSchema = { type: "boolean" };
const MAP: JsonSchema = { type: "object", additionalProperties: TEXT };
const PATTERNS: JsonSchema = { type: "array", items: { type: "string", minLength: 1 } };

function toSchema({ least, most, isWhole }: Range): JsonSchema {
  return { type: isWhole === true ? "integer" : "number", minimum: least, maximum: most };
}

/** The JSON Schema of `plimsoll.json`, for editors: published with the package as `plimsoll.schema.json`. */
export const CONFIG_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://plimsoll.dev/plimsoll.schema.json",
  title: "Plimsoll config",
  description: "The MCP servers that a gateway stands in front of, and how.",
  type: "object",
  properties: {
    $schema: TEXT,
    mcpServers: {
      description: "The servers, by name. Keys of other programs are left alone.",
      type: "object",
      additionalProperties: { $ref: "#/$defs/server" },
    },
    inputs: {
      description:
        "What VS Code would ask for: an input is taken from the environment variable PLIMSOLL_INPUT_ and its id.",
      type: "array",
      items: { type: "object", required: ["id"], properties: { id: TEXT, default: TEXT } },
    },
    profiles: {
      description: "Named slices of the catalog, each served at /mcp/p/NAME.",
      type: "object",
      propertyNames: { pattern: PROFILE_NAME.source },
      additionalProperties: { $ref: "#/$defs/profile" },
    },
    risk: {
      description:
        "The class of tools whose risk their servers do not say, or say wrongly: server/tool, with * for anything.",
      type: "object",
      propertyNames: { minLength: 1 },
      additionalProperties: { enum: [...RISK_LEVELS] },
    },
    settings: { $ref: "#/$defs/settings" },
    auth: { $ref: "#/$defs/auth" },
    limits: { $ref: "#/$defs/limits" },
    log: { $ref: "#/$defs/log" },
    audit: { $ref: "#/$defs/audit" },
    metrics: { $ref: "#/$defs/metrics" },
    telemetry: { $ref: "#/$defs/telemetry" },
  },
  anyOf: [{ required: ["mcpServers"] }, { required: ["servers"] }, { required: ["context_servers"] }],
  $defs: {
    server: {
      type: "object",
      properties: {
        type: { description: "Worked out from command or url if absent.", type: "string" },
        command: { description: "The program that starts it.", type: "string", minLength: 1 },
        args: TEXTS,
        env: { ...MAP, description: "Added to the few variables that every server inherits." },
        envFile: { ...TEXT, description: "A file of variables, NAME=value, one a line." },
        cwd: { ...TEXT, description: "Where it is started; relative to this file." },
        url: { ...TEXT, description: "Where it is, if it runs elsewhere." },
        headers: { ...MAP, description: "Sent with every request." },
        oauth: {
          description:
            "How the gateway gets itself a token for a server that runs elsewhere; false: not at all.",
          anyOf: [{ const: false }, { $ref: "#/$defs/oauth" }],
        },
        disabled: TRUTH,
        enabled: TRUTH,
        domain: { ...WORD, description: "What its tools are about, for profiles and searches." },
        scope: { description: "Who shares a process or connection of it.", enum: [...SCOPES] },
        idleSeconds: {
          ...toSchema(LIMIT_RANGES.idleSeconds),
          description: "How long it may go unused before it is stopped; 0: never.",
        },
        timeoutSeconds: {
          ...toSchema(LIMIT_RANGES.timeoutSeconds),
          description:
            "How long a call may take, from its start and from each progress it reports; in all ten times that.",
        },
        startSeconds: {
          ...toSchema(LIMIT_RANGES.startSeconds),
          description: "How long it may take to start and to list its tools.",
        },
        concurrency: {
          ...toSchema(LIMIT_RANGES.concurrency),
          description: "How many calls of it may run at the same time.",
        },
      },
    },
    oauth: {
      type: "object",
      additionalProperties: false,
      properties: {
        grant: {
          description:
            "authorization_code: somebody logs in. client_credentials: by clientId and clientSecret.",
          enum: [...OAUTH_GRANTS],
        },
        clientId: { ...TEXT, description: "As registered there; if absent, the gateway registers itself." },
        clientSecret: { ...TEXT, description: "A variable; needs issuer, so that it is shown there only." },
        scopes: {
          description: "What to ask for; what the server asks for if absent.",
          type: "array",
          items: { type: "string", pattern: SCOPE.source },
        },
        issuer: {
          description: "The authorization server; found through the server if absent.",
          type: "string",
          pattern: "^https?://[^\\s@]+$",
        },
        callbackPort: {
          ...toSchema(CALLBACK_PORT_RANGE),
          description: "Where on this machine a login comes back to; any free port if absent.",
        },
      },
      dependentRequired: { clientSecret: ["clientId", "issuer"] },
      anyOf: [
        { properties: { grant: { const: "authorization_code" } } },
        { required: ["clientId", "clientSecret", "issuer"] },
      ],
    },
    profile: {
      type: "object",
      additionalProperties: false,
      properties: {
        allow: { ...PATTERNS, description: "Only these tools: server/tool, with * for anything." },
        deny: { ...PATTERNS, description: "Never these, whatever else is said." },
        allowDomains: { ...WORDS, description: "Only what is of servers of these domains." },
        denyDomains: { ...WORDS, description: "Nothing of servers of these domains." },
        denyRisk: {
          description: "Never tools of these classes.",
          type: "array",
          items: { enum: [...RISKS] },
        },
        approve: { ...PATTERNS, description: "Run only after the user has agreed." },
        approveRisk: {
          description: "The same for tools of these classes.",
          type: "array",
          items: { enum: [...RISKS] },
        },
        pins: { ...PATTERNS, description: "Listed by themselves, beside the meta-tools." },
        trust: { description: "What becomes of a definition that a server has changed.", enum: [...TRUSTS] },
        transparent: {
          description: "The one server whose tools, prompts and resources keep their own names.",
          type: "string",
        },
      },
    },
    settings: {
      type: "object",
      additionalProperties: false,
      properties: {
        dialect: { description: "The names and shapes of the meta-tools.", enum: [...DIALECT_NAMES] },
        gate: { description: "What a tool must have been through before a call.", enum: [...GATES] },
        resultTokens: {
          ...toSchema(SETTING_RANGES.resultTokens),
          description: "The most tokens of a result that a client is sent at once.",
        },
        port: {
          ...toSchema(SETTING_RANGES.port),
          description: "Where on this machine it is served over HTTP.",
        },
        host: { ...WORD, description: "The address it listens on; beyond this machine only with auth." },
        trust: {
          description: "What becomes of definitions that servers change, where a profile says nothing else.",
          enum: [...TRUSTS],
        },
      },
    },
    auth: {
      description: "Who may come in over HTTP.",
      type: "object",
      additionalProperties: false,
      properties: {
        tokens: { ...TRUTH, description: "Tokens of plimsoll token create open the gateway." },
        jwt: { $ref: "#/$defs/jwt" },
        resource: { ...WORD, description: "The address of the gateway, as clients write it." },
        allowedHosts: { ...WORDS, description: "Names that the gateway may be called by; * for any." },
        allowedOrigins: { ...WORDS, description: "Pages that may reach it: https://app.example.com." },
      },
    },
    jwt: {
      description: "An authorization server whose access tokens open the gateway.",
      type: "object",
      additionalProperties: false,
      required: ["issuer", "jwksUri", "audience"],
      properties: {
        issuer: { ...WORD, description: "Its address, as its tokens say it." },
        jwksUri: { ...WORD, description: "Where its public keys are." },
        audience: { ...WORD, description: "What a token must have been issued for." },
        algorithms: {
          description: "The signatures that count.",
          type: "array",
          minItems: 1,
          items: { enum: [...JWT_ALGORITHMS] },
        },
        clockSkewSeconds: { ...toSchema(CLOCK_SKEW), description: "How far clocks may differ." },
        scopes: { ...WORDS, description: "What every token must have been granted." },
        profilesClaim: { ...WORD, description: "The claim that names the profiles a token is for." },
      },
    },
    limits: {
      description: "How much a client may ask for.",
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(REQUEST_LIMIT_RANGES).map(([key, { says, ...range }]) => [
          key,
          { ...toSchema(range), description: says },
        ]),
      ),
    },
    log: {
      description: "One line of JSON for each thing that happens.",
      type: "object",
      additionalProperties: false,
      properties: {
        level: { description: "How important a line must be to be written.", enum: [...LOG_LEVELS] },
        file: {
          ...WORD,
          description: "Where it is written; standard error if absent. Relative to this file.",
        },
      },
    },
    audit: {
      description:
        "A file that is only added to, with a line for each call: who, what, and what became of it.",
      type: "object",
      additionalProperties: false,
      required: ["file"],
      properties: {
        file: { ...WORD, description: "Where it is written; relative to this file." },
        arguments: { description: "What is kept of a call's arguments.", enum: [...AUDIT_ARGUMENTS] },
        onFailure: {
          description: "What becomes of calls while nothing can be written.",
          enum: [...AUDIT_FAILURES],
        },
      },
    },
    metrics: {
      description: "Figures for Prometheus, at /metrics.",
      type: "object",
      additionalProperties: false,
      dependentRequired: { host: ["port"] },
      properties: {
        port: { ...toSchema(METRICS_PORT), description: "A port of their own; the gateway's if absent." },
        host: { ...WORD, description: "The address of that port; 127.0.0.1 if absent." },
        token: {
          description: "The bearer token of whoever reads; without it, only programs of this machine may.",
          type: "string",
          minLength: SHORTEST_TOKEN,
        },
      },
    },
    telemetry: {
      type: "object",
      additionalProperties: false,
      properties: {
        traces: { ...TRUTH, description: "Tell OpenTelemetry of each call; needs @opentelemetry/api." },
      },
    },
  },
};
