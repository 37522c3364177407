import { setTimeout as delay } from "node:timers/promises";
import { createRuntime, type Runtime, type SourceFailure, type Store } from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig, ServerConfig } from "./config/config.ts";
import { createMemoryStore } from "./store/memory-store.ts";
import { createUpstreamPool } from "./upstream/create-upstream-pool.ts";
import { guardAgainstLoops } from "./upstream/loop-guard.ts";
import type { UpstreamPool } from "./upstream/upstream-pool.ts";
import { upstreamSource } from "./upstream/upstream-source.ts";
import { PATIENCE } from "./upstream/upstream-state.ts";

// How long a call may take is each server's to say; the longest time a timer can hold.
const NO_TIMEOUT_MS = 2_147_483_647;
const DEFAULT_PATIENCE_MS = 5_000;
const DEFAULT_RETRY_DELAY_MS = 5_000;

/** What a gateway is made from. */
export interface GatewayOptions {
  readonly config: GatewayConfig;
  /** What outlives a process: what servers listed, sessions, loads. In memory if absent. It is closed with the gateway. */
  readonly store?: Store;
  /** How long a server may take to start and to list its tools, in place of what the config says. */
  readonly startTimeoutMs?: number;
  /** How long a call waits for servers that are still starting. Default 5 seconds. */
  readonly patienceMs?: number;
  /** How long after a failed start a server is started again; twice as long each time. Default 5 seconds. */
  readonly retryDelayMs?: number;
  /** What finds tools; by words alone if absent. */
  readonly index?: SearchIndex | undefined;
  /** How long a tool may take, where that is less than the config allows its server. */
  readonly timeoutMs?: number;
}

/** One runtime in front of the servers of a config. */
export interface Gateway {
  readonly config: GatewayConfig;
  readonly runtime: Runtime;
  readonly upstreams: UpstreamPool;
  readonly store: Store;
  /** Waits until every server has listed its tools or has failed to, and answers those that failed. */
  ready(): Promise<readonly SourceFailure[]>;
  /** Waits for the same, but not longer than a caller can be kept waiting for a server that hangs. */
  listed(): Promise<void>;
  /** Ends every server. May be called twice. */
  close(): Promise<void>;
}

/**
 * Puts a runtime in front of the servers of a config. What is kept of a server is not asked for again: only those that
 * are not known yet are started, side by side, and one that fails costs only itself.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    config,
    store = createMemoryStore(),
    patienceMs = DEFAULT_PATIENCE_MS,
    retryDelayMs = DEFAULT_RETRY_DELAY_MS,
  } = options;
  const upstreams = createUpstreamPool({
    servers: config.servers.map((server) => inTime(server, options.startTimeoutMs)),
    store,
    env: guardAgainstLoops(config.file, process.env),
    patience: { ...PATIENCE, firstDelayMs: Math.min(PATIENCE.firstDelayMs, retryDelayMs) },
  });
  const runtime = createRuntime({
    sources: config.servers.map(({ name }) => upstreamSource(upstreams, name, { retryDelayMs })),
    timeoutMs: options.timeoutMs ?? NO_TIMEOUT_MS,
    ...(options.index === undefined ? {} : { index: options.index }),
  });
  const listed = Promise.race([runtime.ready(), delay(patienceMs, undefined, { ref: false })]);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await runtime.close();
    await upstreams.close();
    await store.close();
  };
  return {
    config,
    runtime,
    upstreams,
    store,
    ready: () => runtime.ready(),
    listed: async () => void (await listed),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function inTime(server: ServerConfig, startTimeoutMs: number | undefined): ServerConfig {
  if (startTimeoutMs === undefined) return server;
  return { ...server, limits: { ...server.limits, startSeconds: startTimeoutMs / 1000 } };
}
