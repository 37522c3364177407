import { ProtocolError } from "@modelcontextprotocol/server";
import { PlimsollError } from "@plimsoll/core";
import type { ServerConfig } from "../config/config.ts";
import type { Connection, ConnectionListener } from "./connection.ts";
import { addHop } from "./hops.ts";
import { OpenRelays } from "./open-relays.ts";
import { PausableTimer } from "./pausable-timer.ts";
import { Subscriptions } from "./subscriptions.ts";
import { TurnQueue } from "./turn-queue.ts";
import type {
  RelayOptions,
  RelayRequest,
  Upstream,
  UpstreamEvent,
  UpstreamHealth,
  UpstreamIntroduction,
} from "./upstream.ts";
import { codeOf, messageOf, statusOf, toUpstreamFailure } from "./upstream-failure.ts";
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
}

/** A server that is started or reached when it is first needed, and stopped when it is not needed any longer. */
export class LazyUpstream implements Upstream {
  readonly server: ServerConfig;
  readonly #options: LazyUpstreamOptions;
  readonly #relays = new OpenRelays();
  readonly #turns: TurnQueue;
  readonly #listeners = new Set<(event: UpstreamEvent) => void>();
  readonly #subscriptions = new Subscriptions();
  readonly #ending = new Set<Promise<void>>();
  #state: UpstreamState = ASLEEP;
  #connection: Connection | undefined;
  #attempt: Promise<Connection> | undefined;
  #giveUp: AbortController | undefined;
  #idle: NodeJS.Timeout | undefined;
  #inUse = 0;

  constructor(server: ServerConfig, options: LazyUpstreamOptions) {
    this.server = server;
    this.#options = options;
    this.#turns = new TurnQueue(() => (this.#relays.takesTurns ? 1 : server.limits.concurrency));
  }

  get health(): UpstreamHealth {
    return toHealth(this.#state);
  }

  /** Whether somebody waits for it. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  async request(request: RelayRequest, options: RelayOptions = {}): Promise<unknown> {
    return this.#use(async () => {
      const release = await this.#takeTurn(options.signal);
      try {
        return await this.#relay(request, options, true);
      } finally {
        release();
      }
    });
  }

  async introduction(): Promise<UpstreamIntroduction> {
    return this.#use(async () => (await this.#connect()).introduction);
  }

  subscribe(listener: (event: UpstreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#signal({ type: "stopped" });
    this.#drop();
    await this.#ended();
  }

  async close(): Promise<void> {
    this.#signal({ type: "closed" });
    this.#drop();
    await this.#ended();
  }

  /** Lets something use the server, if that may be used now; while it does, the server is not idle. */
  async #use<T>(act: () => Promise<T>): Promise<T> {
    const admission = admit(this.#state, this.#inUse, Date.now(), this.#options.patience);
    if (admission.type === "refused") throw toUpstreamFailure(this.server, admission.reason, "");
    this.#inUse += 1;
    clearTimeout(this.#idle);
    try {
      return await act();
    } finally {
      this.#inUse -= 1;
      this.#rest();
    }
  }

  /** Whoever is ahead may wait for a user who has gone: nobody waits behind that for longer than a call may take. */
  async #takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
    if (this.#turns.isFree) return this.#turns.take(signal);
    const { timeoutSeconds } = this.server.limits;
    const late = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      return await this.#turns.take(signal === undefined ? late : AbortSignal.any([signal, late]));
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = `it was busy with other requests for ${timeoutSeconds} seconds. Try again later.`;
      throw toUpstreamFailure(this.server, reason, "", cause);
    }
  }

  async #relay(request: RelayRequest, options: RelayOptions, mayRetry: boolean): Promise<unknown> {
    const connection = await untilAborted(this.#connect(), options.signal);
    const subscribed = await this.#subscriptions.take(request, connection);
    if (subscribed !== undefined) return subscribed;
    const { limits } = this.server;
    const stop = new AbortController();
    let isLate = false;
    const timer = new PausableTimer(limits.timeoutSeconds * 1000, () => {
      isLate = true;
      stop.abort();
    });
    const cancel = (): void => stop.abort(options.signal?.reason);
    const done = this.#relays.add({ ...options, method: request.method, timer });
    options.signal?.addEventListener("abort", cancel, { once: true });
    try {
      options.signal?.throwIfAborted();
      const result = await connection.request(request, {
        signal: stop.signal,
        progress: options.progress,
        capabilities: options.capabilities,
        hops: addHop({ meta: options.meta }, this.#options.gateway),
      });
      this.#signal({ type: "answered", isCall: isCall(request) });
      return result;
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (isLate) throw this.#late(request);
      if (mayRetry && this.#isSessionLost(cause, connection))
        return await this.#relay(request, options, false);
      throw this.#failed(cause, request);
    } finally {
      timer.stop();
      done();
      options.signal?.removeEventListener("abort", cancel);
    }
  }

  #late({ method }: RelayRequest): Error {
    const { name, limits } = this.server;
    this.#signal({ type: "silent" });
    if (this.#state.state === "failing") this.#drop();
    const reason = `it did not answer "${method}" within ${limits.timeoutSeconds} seconds.`;
    return new PlimsollError("UPSTREAM_FAILED", `The server "${name}" is late: ${reason}`, {
      server: name,
      reason,
      stderr: "",
    });
  }

  /** A server that runs elsewhere may have been restarted: it does not know the session, and did nothing. */
  #isSessionLost(cause: unknown, connection: Connection): boolean {
    const { era } = connection.introduction;
    const status = statusOf(cause);
    // The specification wants 404 for it; many servers of the older era answer 400.
    const isLost = status === 404 || (status === 400 && era === "legacy");
    if (this.server.type === "stdio" || !isLost) return false;
    if (this.#connection !== connection) return true; // Another request has found that out before.
    this.#signal({ type: "stopped" });
    this.#drop();
    return true;
  }

  #failed(cause: unknown, request: RelayRequest): unknown {
    if (cause instanceof ProtocolError) {
      this.#signal({ type: "answered", isCall: isCall(request) });
      return cause;
    }
    if (codeOf(cause) === "CONNECTION_CLOSED") {
      const { reason = "it ended." } = this.health.state === "failing" ? this.health : {};
      return toUpstreamFailure(this.server, `Connection closed: ${reason}`, "", cause);
    }
    if (this.server.type === "stdio" || statusOf(cause) !== undefined) return cause;
    // The network failed under a request: what comes next is to start over.
    const reason = `the connection failed: ${messageOf(Object(cause)["cause"] ?? cause)}.`;
    this.#signal({ type: "crashed", reason });
    this.#drop();
    return toUpstreamFailure(this.server, reason, "", cause);
  }

  /** Makes sure of a connection; callers that come meanwhile share the attempt. */
  #connect(): Promise<Connection> {
    if (this.#connection !== undefined) return Promise.resolve(this.#connection);
    this.#attempt ??= this.#open();
    return this.#attempt;
  }

  #open(): Promise<Connection> {
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    this.#signal({ type: "start" });
    const attempt = this.#openNow(giveUp.signal).finally(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    });
    return attempt;
  }

  async #openNow(signal: AbortSignal): Promise<Connection> {
    const { gateway, env, verdicts } = this.#options;
    try {
      const verdict = await verdicts.read(this.server);
      let connection: Connection | undefined;
      const listener = this.#listenTo(() => connection);
      const ending = (end: Promise<void>): void => this.#await(end);
      // What speaks to servers is read when the first is needed: a gateway that only answers from what it knows starts sooner.
      const { openConnection } = await import("./open-connection.ts");
      connection = await openConnection(this.server, { gateway, env, verdict, listener, ending, signal });
      if (signal.aborted) {
        this.#end(connection);
        throw toUpstreamFailure(this.server, "it was stopped while it started.", "");
      }
      this.#connection = connection;
      this.#signal({ type: "started" });
      if (verdict === undefined) await verdicts.write(this.server, connection);
      await this.#subscriptions.renew(connection);
      return connection;
    } catch (cause) {
      const failure = PlimsollError.is(cause, "UPSTREAM_FAILED")
        ? cause
        : toUpstreamFailure(this.server, `${messageOf(cause)}.`, "", cause);
      this.#signal({ type: "start-failed", reason: failure.data.reason });
      throw failure;
    }
  }

  #listenTo(own: () => Connection | undefined): ConnectionListener {
    return {
      lost: (reason) => {
        if (this.#connection === undefined || this.#connection !== own()) return;
        this.#signal({ type: "crashed", reason });
        this.#drop();
      },
      happened: (event) => this.#tell(event),
      logged: (message) => this.#relays.log(message),
      asked: (request) => this.#relays.ask(request),
    };
  }

  /** Lets go of the connection there is, or is being made, and ends it behind the back of whoever comes next. */
  #drop(): void {
    clearTimeout(this.#idle);
    this.#giveUp?.abort();
    this.#giveUp = undefined;
    const { attempt, connection } = { attempt: this.#attempt, connection: this.#connection };
    this.#attempt = undefined;
    this.#connection = undefined;
    if (attempt !== undefined) this.#await(attempt.then(() => undefined));
    if (connection !== undefined) this.#end(connection);
  }

  #end(connection: Connection): void {
    this.#await(connection.close());
  }

  #await(end: Promise<void>): void {
    const settled = end.catch(() => undefined).finally(() => this.#ending.delete(settled));
    this.#ending.add(settled);
  }

  async #ended(): Promise<void> {
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }

  #rest(): void {
    const { idleSeconds } = this.server.limits;
    clearTimeout(this.#idle);
    if (this.#inUse > 0 || idleSeconds === 0 || this.#connection === undefined) return;
    this.#idle = setTimeout(() => void this.stop(), idleSeconds * 1000);
    this.#idle.unref();
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

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let leave: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (leave !== undefined) signal.removeEventListener("abort", leave);
  }
}
