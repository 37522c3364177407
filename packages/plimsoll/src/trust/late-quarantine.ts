import type { Store, Trust } from "@plimsoll/core";
import type { StoredListing } from "../upstream/stored-listing.ts";
import { type Clearance, type ClearanceTerms, readClearance, writeClearance } from "./clearance.ts";
import type { Definition } from "./definition.ts";
import { LedgerBook } from "./ledger.ts";
import { markOf } from "./listing-mark.ts";
import type { HeldDefinition, Quarantine, TrustNews } from "./quarantine.ts";
import { classOf, type RiskClasses } from "./risk-classes.ts";

// Whoever waits for a first answer goes first.
const CLEAR_AFTER_MS = 1_000;

/** What a late quarantine is made from. */
export interface LateQuarantineOptions {
  readonly store: Store;
  /** Of the config whose servers it is for. */
  readonly configFile: string;
  /** The operator's classes of now. */
  readonly classes: () => RiskClasses;
  /** Hold nothing back: for an operator who wants to look at everything. */
  readonly isOff?: boolean;
}

interface Cleared {
  readonly mark: string;
  readonly listing: StoredListing;
}

/**
 * A quarantine that looks at listings only once there is something to look at. What was looked at before, and had
 * nothing in it that was held, passes by the clearance that was kept of it; with the first listing that is another, or
 * the first decision, all of them are looked at again.
 */
export class LateQuarantine {
  readonly #options: LateQuarantineOptions;
  readonly #levels = new Set<Trust>();
  readonly #cleared = new Map<string, Cleared>();
  readonly #listeners = new Set<(news: TrustNews) => void>();
  readonly #watchers = new Set<() => void>();
  readonly #following: Promise<() => Promise<void>>;
  #reading: Promise<Clearance | undefined> | undefined;
  #opening: Promise<Quarantine> | undefined;
  #opened: Quarantine | undefined;
  #clearing: NodeJS.Timeout | undefined;

  constructor(options: LateQuarantineOptions) {
    this.#options = options;
    this.#following =
      options.isOff === true
        ? Promise.resolve(async () => undefined)
        : new LedgerBook(options.store).subscribe(() => void this.#open().catch(() => undefined));
  }

  /** Has a level of trust judged from here on. */
  use(trust: Trust): void {
    this.#levels.add(trust);
    this.#opened?.use(trust);
  }

  /** What of a listing may reach a model under a level of trust. */
  async admit(server: string, listing: StoredListing, trust: Trust): Promise<StoredListing> {
    if (this.#options.isOff === true) return listing;
    this.use(trust);
    const cleared = this.#opening === undefined ? await this.#clear(server, listing, trust) : undefined;
    // Somebody may have had reason to look meanwhile.
    if (cleared === undefined || this.#opening !== undefined) {
      return (await this.#open()).admit(server, listing, trust);
    }
    this.#cleared.set(server, cleared);
    return cleared.listing;
  }

  /** The same of what the server listed last; nothing, where it was never shown. */
  admitted(server: string, trust: Trust): StoredListing | undefined {
    return this.#opened === undefined
      ? this.#cleared.get(server)?.listing
      : this.#opened.admitted(server, trust);
  }

  /** Whether a resource's address is of something that is held. */
  withholds(server: string, trust: Trust, fits: (held: Definition) => boolean): boolean {
    return this.#opened?.withholds(server, trust, fits) ?? false;
  }

  /** All that is held under any level that is in use, in the order of servers and their listings. */
  async held(): Promise<readonly HeldDefinition[]> {
    return (await this.#opening)?.held() ?? [];
  }

  /** Forgets servers that are configured no longer, and looks at the others again: classes may have changed, too. */
  keep(servers: readonly string[]): void {
    for (const name of [...this.#cleared.keys()]) if (!servers.includes(name)) this.#cleared.delete(name);
    void this.#open().then(
      (opened) => opened.keep(servers),
      () => undefined,
    );
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
    const opened = await this.#opening?.catch(() => undefined);
    if (this.#clearing !== undefined) await this.#keepClearance();
    await opened?.close();
  }

  /** The listing, where the clearance that was kept covers it. */
  async #clear(server: string, listing: StoredListing, trust: Trust): Promise<Cleared | undefined> {
    this.#reading ??= readClearance(this.#options.store, this.#terms());
    const clearance = await this.#reading;
    if (clearance === undefined || !clearance.levels.includes(trust)) return undefined;
    const mark = markOf(listing);
    if (!Object.hasOwn(clearance.marks, server) || clearance.marks[server] !== mark) return undefined;
    const known = this.#cleared.get(server);
    return known?.mark === mark ? known : { mark, listing };
  }

  #open(): Promise<Quarantine> {
    this.#opening ??= this.#makeWhole();
    return this.#opening;
  }

  /** Shows everything that has passed so far to a quarantine that looks at it. */
  async #makeWhole(): Promise<Quarantine> {
    const { Quarantine } = await import("./quarantine.ts");
    const { store, classes } = this.#options;
    const whole = new Quarantine({ store, isClassed: (tool) => classOf(classes(), tool) !== undefined });
    whole.subscribe((news) => {
      for (const listener of [...this.#listeners]) listener(news);
    });
    for (const trust of this.#levels) whole.use(trust);
    for (const [server, { listing }] of this.#cleared) {
      for (const trust of this.#levels) await whole.admit(server, listing, trust);
    }
    const hear = (): void => {
      this.#clearSoon();
      for (const watcher of [...this.#watchers]) watcher();
    };
    whole.watch(hear);
    // A level may have come into use meanwhile.
    for (const trust of this.#levels) whole.use(trust);
    this.#opened = whole;
    hear();
    return whole;
  }

  #clearSoon(): void {
    this.#clearing ??= setTimeout(() => void this.#keepClearance(), CLEAR_AFTER_MS).unref();
  }

  async #keepClearance(): Promise<void> {
    clearTimeout(this.#clearing);
    this.#clearing = undefined;
    const clearance = await this.#opened?.clearance().catch(() => undefined);
    if (clearance !== undefined) await writeClearance(this.#options.store, this.#terms(), clearance);
  }

  #terms(): ClearanceTerms {
    const { configFile, classes } = this.#options;
    return { configFile, classes: classes() };
  }
}
