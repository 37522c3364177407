import { PlimsollError, type Store } from "@plimsoll/core";
import type { RemoteServer, ServerConfig } from "../config/config.ts";
import type { Vault } from "../secrets/vault.ts";
import type { RequestScope } from "../server/request-scope.ts";
import { isSameServer } from "./config-hash.ts";
import { LazyUpstream } from "./lazy-upstream.ts";
import { listServer } from "./list-server.ts";
import { ListingBook } from "./listing-book.ts";
import type { RemoteAccess } from "./remote-access.ts";
import { SHARED, toScopeKey, toTokenOwner } from "./scope-key.ts";
import type { StoredListing } from "./stored-listing.ts";
import type { Upstream, UpstreamEvent } from "./upstream.ts";
import { toUpstreamFailure } from "./upstream-failure.ts";
import type { UpstreamPool } from "./upstream-pool.ts";
import { PATIENCE, type Patience } from "./upstream-state.ts";
import { VerdictBook } from "./verdict-book.ts";

const MOST_UPSTREAMS = 256;
const LISTS = ["tools", "prompts", "resources"] as const;
// Whoever had a server started goes first; what it lists now can wait that long.
const REFRESH_DELAY_MS = 1_000;

/** What a pool is made from. */
export interface UpstreamPoolOptions {
  /** The id of the gateway that the upstreams are behind. */
  readonly gateway: string;
  readonly servers: readonly ServerConfig[];
  readonly store: Store;
  /** Where the tokens of servers are; in the folder of this user's state if absent. */
  readonly vault?: Vault;
  /** Added to the environment of every server that is started. */
  readonly env?: Readonly<Record<string, string>>;
  readonly patience?: Patience;
  /** How many upstreams there may be at the same time, counting one for each scope. */
  readonly most?: number;
}

/** Makes a pool; nothing is started by that. */
export function createUpstreamPool(options: UpstreamPoolOptions): UpstreamPool {
  return new ScopedPool(options);
}

interface Held {
  readonly upstream: LazyUpstream;
  readonly scope: string;
  usedAt: number;
}

class ScopedPool implements UpstreamPool {
  readonly #options: UpstreamPoolOptions;
  readonly #book: ListingBook;
  readonly #verdicts: VerdictBook;
  readonly #held = new Map<string, Held>();
  readonly #asking = new Map<string, Promise<StoredListing>>();
  readonly #known = new Map<string, StoredListing>();
  readonly #listeners = new Set<(server: string, event: UpstreamEvent) => void>();
  readonly #following: Promise<() => Promise<void>>;
  readonly #ending = new Set<Promise<void>>();
  #servers: readonly ServerConfig[];
  #uses = 0;
  #isClosed = false;

  constructor(options: UpstreamPoolOptions) {
    this.#options = options;
    this.#servers = options.servers;
    this.#book = new ListingBook(options.store);
    this.#verdicts = new VerdictBook(options.store);
    this.#following = this.#book.subscribe((name) => void this.#reread(name));
  }

  get servers(): readonly ServerConfig[] {
    return this.#servers;
  }

  of(name: string, asked?: RequestScope): Upstream {
    const server = this.#find(name);
    const scope = toScopeKey(server.limits.scope, asked);
    const key = JSON.stringify([name, scope]);
    const held = this.#held.get(key) ?? this.#hold(key, server, { scope, asked });
    this.#uses += 1;
    held.usedAt = this.#uses;
    return held.upstream;
  }

  async listing(name: string): Promise<StoredListing> {
    const server = this.#find(name);
    const kept = await this.#book.read(server);
    if (kept === undefined) return this.refresh(name);
    this.#compare(name, kept);
    return kept;
  }

  refresh(name: string): Promise<StoredListing> {
    const asked = this.#asking.get(name) ?? this.#ask(name);
    this.#asking.set(name, asked);
    return asked;
  }

  all(): readonly { readonly upstream: Upstream; readonly scope: string }[] {
    return [...this.#held.values()].map(({ upstream, scope }) => ({ upstream, scope }));
  }

  subscribe(listener: (server: string, event: UpstreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async reconfigure(servers: readonly ServerConfig[]): Promise<void> {
    const isKept = (server: ServerConfig): boolean => servers.some((other) => isSameServer(server, other));
    this.#servers = servers;
    for (const [key, { upstream }] of this.#held) if (!isKept(upstream.server)) this.#drop(key);
    for (const name of this.#known.keys()) {
      if (!servers.some((server) => server.name === name)) this.#known.delete(name);
    }
    await Promise.all(this.#ending);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    const unsubscribe = await this.#following;
    await unsubscribe();
    // They stay, closed, so that whoever comes late is told so.
    await Promise.all([...[...this.#held.values()].map(({ upstream }) => upstream.close()), ...this.#ending]);
  }

  #find(name: string): ServerConfig {
    const server = this.#servers.find((one) => one.name === name);
    if (server !== undefined) return server;
    const reason = "there is no server of that name in the config.";
    const data = { server: name, reason, stderr: "" };
    throw new PlimsollError("UPSTREAM_FAILED", `The server "${name}" is not available: ${reason}`, data);
  }

  #hold(
    key: string,
    server: ServerConfig,
    { scope, asked }: { readonly scope: string; readonly asked: RequestScope | undefined },
  ): Held {
    this.#makeRoom(server);
    const { gateway, env = {}, patience = PATIENCE } = this.#options;
    const owner = toTokenOwner(server.limits.scope, asked);
    const access =
      server.type === "stdio" ? undefined : () => createAccess(server, owner, this.#options.vault);
    const upstream = new LazyUpstream(server, { gateway, env, patience, verdicts: this.#verdicts, access });
    if (this.#isClosed) void upstream.close();
    upstream.subscribe((event) => this.#hear(key, upstream, event));
    const held = { upstream, scope, usedAt: 0 };
    this.#held.set(key, held);
    return held;
  }

  /** The one that was used least lately makes room, unless somebody waits for it. */
  #makeRoom(server: ServerConfig): void {
    if (this.#held.size < (this.#options.most ?? MOST_UPSTREAMS)) return;
    const free = [...this.#held].filter(([, { upstream, scope }]) => !upstream.isInUse && scope !== SHARED);
    const [oldest] = free.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) {
      throw toUpstreamFailure(server, "too many are using servers of their own now. Try again later.", "");
    }
    this.#drop(oldest[0]);
  }

  #drop(key: string): void {
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held === undefined) return;
    const ended = held.upstream.close().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #hear(key: string, upstream: LazyUpstream, event: UpstreamEvent): void {
    const { name } = upstream.server;
    const isCurrent = this.#held.get(key)?.upstream === upstream;
    if (event.type === "changed") {
      // Whoever hears of it asks for the listing: the new one has to be there.
      if (isCurrent) void this.refresh(name).catch(() => undefined);
      return;
    }
    this.#tell(name, event);
    if (!isCurrent || event.type !== "health") return;
    if (event.health.state === "up") this.#refreshSoon(name, upstream);
    if (event.health.state === "asleep" && this.#held.get(key)?.scope !== SHARED && !upstream.isInUse) {
      this.#drop(key);
    }
  }

  /** A server that has just been started may offer other things than it did when it was listed. */
  #refreshSoon(name: string, upstream: LazyUpstream): void {
    const startedAt = Date.now();
    const timer = setTimeout(() => {
      const { listedAt = 0 } = this.#known.get(name) ?? {};
      const isWanted = upstream.health.state === "up" && listedAt < startedAt && !this.#asking.has(name);
      if (isWanted) void this.#list(upstream).catch(() => undefined);
    }, REFRESH_DELAY_MS);
    timer.unref();
  }

  #ask(name: string): Promise<StoredListing> {
    const upstream = this.of(name);
    const asked = this.#list(upstream)
      .catch((cause: unknown) => {
        // A server whose tools are known may be at work on them. The end of another is not waited for.
        if (!this.#known.has(name) && upstream.health.state === "up") void upstream.stop();
        throw cause;
      })
      .finally(() => {
        if (this.#asking.get(name) === asked) this.#asking.delete(name);
      });
    return asked;
  }

  async #list(upstream: Upstream): Promise<StoredListing> {
    const { server } = upstream;
    const listing = await listServer(upstream);
    const isCurrent = this.#servers.some((one) => isSameServer(one, server));
    if (!isCurrent || this.#isClosed) return listing;
    await this.#book.write(server, listing);
    this.#compare(server.name, listing);
    return listing;
  }

  async #reread(name: string): Promise<void> {
    const server = this.#servers.find((one) => one.name === name);
    if (server === undefined || this.#isClosed) return;
    const kept = await this.#book.read(server);
    if (kept === undefined) return;
    const isNews = !this.#known.has(name);
    this.#compare(name, kept);
    // Another process has had it listed where this one could not: after a login, for one.
    if (isNews) for (const what of LISTS) this.#tell(name, { type: "changed", what });
  }

  /** Tells which lists differ from those that were known, once for each difference, whoever found it. */
  #compare(name: string, listing: StoredListing): void {
    const before = this.#known.get(name);
    if (before !== undefined && before.listedAt > listing.listedAt) return;
    this.#known.set(name, listing);
    if (before === undefined) return;
    const differs = (part: (listing: StoredListing) => unknown): boolean =>
      JSON.stringify(part(before)) !== JSON.stringify(part(listing));
    if (differs(({ tools, instructions }) => [tools, instructions])) {
      this.#tell(name, { type: "changed", what: "tools" });
    }
    if (differs(({ prompts }) => prompts)) this.#tell(name, { type: "changed", what: "prompts" });
    if (differs(({ resources, resourceTemplates }) => [resources, resourceTemplates])) {
      this.#tell(name, { type: "changed", what: "resources" });
    }
  }

  #tell(name: string, event: UpstreamEvent): void {
    for (const listener of [...this.#listeners]) listener(name, event);
  }
}

/** What it takes to reach a server elsewhere is read when the first is reached: most run here. */
async function createAccess(
  server: RemoteServer,
  owner: string,
  given: Vault | undefined,
): Promise<RemoteAccess> {
  const [{ createRemoteAccess }, { openVault, vaultFolder }] = await Promise.all([
    import("./remote-access.ts"),
    import("../secrets/vault.ts"),
  ]);
  return createRemoteAccess(server, owner, given ?? openVault(vaultFolder()));
}
