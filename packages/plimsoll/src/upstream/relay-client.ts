import { Client, SdkError, SdkErrorCode, type Transport } from "@modelcontextprotocol/client";
import type { ServerConfig } from "../config/config.ts";
import { isRecord } from "../internal/is-record.ts";
import { VERSION } from "../version.ts";
import { ANY_VALUE, SHALLOW_VALUE } from "../wire/any-value.ts";
import { deliverAnswersLast } from "./answers-last.ts";
import type { Connection, ConnectionListener, ConnectionRequestOptions } from "./connection.ts";
import { Ghosts } from "./ghosts.ts";
import { HOPS_KEY } from "./hops.ts";
import { mayAsk } from "./may-ask.ts";
import { PipeRequests } from "./pipe-requests.ts";
import type { ProbePatience } from "./probe-patience.ts";
import type { RelayRequest, UpstreamIntroduction } from "./upstream.ts";
import { WireTap } from "./wire-tap.ts";

// How long a request may take is the upstream's to decide; the longest time a timer can hold.
const NO_TIMEOUT_MS = 2_147_483_647;
const LISTEN_TIMEOUT_MS = 10_000;
const DEBOUNCE_MS = 300;
const CLIENT_CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

// A server of the older era is told once, before anybody asks anything of it, what its client can do. What the client
// of a request cannot do is declined when the server asks for it.
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

const CHANGES = {
  "notifications/tools/list_changed": "tools",
  "notifications/prompts/list_changed": "prompts",
  "notifications/resources/list_changed": "resources",
} as const;

/** How a client is made: which era it speaks, if that is known, and which time it has. */
export interface RelayClientOptions {
  readonly type: ServerConfig["type"];
  readonly isLegacy: boolean;
  readonly startMs: number;
  /** The longest that a request may take. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
}

/** What a client of one kind of server does beside the others. */
export interface RelayClientParts {
  /** Said before the connection is closed. */
  readonly farewell?: () => Promise<void>;
  /** Ends what was started for it, also where the SDK's client has let go of the transport before. */
  readonly end?: () => Promise<void>;
  /** Bounds how long a server may be asked which era it speaks. */
  readonly probe?: ProbePatience;
}

/** A connection by the SDK's client, kept from reading, caching or mending what it relays. */
export class RelayClient implements Connection {
  readonly transport: ServerConfig["type"];
  readonly #client: Client;
  readonly #tap: WireTap;
  readonly #listener: ConnectionListener;
  readonly #parts: RelayClientParts;
  readonly #ghosts: Ghosts;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #followed: ReadonlySet<string> = new Set();
  #listening: { close(): Promise<void> } | undefined;
  #introduction: UpstreamIntroduction | undefined;
  #pipe: PipeRequests | undefined;

  constructor(
    transport: Transport,
    listener: ConnectionListener,
    options: RelayClientOptions,
    parts: RelayClientParts = {},
  ) {
    this.#parts = parts;
    this.#ghosts = new Ghosts(options.longestMs);
    this.transport = options.type;
    this.#listener = listener;
    this.#tap = new WireTap(transport, this.#ghosts);
    this.#client = new Client(
      { name: "plimsoll", version: VERSION },
      {
        capabilities: CAPABILITIES,
        inputRequired: { autoFulfill: false },
        listMaxPages: 0,
        versionNegotiation: options.isLegacy
          ? { mode: "legacy" }
          : { mode: "auto", probe: { timeoutMs: options.startMs } },
      },
    );
    this.#client.fallbackRequestHandler = ({ method, params }) =>
      listener.asked(params === undefined ? { method } : { method, params }) as Promise<
        Record<string, unknown>
      >;
    this.#client.fallbackNotificationHandler = async ({ method, params }) => this.#hear(method, params);
  }

  /** Makes the connection. */
  async connect(transport: Transport, { startMs, signal }: RelayClientOptions): Promise<void> {
    const abort = (): void => void transport.close().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = (): Error => new SdkError(SdkErrorCode.RequestTimeout, "It did not answer in time");
      timer = setTimeout(() => reject(error()), startMs);
    });
    signal.addEventListener("abort", abort, { once: true });
    try {
      signal.throwIfAborted();
      await Promise.race([this.#client.connect(transport, { timeout: NO_TIMEOUT_MS }), late]);
      deliverAnswersLast(transport);
    } finally {
      clearTimeout(timer);
      this.#parts.probe?.stop();
      signal.removeEventListener("abort", abort);
    }
    const instructions = this.#client.getInstructions();
    this.#introduction = {
      era: this.#client.getProtocolEra() ?? "legacy",
      capabilities: this.#client.getServerCapabilities() ?? {},
      ...(instructions === undefined ? {} : { instructions }),
    };
    this.#client.onclose = () => this.#listener.lost("");
    if (this.transport === "stdio" && this.#introduction.era === "legacy") {
      this.#pipe = new PipeRequests(transport, this.#ghosts);
    }
    void this.#listen();
  }

  get introduction(): UpstreamIntroduction {
    return this.#introduction ?? { era: "legacy", capabilities: {} };
  }

  get isEraSure(): boolean {
    return this.#parts.probe?.wasLeftUnanswered !== true;
  }

  get heard(): number {
    return this.#tap.heard + (this.#pipe?.heard ?? 0);
  }

  get hasGhosts(): boolean {
    return this.#ghosts.areThere;
  }

  request(request: RelayRequest, options: ConnectionRequestOptions): Promise<unknown> {
    const { signal, progress } = options;
    const { era } = this.introduction;
    if (era === "modern" && this.#listening === undefined) void this.#listen();
    const sent = { method: request.method, params: toParams(request, era === "modern", options) };
    // A server of the newer era that runs elsewhere speaks on the stream of a request, which ends with it.
    const leavesGhost = mayAsk(request.method) && (era === "legacy" || this.transport === "stdio");
    if (this.#pipe !== undefined) return this.#pipe.request(sent, { signal, progress }, leavesGhost);
    return this.#tap.follow(
      () =>
        // What comes from a process has been looked at when it was read.
        this.#client.request(sent, this.transport === "stdio" ? ANY_VALUE : SHALLOW_VALUE, {
          signal,
          timeout: NO_TIMEOUT_MS,
          allowInputRequired: true,
          ...(progress === undefined ? {} : { onprogress: progress }),
        }),
      leavesGhost,
    );
  }

  async follow(uris: ReadonlySet<string>): Promise<void> {
    this.#followed = uris;
    if (this.introduction.era === "legacy") return;
    await this.#listening?.close();
    this.#listening = undefined;
    await this.#listen();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#client.onclose = () => undefined;
    await this.#parts.farewell?.();
    await this.#client.close();
    await this.#parts.end?.();
  }

  /** A server of the newer era tells of changes only where it was asked to, on a stream that may end at any time. */
  async #listen(): Promise<void> {
    const { era, capabilities } = this.introduction;
    const changes = (part: string): boolean => Object(capabilities[part])["listChanged"] === true;
    const filter = {
      ...(changes("tools") ? { toolsListChanged: true } : {}),
      ...(changes("prompts") ? { promptsListChanged: true } : {}),
      ...(changes("resources") ? { resourcesListChanged: true } : {}),
      ...(this.#followed.size > 0 ? { resourceSubscriptions: [...this.#followed] } : {}),
    };
    if (era === "legacy" || Object.keys(filter).length === 0) return;
    const opening = { close: async () => undefined };
    this.#listening = opening;
    try {
      const subscription = await this.#client.listen(filter, { timeout: LISTEN_TIMEOUT_MS });
      if (this.#listening !== opening) return void (await subscription.close());
      this.#listening = subscription;
      void subscription.closed.then(() => {
        if (this.#listening === subscription) this.#listening = undefined;
      });
    } catch {
      // A server that does not listen is used all the same: its lists are asked for when it is started again.
    }
  }

  #hear(method: string, params: unknown): void {
    const what = Object.hasOwn(CHANGES, method) ? CHANGES[method as keyof typeof CHANGES] : undefined;
    if (what !== undefined) this.#soon(what, () => this.#listener.happened({ type: "changed", what }));
    if (!isRecord(params)) return;
    if (method === "notifications/message") this.#listener.logged(params);
    if (method === "notifications/resources/updated" && typeof params["uri"] === "string") {
      this.#listener.happened({ type: "updated", uri: params["uri"] });
    }
  }

  /** A server that changes ten tools says so ten times. */
  #soon(name: string, act: () => void): void {
    if (this.#timers.has(name)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      act();
    }, DEBOUNCE_MS);
    timer.unref();
    this.#timers.set(name, timer);
  }
}

/**
 * The parameters as they came, but for what belongs to the other connection: its token for progress, and, where the
 * server is told with each request what its client can do, what that client can do.
 */
function toParams(
  { params = {} }: RelayRequest,
  isModern: boolean,
  { progress, capabilities, hops = [] }: ConnectionRequestOptions,
): Record<string, unknown> {
  const { _meta: given, ...rest } = params;
  const { progressToken, ...meta } = isRecord(given) ? given : {};
  const able = isModern && capabilities !== undefined ? { [CLIENT_CAPABILITIES_KEY]: capabilities } : {};
  const token = progress === undefined || progressToken === undefined ? {} : { progressToken };
  return { ...rest, _meta: { ...able, ...meta, ...token, [HOPS_KEY]: hops } };
}
