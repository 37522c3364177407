import type { DialectName, Gate, Risk, Trust } from "@plimsoll/core";

/** What a config file says, read and checked: which servers to stand in front of, and how. */
export interface GatewayConfig {
  /** The absolute path it was read from. */
  readonly file: string;
  readonly servers: readonly ServerConfig[];
  readonly setAside: readonly SetAsideServer[];
  readonly profiles: Readonly<Record<string, ProfileConfig>>;
  readonly settings: GatewaySettings;
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
}

interface AnyServer {
  /** As the operator named it. */
  readonly name: string;
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
  readonly denyRisk?: readonly (Risk | "external")[];
  readonly pins?: readonly string[];
  /** What becomes of a definition that a server has changed. */
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
}

/** What holds where the config says nothing else. */
export const DEFAULT_SETTINGS: GatewaySettings = { dialect: "plimsoll", resultTokens: 20_000, port: 7077 };

/** An entry that is not served, and why; the rest is. */
export interface SetAsideServer {
  readonly name: string;
  /** Continues "NAME was set aside: …". */
  readonly reason: string;
}
