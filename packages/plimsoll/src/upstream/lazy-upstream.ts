import { ProtocolError } from "@modelcontextprotocol/server";
import { PlimsollError } from "@plimsoll/core";
import type { ServerConfig } from "../config/config.ts";
import { loginRequiredIn } from "../oauth/login-required.ts";
import { whyUnauthorized } from "../oauth/why-unauthorized.ts";
import { processRedactor } from "../secrets/redactor.ts";
import type { Connection, ConnectionListener } from "./connection.ts";
import { type KeptConnection, KeptConnections } from "./kept-connections.ts";
import { toLongestMs } from "./longest-call.ts";
import { isSessionLost } from "./lost-session.ts";
import { OpenRelay, type OpenRelayLimits } from "./open-relay.ts";
import { OpenRelays } from "./open-relays.ts";
import { redactRefusal } from "./redact-refusal.ts";
import type { RemoteAccess } from "./remote-access.ts";
import { Subscriptions } from "./subscriptions.ts";
import { Turns } from "./turns.ts";
import { untilAborted } from "./until-aborted.ts";
import type {
  RelayOptions,
  RelayRequest,
  Upstream,
  UpstreamEvent,
  UpstreamHealth,
  UpstreamIntroduction,
} from "./upstream.ts";
import { codeOf, isUnreachable, messageOf, statusOf, toUpstreamFailure } from "./upstream-failure.ts";
import {
  ASLEEP,
  admit,
  nextState,
  type Patience,
  toHealth,
  type UpstreamSignal,
  type UpstreamState,
} from "./upstream-state.ts";
import type { VerdictBook } from "./verdict-book.ts";

/** What an upstream is made with. */
export interface LazyUpstreamOptions {
  /** The id of the gateway it is behind. */
  readonly gateway: string;
  /** Added to the environment of a server that is started. */
  readonly env: Readonly<Record<string, string>>;
  readonly verdicts: VerdictBook;
  readonly patience: Patience;
  /** Makes what it is reached by, where it runs elsewhere. */
  readonly access?: (() => Promise<RemoteAccess>) | undefined;
}

/** A server that is started or reached when it is first needed, and stopped when it is not needed any longer. */
export class LazyUpstream implements Upstream {
  readonly server: ServerConfig;
  readonly #options: LazyUpstreamOptions;
  readonly #turns: Turns;
  readonly #listeners = new Set<(event: UpstreamEvent) => void>();
  readonly #subscriptions = new Subscriptions();
  readonly #connections = new KeptConnections((signal) => this.#open(signal));
  #state: UpstreamState = ASLEEP;
  #access: Promise<RemoteAccess> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #inUse = 0;

  constructor(server: ServerConfig, options: LazyUpstreamOptions) {
    this.server = server;
    this.#options = options;
    this.#turns = new Turns(server);
  }

  get health(): UpstreamHealth {
    return toHealth(this.#state);
  }

  get load(): Upstream["load"] {
    return this.#turns.load;
  }

  /** Whether somebody waits for it. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  get introduced(): UpstreamIntroduction | undefined {
    return this.#connections.current?.connection.introduction;
  }

  async request(request: RelayRequest, options: RelayOptions = {}): Promise<unknown> {
    if (this.#connections.isEmpty && this.#subscriptions.forget(request)) {
      this.#rest();
      return {};
    }
    return this.#use(async () => {
      const release = this.#turns.takeNow(options.signal) ?? (await this.#turns.take(options.signal));
      try {
        return await this.#relay(request, options, true);
      } finally {
        release();
      }
    });
  }

  async introduction(): Promise<UpstreamIntroduction> {
    return this.#use(async () => (await this.#connections.get()).connection.introduction);
  }

  subscribe(listener: (event: UpstreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#signal({ type: "stopped" });
    this.#endTimers();
    await this.#connections.endAll();
  }

  async close(): Promise<void> {
    this.#signal({ type: "closed" });
    this.#endTimers();
    await this.#connections.endAll();
    await (await this.#access?.catch(() => undefined))?.close();
  }

  /** Lets something use the server, if that may be used now; while it does, the server is not idle. */
  async #use<T>(act: () => Promise<T>): Promise<T> {
    const admission = admit(this.#state, this.#inUse, Date.now(), this.#options.patience);
    if (admission.type === "refused") throw toUpstreamFailure(this.server, admission.reason, "");
    this.#inUse += 1;
    try {
      return await act();
    } finally {
      this.#inUse -= 1;
      this.#rest();
    }
  }

  async #relay(request: RelayRequest, options: RelayOptions, mayRetry: boolean): Promise<unknown> {
    const kept = this.#connections.current ?? (await untilAborted(this.#connections.get(), options.signal));
    const { connection, relays } = kept;
    if (this.#subscriptions.take(request) && connection.introduction.era === "modern") {
      return this.#subscriptions.tell(connection);
    }
    options.signal?.throwIfAborted();
    const relay = new OpenRelay(request, options, this.#limitsOf(connection));
    relays.begin(relay);
    try {
      const result = await connection.request(request, relay);
      this.#signal({ type: "answered", isCall: isCall(request) });
      return redactRefusal(result);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (relay.isLate) throw this.#late(relay, kept);
      const isLost = mayRetry && (await isSessionLost(cause, connection, relay.signal));
      if (!isLost) throw this.#failed(cause, request, kept);
    } finally {
      relays.end(relay);
    }
    if (this.#connections.current === kept) this.#signal({ type: "stopped" }); // Or another request came before.
    this.#connections.replace(kept);
    return this.#relay(request, options, false);
  }

  #limitsOf({ heard }: Connection): OpenRelayLimits {
    const { limits } = this.server;
    const timeoutMs = limits.timeoutSeconds * 1000;
    return { gateway: this.#options.gateway, timeoutMs, longestMs: toLongestMs(limits), heard };
  }

  /** A server that says something else meanwhile is slow; only one that says nothing at all may be stuck. */
  #late({ method, heardBefore }: OpenRelay, { connection, relays }: KeptConnection): Error {
    const { name, limits } = this.server;
    const isSilent = connection.heard === heardBefore;
    if (isSilent && this.#connections.current?.connection === connection) {
      this.#signal({ type: "silent", isLast: relays.running === 1 });
      if (this.#state.state === "failing") this.#connections.drop();
    }
    const reason = `it did not answer "${method}" within ${limits.timeoutSeconds} seconds.`;
    return new PlimsollError("UPSTREAM_FAILED", `The server "${name}" is late: ${reason}`, {
      server: name,
      reason,
      stderr: "",
    });
  }

  #failed(thrown: unknown, request: RelayRequest, kept: KeptConnection): unknown {
    const cause = processRedactor.redactError(thrown);
    const unauthorized = whyUnauthorized(cause);
    if (unauthorized !== undefined) {
      if (this.#connections.current === kept) this.#signal({ type: "stopped" });
      this.#connections.replace(kept);
      return toUpstreamFailure(this.server, unauthorized, "", cause);
    }
    if (cause instanceof ProtocolError) {
      this.#signal({ type: "answered", isCall: isCall(request) });
      return cause;
    }
    if (codeOf(cause) === "CONNECTION_CLOSED") {
      const { reason = "it ended." } = this.health.state === "failing" ? this.health : {};
      return toUpstreamFailure(this.server, `Connection closed: ${reason}`, "", cause);
    }
    if (this.server.type === "stdio" || statusOf(cause) !== undefined) return cause;
    const reason = `the connection failed: ${messageOf(Object(cause)["cause"] ?? cause)}.`;
    // A request that broke off is one request. Where nobody is there, what comes next is to start over; and so it is
    // over the oldest transport, on which every request needs the one stream.
    const isGone = isUnreachable(cause) || kept.connection.transport === "sse";
    if (isGone && this.#connections.current === kept) {
      this.#signal({ type: "crashed", reason });
      this.#connections.replace(kept);
    }
    return toUpstreamFailure(this.server, reason, "", cause);
  }

  async #open(signal: AbortSignal): Promise<KeptConnection> {
    const { gateway, env, verdicts } = this.#options;
    this.#signal({ type: "start" });
    try {
      const verdict = await verdicts.read(this.server);
      let connection: Connection | undefined;
      const relays = new OpenRelays(this.#turns, () => connection?.hasGhosts === true);
      const listener = this.#listenTo(relays);
      const ending = (end: Promise<void>): void => this.#connections.await(end);
      // What speaks to servers is read when the first is needed: a gateway that only answers from what it knows starts sooner.
      const { openConnection } = await import("./open-connection.ts");
      this.#access ??= this.#options.access?.();
      const access = await this.#access;
      const options = { gateway, env, verdict, listener, access, ending, signal };
      connection = await openConnection(this.server, options);
      if (signal.aborted) {
        this.#connections.end(connection);
        throw toUpstreamFailure(this.server, "it was stopped while it started.", "");
      }
      const kept = { connection, relays };
      this.#connections.use(kept);
      this.#signal({ type: "started" });
      if (verdict === undefined) await verdicts.write(this.server, connection);
      await this.#subscriptions.renew(connection);
      return kept;
    } catch (cause) {
      const failure = PlimsollError.is(cause, "UPSTREAM_FAILED")
        ? cause
        : toUpstreamFailure(this.server, `${messageOf(cause)}.`, "", cause);
      // Whoever logs in is not kept waiting for it: a server that waits for a login has not failed.
      if (loginRequiredIn(failure) !== undefined) this.#signal({ type: "stopped" });
      else this.#signal({ type: "start-failed", reason: failure.data.reason });
      throw failure;
    }
  }

  #listenTo(relays: OpenRelays): ConnectionListener {
    return {
      lost: (reason) => {
        if (this.#connections.current?.relays !== relays) return;
        this.#signal({ type: "crashed", reason: processRedactor.redact(reason) });
        this.#connections.drop();
        this.#rest();
      },
      happened: (event) => this.#tell(event),
      logged: (message) => relays.log(processRedactor.redactValue(message)),
      asked: (request) => relays.ask(request),
    };
  }

  /** What comes next by itself when nobody uses the server: it is stopped, or, while somebody listens to it, kept alive. */
  #rest(): void {
    clearTimeout(this.#retry);
    if (this.#inUse > 0) return;
    if (this.#subscriptions.isEmpty) {
      if (this.#connections.current !== undefined) this.#waitIdle();
    } else if (this.#state.state === "failing") {
      const start = (): void => void this.introduction().catch(() => this.#rest());
      this.#retry = setTimeout(start, Math.max(this.#state.retryAt - Date.now(), 0));
      this.#retry.unref();
    }
  }

  /** One timer for good, which starts over: every request ends with this. */
  #waitIdle(): void {
    const { idleSeconds } = this.server.limits;
    if (idleSeconds === 0) return;
    this.#idle ??= setTimeout(() => {
      const isIdle = this.#inUse === 0 && this.#subscriptions.isEmpty;
      if (isIdle && this.#connections.current !== undefined) void this.stop();
    }, idleSeconds * 1000).unref();
    this.#idle.refresh();
  }

  #endTimers(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#idle);
    this.#idle = undefined;
  }

  #signal(signal: UpstreamSignal): void {
    const before = this.#state;
    this.#state = nextState(before, signal, Date.now(), this.#options.patience);
    if (this.#state.state !== before.state) this.#tell({ type: "health", health: this.health });
  }

  #tell(event: UpstreamEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function isCall({ method }: RelayRequest): boolean {
  return !method.endsWith("/list");
}
