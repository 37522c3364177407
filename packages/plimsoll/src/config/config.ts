import type { DialectName, Gate, Risk, Trust } from "@plimsoll/core";

/** What a config file says, read and checked: which servers to stand in front of, and how. */
export interface GatewayConfig {
  /** The absolute path it was read from. */
  readonly file: string;
  readonly servers: readonly ServerConfig[];
  readonly setAside: readonly SetAsideServer[];
  readonly profiles: Readonly<Record<string, ProfileConfig>>;
  readonly settings: GatewaySettings;
  /** The operator's classes of tools, by canonical name or pattern. */
  readonly risk?: Readonly<Record<string, Risk>>;
  /** Who may come in over HTTP; without it, every program of this machine. */
  readonly auth?: AuthConfig;
  /** How much a client may ask for; the defaults if absent. */
  readonly limits?: RequestLimits;
  /** What is logged, and where; nothing if absent. */
  readonly log?: LogConfig;
  /** Where it is kept who called what; nowhere if absent. */
  readonly audit?: AuditConfig;
  /** Who may read metrics, and where; there are none if absent. */
  readonly metrics?: MetricsConfig;
  readonly telemetry?: TelemetryConfig;
}

/** A server, however it is reached. */
export type ServerConfig = StdioServer | RemoteServer;

/** A server to start as a child process. */
export interface StdioServer extends AnyServer {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few variables that every server inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** A server that runs elsewhere. */
export interface RemoteServer extends AnyServer {
  /** `http`: Streamable HTTP, and the older transport where a server has only that. `sse`: only the older one. */
  readonly type: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How the gateway gets itself a token for it; without it, only by `plimsoll login`. */
  readonly oauth?: OAuthConfig;
}

/** How a server's authorization server is asked for tokens. */
export interface OAuthConfig {
  /** `authorization_code`: somebody logs in. `client_credentials`: the gateway is known there by itself. */
  readonly grant: OAuthGrant;
  /** As registered there; without it, the gateway registers itself where that is offered. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Those that the server asks for if absent. */
  readonly scopes?: readonly string[];
  /** The authorization server; found through the server if absent. */
  readonly issuer?: string;
  /** Where on this machine a login comes back to; any free port if absent. */
  readonly callbackPort?: number;
}

/** The ways there are to get a token. */
export type OAuthGrant = "authorization_code" | "client_credentials";

interface AnyServer {
  /** As the operator named it. */
  readonly name: string;
  /** What its tools are about, for profiles and searches; its id if absent. */
  readonly domain?: string;
  readonly limits: ServerLimits;
}

/** How a server may be used. */
export interface ServerLimits {
  /** Who shares a process or connection of it. */
  readonly scope: ServerScope;
  /** How long it may go unused before it is stopped; 0: never. */
  readonly idleSeconds: number;
  /** How long a call may take, from its start and from each progress it reports; in all ten times that. */
  readonly timeoutSeconds: number;
  /** How long it may take to start and to list its tools. */
  readonly startSeconds: number;
  /** How many calls of it may run at the same time. */
  readonly concurrency: number;
}

/** Who shares a process or connection of a server. */
export type ServerScope =
  | "shared" // everybody
  | "principal" // each who asks has one
  | "workspace"; // each workspace has one

/** What holds for a server of which the config says nothing else. */
export const DEFAULT_LIMITS: ServerLimits = {
  scope: "shared",
  idleSeconds: 600,
  timeoutSeconds: 60,
  startSeconds: 30,
  concurrency: 16,
};

/** A named slice of the catalog, with its pins and permissions. */
export interface ProfileConfig {
  /** By name or pattern; everything if absent. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** Only what is of servers of these domains. */
  readonly allowDomains?: readonly string[];
  readonly denyDomains?: readonly string[];
  readonly denyRisk?: readonly (Risk | "external")[];
  /** Run only after the user has agreed, by name or pattern. */
  readonly approve?: readonly string[];
  /** The same by risk; `destructive` also covers tools whose risk nobody verified. */
  readonly approveRisk?: readonly (Risk | "external")[];
  readonly pins?: readonly string[];
  /** What becomes of a definition that a server has changed; as the settings have it if absent. */
  readonly trust?: Trust;
  /** The one server whose tools, prompts and resources are offered under their own names. */
  readonly transparent?: string;
}

/** How the gateway itself behaves. */
export interface GatewaySettings {
  readonly dialect: DialectName;
  /** The dialect's own if absent. */
  readonly gate?: Gate;
  /** The most tokens of a result that a client is sent at once. */
  readonly resultTokens: number;
  /** Where on this machine it is served over HTTP, unless the command line says another. */
  readonly port: number;
  /** The address it listens on; 127.0.0.1 if absent. */
  readonly host?: string;
  /** What becomes of definitions, where a profile says nothing else; `first-use` if absent. */
  readonly trust?: Trust;
}

/** What holds where the config says nothing else. */
export const DEFAULT_SETTINGS: GatewaySettings = { dialect: "plimsoll", resultTokens: 20_000, port: 7077 };

/** Who may come in over HTTP. */
export interface AuthConfig {
  /** Whether tokens made by `plimsoll token create` open the gateway. */
  readonly tokens?: boolean;
  /** Whose access tokens open it, too. */
  readonly jwt?: JwtConfig;
  /** The address of the gateway as clients write it, where a proxy stands before it. */
  readonly resource?: string;
  /** The names that the gateway may be called by, beside this machine's own; `*` for any. */
  readonly allowedHosts?: readonly string[];
  /** The pages that may reach it, beside this machine's own: `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[];
}

/** An authorization server, and which of its access tokens count. */
export interface JwtConfig {
  readonly issuer: string;
  /** Where its public keys are. */
  readonly jwksUri: string;
  /** What a token must have been issued for. */
  readonly audience: string;
  readonly algorithms: readonly JwtAlgorithm[];
  /** How far clocks may differ. */
  readonly clockSkewSeconds: number;
  /** What every token must have been granted. */
  readonly scopes: readonly string[];
  /** The claim that names the profiles a token is for; without it, a token is for all of them. */
  readonly profilesClaim?: string;
}

/** A signature that only the holder of a private key can make. */
export type JwtAlgorithm =
  | "RS256"
  | "RS384"
  | "RS512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "ES256"
  | "ES384"
  | "ES512"
  | "EdDSA";

/** What holds for an authorization server of which the config says nothing else. */
export const DEFAULT_JWT: Pick<JwtConfig, "algorithms" | "clockSkewSeconds" | "scopes"> = {
  algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
  clockSkewSeconds: 30,
  scopes: [],
};

/** How much clients may ask for. What is per principal is for all who cannot be told apart together. */
export interface RequestLimits {
  /** The bytes of a request's body. */
  readonly bodyBytes: number;
  /** How deep lists and objects stand in each other in a request. */
  readonly nesting: number;
  /** The bytes of a result, as JSON. */
  readonly resultBytes: number;
  /** The requests of a principal that run at the same time. */
  readonly concurrentRequests: number;
  /** The requests of a principal in a minute; 0: any number. */
  readonly requestsPerMinute: number;
  /** The calls of one tool by a principal in a minute; 0: any number. */
  readonly callsPerMinute: number;
  /** The streams that a principal listens to at the same time. */
  readonly streams: number;
  /** The sessions of the older era that a principal has. */
  readonly sessions: number;
  /** How long the headers of a request may take to arrive. */
  readonly headerSeconds: number;
  /** How long a whole request may take to arrive. */
  readonly requestSeconds: number;
  /** How long a connection may be silent: between two requests, or while its client does not read its answer. */
  readonly idleSeconds: number;
}

/** What holds where the config says nothing else. */
export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  bodyBytes: 4_194_304,
  nesting: 100,
  resultBytes: 16_777_216,
  concurrentRequests: 256,
  requestsPerMinute: 0,
  callsPerMinute: 0,
  streams: 64,
  sessions: 1_000,
  headerSeconds: 15,
  requestSeconds: 60,
  idleSeconds: 60,
};

/** An entry that is not served, and why; the rest is. */
export interface SetAsideServer {
  readonly name: string;
  /** Continues "NAME was set aside: …". */
  readonly reason: string;
}

/** How important a line of the log must be to be written. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** What is logged, and where. */
export interface LogConfig {
  readonly level: LogLevel;
  /** Absolute; standard error if absent. */
  readonly file?: string;
}

/** Where and how it is kept who called what. */
export interface AuditConfig {
  /** Absolute. */
  readonly file: string;
  /** What is kept of a call's arguments: a hash that tells whether they were these, or all of them. */
  readonly arguments: "hash" | "full";
  /** What becomes of calls while nothing can be written: they are refused, or run without a record. */
  readonly onFailure: "refuse" | "continue";
}

/** Where metrics are read, and by whom. */
export interface MetricsConfig {
  /** A port of their own; that of the gateway if absent. */
  readonly port?: number;
  /** The address of that port; this machine's own if absent. */
  readonly host?: string;
  /** What a reader shows as a bearer token; without it, only programs of this machine may read. */
  readonly token?: string;
}

/** What is told to OpenTelemetry. */
export interface TelemetryConfig {
  readonly traces: boolean;
}
