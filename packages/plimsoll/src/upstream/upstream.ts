import type { ServerConfig } from "../config/config.ts";

/**
 * A server behind the gateway, however it is reached.
 *
 * Contract:
 * - Nothing is started or connected before the first request that needs it; callers that come meanwhile share the attempt.
 * - It stops after its idle time, starts again by the next request, and after a failure not before its backoff is over:
 *   until then requests fail at once, with the reason of the last failure.
 * - A failed request keeps the server's own error: code, message and data.
 * - `close` ends every process of it and waits for that; it may be called twice.
 */
export interface Upstream {
  readonly server: ServerConfig;
  readonly health: UpstreamHealth;
  /** How many requests it is at work on, and how many wait for their turn. */
  readonly load: { readonly running: number; readonly waiting: number };
  /** Relays one request: connects if need be, waits for its turn, and answers what the server answered, as it came. */
  request(request: RelayRequest, options?: RelayOptions): Promise<unknown>;
  /** What the server said of itself on connecting, while it is connected. */
  readonly introduced: UpstreamIntroduction | undefined;
  /** The same; connects if need be. */
  introduction(): Promise<UpstreamIntroduction>;
  /** Tells of what happens to it; the answer ends that. */
  subscribe(listener: (event: UpstreamEvent) => void): () => void;
  /** Ends its process or connection; the next request starts it again. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** A request as it is relayed. */
export interface RelayRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What goes with a relayed request. */
export interface RelayOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (update: { progress: number; total?: number; message?: string }) => void;
  /** What whoever asks can do, for servers that are told with each request. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** The era of whoever asks. */
  readonly era?: Era;
  /** The metadata that the request came with. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Answers what a server of the older era asks while it is at work: elicitation, sampling, roots. */
  readonly ask?: (request: RelayRequest) => Promise<unknown>;
  /** Hears what the server logs meanwhile. */
  readonly log?: (message: Readonly<Record<string, unknown>>) => void;
}

/** What a server says of itself. */
export interface UpstreamIntroduction {
  readonly era: Era;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions?: string;
}

/** Which of the two protocols a server or client speaks. */
export type Era = "modern" | "legacy";

/** How a server is. */
export type UpstreamHealth =
  | { readonly state: "asleep" } // not started, or stopped for being idle
  | { readonly state: "starting" }
  | { readonly state: "up"; readonly since: number }
  | {
      readonly state: "failing";
      readonly reason: string;
      readonly failures: number;
      readonly retryAt: number;
    }
  | { readonly state: "closed" };

/** What happens to a server. */
export type UpstreamEvent =
  | { readonly type: "changed"; readonly what: "tools" | "prompts" | "resources" } // its list may have changed
  | { readonly type: "updated"; readonly uri: string } // a resource of it
  | { readonly type: "health"; readonly health: UpstreamHealth };
