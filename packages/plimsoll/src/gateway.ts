import { setTimeout as delay } from "node:timers/promises";
import {
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type SourceFailure,
  type Store,
  type Tool,
  type Trust,
  toSourceId,
} from "@plimsoll/core";
import type { SearchIndex } from "@plimsoll/core/search";
import type { GatewayConfig, ServerConfig } from "./config/config.ts";
import { type ConfigDifference, compareConfigs } from "./config/config-difference.ts";
import type { GatewayEvent } from "./observe/gateway-event.ts";
import { Observers } from "./observe/observers.ts";
import { secretsOfConfig } from "./secrets/config-secrets.ts";
import { processRedactor } from "./secrets/redactor.ts";
import type { Vault } from "./secrets/vault.ts";
import { CallLimits } from "./server/limits/call-limits.ts";
import { limitsOf } from "./server/limits/limits-of.ts";
import { type Meter, NO_METER } from "./server/meter.ts";
import { createMemoryStore } from "./store/memory-store.ts";
import { type GuardedPool, guardPool } from "./trust/guarded-pool.ts";
import { LateQuarantine } from "./trust/late-quarantine.ts";
import type { TrustNews } from "./trust/quarantine.ts";
import { classifyTool } from "./trust/risk-classes.ts";
import { unlistedNames } from "./unlisted-names.ts";
import { createUpstreamPool } from "./upstream/create-upstream-pool.ts";
import { createGatewayId } from "./upstream/hops.ts";
import { guardAgainstLoops } from "./upstream/loop-guard.ts";
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
  /** Where the tokens of servers are; in the folder of this user's state if absent. */
  readonly vault?: Vault;
  /** How long a server may take to start and to list its tools, in place of what the config says. */
  readonly startTimeoutMs?: number;
  /** How long a call waits for servers that are still starting. Default 5 seconds. */
  readonly patienceMs?: number;
  /** How long after a failed start a server is started again; twice as long each time. Default 5 seconds. */
  readonly retryDelayMs?: number;
  /** What finds tools; by words alone if absent. */
  readonly index?: SearchIndex | undefined;
  /** Makes the same for the catalog of each other level of trust; by words alone if absent. */
  readonly anotherIndex?: (() => SearchIndex) | undefined;
  /** How long a tool may take, where that is less than the config allows its server. */
  readonly timeoutMs?: number;
  /** Hears what is worth a number; nobody does if absent. */
  readonly meter?: Meter;
  /** Hold no definition back: for an operator who wants to look at everything. */
  readonly showsHeld?: boolean | undefined;
  /** Hear what happens; nobody does if absent. They are closed with the gateway. */
  readonly observers?: Observers;
}

/** One runtime in front of the servers of a config. */
export interface Gateway {
  /** Tells this gateway from others that a request may have passed. */
  readonly id: string;
  /** What is served now. */
  readonly config: GatewayConfig;
  readonly runtime: Runtime;
  /** The servers as far as what they offer may reach a model. */
  readonly upstreams: GuardedPool;
  readonly store: Store;
  readonly meter: Meter;
  /** How often tools may be called, and how much they may answer. */
  readonly callLimits: CallLimits;
  /** What is held back, for operators alone. */
  readonly quarantine: LateQuarantine;
  /** The same gateway under a level of trust: another catalog, the same servers. Its own level if none is named. */
  under(trust: Trust | undefined): Gateway;
  /** Hear what happens. */
  readonly observers: Observers;
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
    observers = new Observers(),
  } = options;
  let { config } = options;
  processRedactor.learn(secretsOfConfig(config));
  const callLimits = new CallLimits(() => limitsOf(config), meter);
  const id = createGatewayId();
  const inTime = ({ servers }: GatewayConfig): ServerConfig[] =>
    servers.map((server) => startedWithin(server, options.startTimeoutMs));
  const pool = createUpstreamPool({
    gateway: id,
    servers: inTime(config),
    store,
    ...(options.vault === undefined ? {} : { vault: options.vault }),
    env: guardAgainstLoops(config.file, process.env),
    patience: { ...PATIENCE, firstDelayMs: Math.min(PATIENCE.firstDelayMs, retryDelayMs) },
  });
  pool.subscribe((server, event) => {
    if (event.type !== "health" || !observers.isHeard) return;
    observers.mention({ type: "health", server: toSourceId(server), health: event.health });
  });
  const quarantine = new LateQuarantine({
    store,
    configFile: config.file,
    classes: () => config.risk ?? {},
    isOff: options.showsHeld === true,
  });
  quarantine.subscribe((news) => {
    if (observers.isHeard) observers.mention(toHeldEvent(news));
  });
  const ownTrust = config.settings.trust ?? "first-use";
  const tiers = new Map<Trust, Tier>();
  const openTier = (trust: Trust): Tier => {
    const upstreams = guardPool(pool, quarantine, trust);
    const runtime = createRuntime(toRuntimeOptions(options, tiers.size === 0));
    const failures = new Map<string, unknown>();
    const follow = (name: string): (() => Promise<void>) => {
      failures.delete(name);
      const domain = config.servers.find((server) => server.name === name)?.domain;
      const classify = (tool: Tool): Tool =>
        classifyTool(
          domain === undefined ? tool : { ...tool, domain },
          `${toSourceId(name)}/${tool.name}`,
          config.risk ?? {},
          trust,
        );
      const hearFailure = (failure: unknown): void => void failures.set(name, failure);
      const source = upstreamSource(upstreams, name, { retryDelayMs, callLimits, classify, hearFailure });
      return runtime.follow(source);
    };
    const leaves = new Map(config.servers.map(({ name }) => [name, follow(name)]));
    const patience = delay(patienceMs, undefined, { ref: false });
    const listed = Promise.race([runtime.ready(), patience]).then(() => undefined);
    const tier = { upstreams, runtime, failures, leaves, follow, listed };
    tiers.set(trust, tier);
    return tier;
  };
  const takeOver = async (next: GatewayConfig): Promise<ConfigDifference> => {
    const difference = compareConfigs(config, next);
    const { added, changed, removed, sections } = difference;
    processRedactor.learn(secretsOfConfig(next));
    config = next;
    const gone = [...removed, ...changed.map(({ name }) => name)];
    await Promise.all([...tiers.values()].flatMap((tier) => gone.map((name) => leave(tier, name))));
    await pool.reconfigure(inTime(next));
    quarantine.keep(next.servers.map(({ name }) => name));
    for (const tier of tiers.values()) {
      for (const { name } of [...changed, ...added]) tier.leaves.set(name, tier.follow(name));
      if (sections.includes("risk")) tier.upstreams.announce();
    }
    observers.mention(toReloadEvent(difference));
    return difference;
  };
  let turn: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await turn;
    for (const { runtime, upstreams } of tiers.values()) {
      await runtime.close();
      upstreams.release();
    }
    await quarantine.close();
    await pool.close();
    await store.close();
    await observers.close();
  };
  const gateways = new Map<Trust, Gateway>();
  const under = (trust: Trust): Gateway => {
    const known = gateways.get(trust);
    if (known !== undefined) return known;
    const { upstreams, runtime, failures, listed } = openTier(trust);
    const unlistedOf = unlistedNames(runtime, () => config);
    const gateway: Gateway = {
      id,
      get config() {
        return config;
      },
      runtime,
      upstreams,
      store,
      meter,
      observers,
      callLimits,
      quarantine,
      under: (other) => under(other ?? ownTrust),
      ready: () => runtime.ready(),
      listed: () => listed,
      unlisted: () =>
        unlistedOf().map((name) => ({
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
    gateways.set(trust, gateway);
    return gateway;
  };
  return under(ownTrust);
}

/** What a level of trust has of its own: its catalog, and what its sources are heard through. */
interface Tier {
  readonly upstreams: GuardedPool;
  readonly runtime: Runtime;
  /** Why a server's last listing failed, by its name. */
  readonly failures: ReadonlyMap<string, unknown>;
  readonly leaves: Map<string, () => Promise<void>>;
  readonly follow: (server: string) => () => Promise<void>;
  readonly listed: Promise<void>;
}

async function leave({ leaves }: Tier, server: string): Promise<void> {
  const end = leaves.get(server);
  leaves.delete(server);
  await end?.();
}

/** An index holds one catalog: that of the gateway's own level of trust, which is opened first. */
function toRuntimeOptions(
  { config, index, anotherIndex, timeoutMs = NO_TIMEOUT_MS }: GatewayOptions,
  isFirst: boolean,
): RuntimeOptions {
  const { dialect, gate, resultTokens } = config.settings;
  const own = isFirst ? index : anotherIndex?.();
  return {
    dialect,
    ...(gate === undefined ? {} : { gate }),
    // A client of the newer era is never shown another array than its first.
    strategy: "bridge",
    resultTokens,
    timeoutMs,
    ...(own === undefined ? {} : { index: own }),
  };
}

function toHeldEvent(news: TrustNews): GatewayEvent {
  const { server, definition } = news.type === "held" ? news.held : news;
  const reason =
    news.type === "held" ? news.held.reasons.map(({ says }) => says).join("; ") : news.fields.join(", ");
  const { kind: what, name } = definition;
  return { type: "held", server: toSourceId(server), what, name, change: news.type, reason };
}

function toReloadEvent({ added, changed, removed, profiles }: ConfigDifference): GatewayEvent {
  const named = (servers: readonly ServerConfig[]): string[] => servers.map(({ name }) => name);
  return { type: "reload", added: named(added), changed: named(changed), removed, profiles };
}

function startedWithin(server: ServerConfig, startTimeoutMs: number | undefined): ServerConfig {
  if (startTimeoutMs === undefined) return server;
  return { ...server, limits: { ...server.limits, startSeconds: startTimeoutMs / 1000 } };
}
