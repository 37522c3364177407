/** What a config file says, read and checked: which servers to stand in front of. */
export interface GatewayConfig {
  /** The absolute path it was read from. */
  readonly file: string;
  readonly servers: readonly StdioServer[];
  readonly setAside: readonly SetAsideServer[];
}

/** A server to start as a child process. */
export interface StdioServer {
  /** As the operator named it. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few variables that every server inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** An entry that is not served, and why; the rest is. */
export interface SetAsideServer {
  readonly name: string;
  /** Continues "NAME was set aside: …". */
  readonly reason: string;
}
