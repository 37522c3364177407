import { setTimeout as delay } from "node:timers/promises";
import { createRuntime, type Runtime, type SourceFailure } from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig, ServerConfig } from "./config/config.ts";
import { type ConfigDifference, compareConfigs } from "./config/config-difference.ts";
import { createGatewayId } from "./upstream/hops.ts";
import { guardAgainstLoops } from "./upstream/loop-guard.ts";
import { upstreamSource } from "./upstream/upstream-source.ts";

const DEFAULT_START_TIMEOUT_MS = 30_000;
const DEFAULT_PATIENCE_MS = 5_000;
const DEFAULT_RETRY_DELAY_MS = 5_000;

/** What a gateway is made from. */
export interface GatewayOptions {
  readonly config: GatewayConfig;
  /** How long a server may take to start and to list its tools. Default 30 seconds. */
  readonly startTimeoutMs?: number;
  /** How long a call waits for servers that are still starting. Default 5 seconds. */
  readonly patienceMs?: number;
  /** How long after a failed start a server is started again; twice as long each time. Default 5 seconds. */
  readonly retryDelayMs?: number;
  /** What finds tools; by words alone if absent. */
  readonly index?: SearchIndex | undefined;
  /** How long a tool may take. Default 60 seconds. */
  readonly timeoutMs?: number;
}

/** One runtime in front of the servers of a config. */
export interface Gateway {
  /** Tells this gateway from others that a request may have passed. */
  readonly id: string;
  /** What is served now. */
  readonly config: GatewayConfig;
  readonly runtime: Runtime;
  /** Waits until every server has listed its tools or has failed to, and answers those that failed. */
  ready(): Promise<readonly SourceFailure[]>;
  /** Waits for the same, but not longer than a caller can be kept waiting for a server that hangs. */
  listed(): Promise<void>;
  /** Takes over another config, and answers what changed by it. A server whose entry is the same goes on undisturbed. */
  reconfigure(config: GatewayConfig): Promise<ConfigDifference>;
  /** Ends every server. May be called twice. */
  close(): Promise<void>;
}

/** Starts the servers of a config, side by side: one that fails costs only itself. */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    startTimeoutMs = DEFAULT_START_TIMEOUT_MS,
    patienceMs = DEFAULT_PATIENCE_MS,
    retryDelayMs = DEFAULT_RETRY_DELAY_MS,
  } = options;
  let { config } = options;
  const env = guardAgainstLoops(config.file, process.env);
  const runtime = createRuntime({
    ...(options.index === undefined ? {} : { index: options.index }),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const leaves = new Map<string, () => Promise<void>>();
  const follow = (server: ServerConfig): void => {
    if (server.type !== "stdio") return;
    const source = upstreamSource(server, { startTimeoutMs, retryDelayMs, env });
    leaves.set(server.name, runtime.follow(source));
  };
  const leave = async (name: string): Promise<void> => {
    const end = leaves.get(name);
    leaves.delete(name);
    await end?.();
  };
  for (const server of config.servers) follow(server);
  const takeOver = async (next: GatewayConfig): Promise<ConfigDifference> => {
    const difference = compareConfigs(config, next);
    config = next;
    await Promise.all([
      ...difference.removed.map(leave),
      ...difference.changed.map((server) => leave(server.name).then(() => follow(server))),
      ...difference.added.map(follow),
    ]);
    return difference;
  };
  const listed = Promise.race([runtime.ready(), delay(patienceMs, undefined, { ref: false })]);
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    id: createGatewayId(),
    get config() {
      return config;
    },
    runtime,
    ready: () => runtime.ready(),
    listed: async () => void (await listed),
    reconfigure(next) {
      // One after the other, in the order they came; a gateway that was closed meanwhile starts nothing more.
      const taken = turn.then(() => takeOver(isClosed ? config : next));
      turn = taken.catch(() => undefined);
      return taken;
    },
    async close() {
      isClosed = true;
      await turn;
      await runtime.close();
    },
  };
}
