import { setTimeout as delay } from "node:timers/promises";
import { createRuntime, type Runtime, type SourceFailure, type Store, toSourceId } from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig, ServerConfig } from "./config/config.ts";
import { type ConfigDifference, compareConfigs } from "./config/config-difference.ts";
import { CallLimits } from "./server/limits/call-limits.ts";
import { limitsOf } from "./server/limits/limits-of.ts";
import { type Meter, NO_METER } from "./server/meter.ts";
import { createMemoryStore } from "./store/memory-store.ts";
import { createUpstreamPool } from "./upstream/create-upstream-pool.ts";
import { createGatewayId } from "./upstream/hops.ts";
import { guardAgainstLoops } from "./upstream/loop-guard.ts";
import type { UpstreamPool } from "./upstream/upstream-pool.ts";
import { upstreamSource } from "./upstream/upstream-source.ts";
import { PATIENCE } from "./upstream/upstream-state.ts";

// How long a call may take is each server's to say.
const NO_TIMEOUT_MS = Number.POSITIVE_INFINITY;
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
  /** Hears what is worth a number; nobody does if absent. */
  readonly meter?: Meter;
}

/** One runtime in front of the servers of a config. */
export interface Gateway {
  /** Tells this gateway from others that a request may have passed. */
  readonly id: string;
  /** What is served now. */
  readonly config: GatewayConfig;
  readonly runtime: Runtime;
  readonly upstreams: UpstreamPool;
  readonly store: Store;
  readonly meter: Meter;
  /** How often tools may be called, and how much they may answer. */
  readonly callLimits: CallLimits;
  /** Waits until every server has listed its tools or has failed to, and answers those that failed. */
  ready(): Promise<readonly SourceFailure[]>;
  /** Waits for the same, but not longer than a caller can be kept waiting for a server that hangs. */
  listed(): Promise<void>;
  /** The servers whose tools are not in the catalog: those that are still starting, and those that failed. */
  unlisted(): readonly UnlistedServer[];
  /** Takes over another config, and answers what changed by it. A server whose entry is the same goes on undisturbed. */
  reconfigure(config: GatewayConfig): Promise<ConfigDifference>;
  /** Ends every server. May be called twice. */
  close(): Promise<void>;
}

/** A server that has listed nothing. */
export interface UnlistedServer {
  readonly name: string;
  /** Why its last listing failed; nothing, while its first is awaited. */
  readonly failure?: unknown;
}

/**
 * Puts a runtime in front of the servers of a config. What is kept of a server is not asked for again: only those that
 * are not known yet are started, side by side, and one that fails costs only itself.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    store = createMemoryStore(),
    patienceMs = DEFAULT_PATIENCE_MS,
    retryDelayMs = DEFAULT_RETRY_DELAY_MS,
    meter = NO_METER,
  } = options;
  let { config } = options;
  const callLimits = new CallLimits(() => limitsOf(config), meter);
  const id = createGatewayId();
  const inTime = ({ servers }: GatewayConfig): ServerConfig[] =>
    servers.map((server) => startedWithin(server, options.startTimeoutMs));
  const upstreams = createUpstreamPool({
    gateway: id,
    servers: inTime(config),
    store,
    env: guardAgainstLoops(config.file, process.env),
    patience: { ...PATIENCE, firstDelayMs: Math.min(PATIENCE.firstDelayMs, retryDelayMs) },
  });
  const { dialect, gate, resultTokens } = config.settings;
  const runtime = createRuntime({
    dialect,
    ...(gate === undefined ? {} : { gate }),
    // A client of the newer era is never shown another array than its first.
    strategy: "bridge",
    resultTokens,
    timeoutMs: options.timeoutMs ?? NO_TIMEOUT_MS,
    ...(options.index === undefined ? {} : { index: options.index }),
  });
  const leaves = new Map<string, () => Promise<void>>();
  const failures = new Map<string, unknown>();
  const follow = ({ name }: ServerConfig): void => {
    failures.delete(name);
    const source = upstreamSource(upstreams, name, {
      retryDelayMs,
      callLimits,
      hearFailure: (failure) => failures.set(name, failure),
    });
    leaves.set(name, runtime.follow(source));
  };
  const leave = async (name: string): Promise<void> => {
    const end = leaves.get(name);
    leaves.delete(name);
    await end?.();
  };
  for (const server of config.servers) follow(server);
  const takeOver = async (next: GatewayConfig): Promise<ConfigDifference> => {
    const difference = compareConfigs(config, next);
    const { added, changed, removed } = difference;
    config = next;
    await Promise.all([...removed, ...changed.map(({ name }) => name)].map(leave));
    await upstreams.reconfigure(inTime(next));
    for (const server of [...changed, ...added]) follow(server);
    return difference;
  };
  const patience = delay(patienceMs, undefined, { ref: false });
  const listed = Promise.race([runtime.ready(), patience]).then(() => undefined);
  let turn: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await turn;
    await runtime.close();
    await upstreams.close();
    await store.close();
  };
  let lacking: { readonly names: readonly string[]; readonly of: readonly unknown[] } | undefined;
  /** Asked for with every call: worked out once for a catalog and a config. */
  const lackingNames = (): readonly string[] => {
    const snapshot = runtime.catalog.snapshot();
    if (lacking?.of[0] === snapshot && lacking.of[1] === config) return lacking.names;
    const listedIds = new Set(snapshot.sources.map((source) => source.id));
    const names = config.servers.map(({ name }) => name).filter((name) => !listedIds.has(toSourceId(name)));
    lacking = { names, of: [snapshot, config] };
    return names;
  };
  return {
    id,
    get config() {
      return config;
    },
    runtime,
    upstreams,
    store,
    meter,
    callLimits,
    ready: () => runtime.ready(),
    listed: () => listed,
    unlisted: () =>
      lackingNames().map((name) => ({
        name,
        ...(failures.has(name) ? { failure: failures.get(name) } : {}),
      })),
    reconfigure(next) {
      // One after the other, in the order they came; a gateway that was closed meanwhile starts nothing more.
      const taken = turn.then(() => takeOver(closing === undefined ? next : config));
      turn = taken.catch(() => undefined);
      return taken;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function startedWithin(server: ServerConfig, startTimeoutMs: number | undefined): ServerConfig {
  if (startTimeoutMs === undefined) return server;
  return { ...server, limits: { ...server.limits, startSeconds: startTimeoutMs / 1000 } };
}
