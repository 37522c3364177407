import type { Trust } from "@plimsoll/core";
import { fitsTemplate } from "../server/fits-template.ts";
import type { StoredListing } from "../upstream/stored-listing.ts";
import type { UpstreamEvent } from "../upstream/upstream.ts";
import type { UpstreamPool } from "../upstream/upstream-pool.ts";
import type { LateQuarantine } from "./late-quarantine.ts";

/** The upstreams of a gateway as far as they may reach a model: what is held is in no listing, and no event tells of it. */
export interface GuardedPool extends UpstreamPool {
  /** Whether an address is of a resource that is held; known once the server's listing is. */
  withholds(server: string, uri: string): boolean;
  /** Has whoever follows the servers' tools read them again. */
  announce(): void;
  /** Ends what it hears; the pool behind it goes on. */
  release(): void;
}

/** Puts a quarantine before a pool, for one level of trust. */
export function guardPool(pool: UpstreamPool, quarantine: LateQuarantine, trust: Trust): GuardedPool {
  const listeners = new Set<(server: string, event: UpstreamEvent) => void>();
  const told = new Map<string, StoredListing>();
  const tell = (server: string, event: UpstreamEvent): void => {
    for (const listener of [...listeners]) listener(server, event);
  };
  const compare = (server: string): void => {
    const after = quarantine.admitted(server, trust);
    const before = told.get(server);
    if (after === undefined || after === before) return;
    told.set(server, after);
    if (before !== undefined)
      for (const what of changesBetween(before, after)) tell(server, { type: "changed", what });
  };
  const guarded: GuardedPool = {
    get servers() {
      return pool.servers;
    },
    of: (server, scope) => pool.of(server, scope),
    async listing(server) {
      const admitted = await quarantine.admit(server, await pool.listing(server), trust);
      compare(server);
      return admitted;
    },
    async refresh(server) {
      const admitted = await quarantine.admit(server, await pool.refresh(server), trust);
      compare(server);
      return admitted;
    },
    all: () => pool.all(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    withholds: (server, uri) =>
      quarantine.withholds(server, trust, ({ kind, name }) =>
        kind === "template" ? name === uri || fitsTemplate(name, uri) : kind === "resource" && name === uri,
      ),
    reconfigure: (servers) => pool.reconfigure(servers),
    close: () => pool.close(),
    announce() {
      for (const { name } of pool.servers) tell(name, { type: "changed", what: "tools" });
    },
    release() {
      endWatch();
      endEvents();
      listeners.clear();
    },
  };
  quarantine.use(trust);
  const endWatch = quarantine.watch(() => {
    for (const { name } of pool.servers) compare(name);
  });
  const endEvents = pool.subscribe((server, event) => {
    // A change is told once it is known what of it may be.
    if (event.type === "changed") void guarded.listing(server).catch(() => undefined);
    else if (event.type !== "updated" || !guarded.withholds(server, event.uri)) tell(server, event);
  });
  return guarded;
}

function changesBetween(
  before: StoredListing,
  after: StoredListing,
): readonly Extract<UpstreamEvent, { type: "changed" }>["what"][] {
  const differs = (part: (listing: StoredListing) => unknown): boolean =>
    JSON.stringify(part(before)) !== JSON.stringify(part(after));
  return [
    ...(differs(({ tools, instructions }) => [tools, instructions]) ? (["tools"] as const) : []),
    ...(differs(({ prompts }) => prompts) ? (["prompts"] as const) : []),
    ...(differs(({ resources, resourceTemplates }) => [resources, resourceTemplates])
      ? (["resources"] as const)
      : []),
  ];
}
