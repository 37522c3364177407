import { isDeepStrictEqual } from "node:util";
import { type Store, type Trust, toSourceId } from "@plimsoll/core";
import type { StoredListing } from "../upstream/stored-listing.ts";
import { changedFields } from "./changed-fields.ts";
import type { Clearance } from "./clearance.ts";
import { type Definition, labelOf } from "./definition.ts";
import { type Finding, findAbout, itemOf, type KnownRelation, type KnownServer, whyHeld } from "./judge.ts";
import { type Ledger, LedgerBook } from "./ledger.ts";
import { markOf } from "./listing-mark.ts";
import { type Relation, relationsTo } from "./relation.ts";
import { type SeenServer, toSeenServer } from "./seen-server.ts";
import type { Suspicion } from "./suspicion.ts";

/** A definition that does not reach any model until an operator approves it. */
export interface HeldDefinition {
  readonly server: string;
  /** How an operator names it. */
  readonly label: string;
  readonly definition: Definition;
  readonly reasons: readonly Suspicion[];
  /** What was trusted before, where something was. */
  readonly before: unknown;
  /** The levels of trust that hold it. */
  readonly under: readonly Trust[];
}

/** What an operator is told as it happens. */
export type TrustNews =
  | { readonly type: "held"; readonly held: HeldDefinition }
  | {
      readonly type: "accepted";
      readonly server: string;
      readonly label: string;
      readonly definition: Definition;
      /** What of it is another than before; nothing, where it is new. */
      readonly fields: readonly string[];
    };

/** What a quarantine is made from. */
export interface QuarantineOptions {
  readonly store: Store;
  /** Whether the operator has classed a tool, by its canonical name: then its server's hints count for nothing. */
  readonly isClassed?: (tool: string) => boolean;
}

interface Known extends KnownServer {
  readonly mark: string;
  readonly findings: readonly Finding[];
  /** What was worked out of it, by the level of trust. */
  readonly admitted: Map<Trust, StoredListing>;
}

/**
 * Decides what of the servers' listings may reach a model. It knows every server that was shown to it, and looks at all
 * of them again whenever one of them, or a decision, is another: what one server offers may be a trick on another.
 */
export class Quarantine {
  readonly #book: LedgerBook;
  readonly #isClassed: (tool: string) => boolean;
  readonly #known = new Map<string, Known>();
  readonly #relations = new WeakMap<SeenServer, WeakMap<SeenServer, readonly Relation[]>>();
  readonly #listeners = new Set<(news: TrustNews) => void>();
  readonly #watchers = new Set<() => void>();
  readonly #levels = new Set<Trust>();
  readonly #following: Promise<() => Promise<void>>;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ store, isClassed = () => false }: QuarantineOptions) {
    this.#book = new LedgerBook(store);
    this.#isClassed = isClassed;
    this.#following = this.#book.subscribe((server) => void this.#inTurn(() => this.#reread(server)));
  }

  /** Has a level of trust judged from here on. */
  use(trust: Trust): void {
    if (this.#levels.has(trust)) return;
    this.#levels.add(trust);
    for (const name of this.#known.keys()) void this.#inTurn(() => this.#accept(name));
  }

  /** What of a listing may reach a model under a level of trust. */
  async admit(server: string, listing: StoredListing, trust: Trust): Promise<StoredListing> {
    this.use(trust);
    await this.#inTurn(() => this.#see(server, listing));
    return this.admitted(server, trust) ?? withoutItems(listing);
  }

  /** The same of what the server listed last; nothing, where it was never shown. */
  admitted(server: string, trust: Trust): StoredListing | undefined {
    const known = this.#known.get(server);
    if (known === undefined) return undefined;
    const admitted = known.admitted.get(trust) ?? withoutHeld(known, trust);
    known.admitted.set(trust, admitted);
    return admitted;
  }

  /** Whether a resource's address is of something that is held. */
  withholds(server: string, trust: Trust, fits: (held: Definition) => boolean): boolean {
    const findings = this.#known.get(server)?.findings ?? [];
    return findings.some((finding) => fits(finding.definition) && whyHeld(finding, trust).length > 0);
  }

  /** All that is held under any level that is in use, in the order of servers and their listings. */
  held(): readonly HeldDefinition[] {
    return [...this.#known.keys()].flatMap((name) => this.#heldOf(name));
  }

  /** Forgets servers that are configured no longer, and looks at the others again: classes may have changed, too. */
  keep(servers: readonly string[]): void {
    for (const name of [...this.#known.keys()]) if (!servers.includes(name)) this.#known.delete(name);
    void this.#inTurn(async () => this.#judge());
  }

  /** Under which levels nothing is held of what was shown, by the decisions as they stand in the store now. */
  clearance(): Promise<Clearance> {
    return this.#inTurn(async () => {
      // Before the ledgers: what is decided while they are read is told by another stamp.
      const stamp = await this.#book.stamp();
      for (const [name, { ledger }] of [...this.#known]) {
        const now = await this.#book.read(name);
        if (!isDeepStrictEqual(now, ledger)) this.#takeOver(name, now);
      }
      const held = this.held();
      return {
        stamp,
        levels: [...this.#levels].filter((trust) => held.every(({ under }) => !under.includes(trust))),
        marks: Object.fromEntries([...this.#known].map(([name, { mark }]) => [name, mark])),
      };
    });
  }

  /** Writes an operator's word down, on the very definitions that were shown. */
  async decide(type: "approved" | "rejected", held: readonly HeldDefinition[]): Promise<void> {
    const servers = new Set(held.map(({ server }) => server));
    for (const server of servers) {
      const own = held.filter((one) => one.server === server).map(({ definition }) => definition);
      await this.#book.decide(server, type, own);
      await this.#inTurn(() => this.#reread(server));
    }
  }

  /** Tells an operator what happens; the answer ends that. */
  subscribe(listener: (news: TrustNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls a watcher when what may reach a model may be another; the answer ends that. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#watchers.clear();
    await (await this.#following)();
  }

  async #see(server: string, listing: StoredListing): Promise<void> {
    const mark = markOf(listing);
    if (this.#known.get(server)?.mark === mark) return;
    const seen = toSeenServer(server, listing);
    const ledger = await this.#book.read(server);
    this.#known.set(server, { seen, ledger, mark, findings: [], admitted: new Map() });
    this.#judge(server);
    await this.#accept(server);
  }

  async #reread(server: string): Promise<void> {
    const known = this.#known.get(server);
    if (known === undefined) return;
    this.#takeOver(server, await this.#book.read(server));
  }

  /** Writes down what is trusted on first use, so that the next definition is compared with it. */
  async #accept(server: string): Promise<void> {
    const known = this.#known.get(server);
    if (known === undefined || !this.#levels.has("first-use")) return;
    const fresh = known.findings.filter(
      (finding) => finding.decision === undefined && whyHeld(finding, "first-use").length === 0,
    );
    if (fresh.length === 0) return;
    const isFirst = !Number.isFinite(known.ledger.since);
    const news = isFirst ? [] : fresh.map(({ definition }) => toAccepted(known, definition));
    const accepted = fresh.map(({ definition }) => definition);
    this.#takeOver(
      server,
      await this.#book.decide(server, "accepted", accepted, known.seen.listing.listedAt),
    );
    for (const one of news) this.#tell(one);
  }

  #takeOver(server: string, ledger: Ledger): void {
    const known = this.#known.get(server);
    if (known === undefined) return;
    this.#known.set(server, { ...known, ledger });
    this.#judge();
  }

  /** Judges every server anew. What is held of one that has just been shown is no news: whoever asked for it is told. */
  #judge(shown?: string): void {
    const before = new Set(this.held().map(idOf));
    for (const [name, known] of this.#known) {
      const isClassed = (tool: string): boolean => this.#isClassed(`${toSourceId(name)}/${tool}`);
      const findings = findAbout(known, this.#relationsOf(name), isClassed);
      this.#known.set(name, { ...known, findings, admitted: new Map() });
    }
    for (const held of this.held()) {
      const isNews = !before.has(idOf(held)) && (held.server !== shown || held.before !== undefined);
      if (isNews) this.#tell({ type: "held", held });
    }
    for (const watcher of [...this.#watchers]) watcher();
  }

  #relationsOf(name: string): readonly KnownRelation[] {
    const { seen } = this.#known.get(name) ?? {};
    if (seen === undefined) return [];
    return [...this.#known.values()].flatMap((to) =>
      to.seen === seen ? [] : this.#relationsTo(seen, to.seen).map((relation) => ({ ...relation, to })),
    );
  }

  #relationsTo(seen: SeenServer, other: SeenServer): readonly Relation[] {
    const own = this.#relations.get(seen) ?? new WeakMap<SeenServer, readonly Relation[]>();
    this.#relations.set(seen, own);
    const relations = own.get(other) ?? relationsTo(seen, other);
    own.set(other, relations);
    return relations;
  }

  #heldOf(name: string): readonly HeldDefinition[] {
    const known = this.#known.get(name);
    return (known?.findings ?? []).flatMap((finding) => {
      const under = [...this.#levels].filter((trust) => whyHeld(finding, trust).length > 0);
      const [strictest] = under.includes("pinned") ? ["pinned" as const] : under;
      if (known === undefined || strictest === undefined) return [];
      const { definition } = finding;
      return [
        {
          server: name,
          label: labelOf(known.seen.id, definition),
          definition,
          reasons: whyHeld(finding, strictest),
          before: itemOf(known.ledger, definition)?.item,
          under,
        },
      ];
    });
  }

  #tell(news: TrustNews): void {
    for (const listener of [...this.#listeners]) listener(news);
  }

  /** One after the other: a ledger that is being written is not judged by. */
  #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const taken = this.#turn.then(run);
    this.#turn = taken.catch(() => undefined);
    return taken;
  }
}

function toAccepted({ ledger, seen }: KnownServer, definition: Definition): TrustNews {
  const before = itemOf(ledger, definition)?.item;
  const fields = before === undefined ? [] : changedFields(before, definition.item);
  return { type: "accepted", server: seen.name, label: labelOf(seen.id, definition), definition, fields };
}

function withoutHeld({ seen, findings }: Known, trust: Trust): StoredListing {
  const held = new Set(
    findings.filter((finding) => whyHeld(finding, trust).length > 0).map(({ definition }) => definition),
  );
  if (held.size === 0) return seen.listing;
  const items = new Set([...held].filter(({ kind }) => kind !== "instructions").map(({ item }) => item));
  const { instructions, ...listing } = seen.listing;
  const isAdmitted = (item: unknown): boolean => !items.has(item);
  const hasInstructions = [...held].every(({ kind }) => kind !== "instructions");
  const tools = listing.tools.filter(isAdmitted);
  const names = new Set<unknown>(tools.map((tool) => tool?.name));
  const hashes = Object.entries(listing.schemaHashes).filter(([name]) => names.has(name));
  return {
    ...listing,
    tools,
    schemaHashes: Object.fromEntries(hashes),
    prompts: listing.prompts.filter(isAdmitted),
    resources: listing.resources.filter(isAdmitted),
    resourceTemplates: listing.resourceTemplates.filter(isAdmitted),
    ...(instructions === undefined || !hasInstructions ? {} : { instructions }),
  };
}

/** Of a server that was taken out of the config while it was asked, nothing is admitted. */
function withoutItems({ instructions: _instructions, ...listing }: StoredListing): StoredListing {
  return { ...listing, tools: [], prompts: [], resources: [], resourceTemplates: [] };
}

function idOf({ label, definition, under }: HeldDefinition): string {
  return JSON.stringify([label, definition.hash, under]);
}
