import type { ServerConfig } from "../config/config.ts";
import type { RelayRequest, UpstreamEvent, UpstreamIntroduction } from "./upstream.ts";

/**
 * A connection to a server, made and not yet closed.
 *
 * Contract:
 * - `request` answers what the server answered, as it came, and rejects with the server's own error.
 * - Once it is lost or closed, every request rejects; `close` ends what was started for it, and may be called twice.
 */
export interface Connection {
  readonly introduction: UpstreamIntroduction;
  /** Over which transport it was made in the end. */
  readonly transport: ServerConfig["type"];
  /** Whether the server itself gave reason to take it for one of its era; otherwise it said nothing when it was asked. */
  readonly isEraSure: boolean;
  /** How many messages have come from the server. */
  readonly heard: number;
  /** Whether the server may be at work on something that nobody waits for any longer. */
  readonly hasGhosts: boolean;
  request(request: RelayRequest, options: ConnectionRequestOptions): Promise<unknown>;
  /** Asks to be told when these resources change, in place of those it was asked for before. */
  follow(uris: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}

/** Progress as a server reports it, with whatever else it says. */
export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What goes with one request. */
export interface ConnectionRequestOptions {
  readonly signal: AbortSignal;
  readonly progress?: ((update: ProgressUpdate) => void) | undefined;
  /** What whoever asks can do, for servers that are told with each request. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  /** The gateways the request has passed, this one last; none where the gateway asks for itself. */
  readonly hops?: readonly string[];
}

/** What a connection tells by itself. */
export interface ConnectionListener {
  /** It is gone without having been closed. */
  lost(reason: string): void;
  /** A list of it may have changed, or a resource. */
  happened(event: Extract<UpstreamEvent, { type: "changed" | "updated" }>): void;
  logged(message: Readonly<Record<string, unknown>>): void;
  /** The server asks something of the client. */
  asked(request: RelayRequest): Promise<unknown>;
}
