import { setTimeout as delay } from "node:timers/promises";
import { toSourceId } from "@plimsoll/core";
import type { Gateway } from "../../gateway.ts";
import { processRedactor } from "../../secrets/redactor.ts";

const STORE_MS = 1_000;

/** Whether a gateway can serve, and if not, what it waits for. */
export interface ReadyReport {
  readonly status: "ready" | "starting" | "failing";
  readonly checks: {
    /** Whether every server has listed its tools, or has failed to. */
    readonly listings: boolean;
    readonly store: boolean;
    /** Whether calls can be written down, where they have to be. */
    readonly audit: boolean;
  };
}

/** How one server is, for operators. */
export interface ServerReport {
  readonly server: string;
  readonly name: string;
  readonly listed: boolean;
  readonly failure?: string;
  /** Of its processes and connections; one that sleeps is fine. */
  readonly states: readonly string[];
  readonly running: number;
  readonly waiting: number;
}

/** Finds out whether a gateway is ready. The config has been read, or there would be no gateway. */
export class Readiness {
  readonly #gateway: Gateway;
  readonly #isAudited: () => boolean;
  #isListed = false;

  constructor(gateway: Gateway, isAudited: () => boolean = () => true) {
    this.#gateway = gateway;
    this.#isAudited = isAudited;
    void gateway.ready().then(() => {
      this.#isListed = true;
    });
  }

  async report(): Promise<ReadyReport> {
    const checks = { listings: this.#isListed, store: await this.#answers(), audit: this.#isAudited() };
    const isFailing = !checks.store || !checks.audit;
    return { status: isFailing ? "failing" : checks.listings ? "ready" : "starting", checks };
  }

  servers(): ServerReport[] {
    const { config, upstreams } = this.#gateway;
    const unlisted = new Map(this.#gateway.unlisted().map((server) => [server.name, server]));
    return config.servers.map(({ name }) => {
      const own = upstreams.all().filter(({ upstream }) => upstream.server.name === name);
      const sum = (part: "running" | "waiting"): number =>
        own.reduce((total, { upstream }) => total + upstream.load[part], 0);
      const failure = unlisted.get(name)?.failure;
      return {
        server: toSourceId(name),
        name,
        listed: !unlisted.has(name),
        ...(failure === undefined ? {} : { failure: toReason(failure) }),
        states: own.map(({ upstream }) => upstream.health.state),
        running: sum("running"),
        waiting: sum("waiting"),
      };
    });
  }

  async #answers(): Promise<boolean> {
    const key = { space: "session", owner: "readyz", id: "readyz" } as const;
    const read = this.#gateway.store.read(key).then(
      () => true,
      () => false,
    );
    return Promise.race([read, delay(STORE_MS, false, { ref: false })]);
  }
}

function toReason(failure: unknown): string {
  return processRedactor.redact(failure instanceof Error ? failure.message : String(failure));
}
