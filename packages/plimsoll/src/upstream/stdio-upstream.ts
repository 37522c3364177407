import { setImmediate as nextTick } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import type { McpClient, McpRequestOptions } from "@plimsoll/core/mcp";
import type { StdioServer } from "../config/config.ts";
import { VERSION } from "../version.ts";
import { ChildProcessTransport } from "./child-process-transport.ts";
import { ANY_RESULT, type Listing, readListing } from "./read-listing.ts";
import { toUpstreamFailure, whyNotConnected } from "./upstream-failure.ts";

// How long a call may take is the runtime's to decide; the longest time a timer can hold.
const NO_TIMEOUT_MS = 2_147_483_647;
const LIST_CHANGED_DEBOUNCE_MS = 300;

/** What an upstream is started with. */
export interface UpstreamOptions {
  /** How long a server may take to start and to list its tools. */
  readonly startTimeoutMs: number;
  /** Added to the server's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** A server in a child process: started when first needed, and again by the next request after it ended. */
export class StdioUpstream implements McpClient {
  readonly #server: StdioServer;
  readonly #options: UpstreamOptions;
  readonly #transports = new Set<ChildProcessTransport>();
  readonly #listeners = new Set<() => void>();
  #connection: Promise<Client> | undefined;
  #instructions: string | undefined;
  #closed = false;

  constructor(server: StdioServer, options: UpstreamOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** Makes sure of a connection; callers that come meanwhile share the attempt. */
  async connect(): Promise<Client> {
    if (this.#closed) throw toUpstreamFailure(this.#server, "the gateway is closing.", "");
    if (this.#connection !== undefined) return this.#connection;
    const connection: Promise<Client> = this.#open(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    this.#connection = connection;
    return connection;
  }

  async listTools(
    { cursor }: { readonly cursor?: string } = {},
    { signal }: McpRequestOptions = {},
  ): Promise<Listing> {
    const client = await this.connect();
    // A server without tools need not answer. (The SDK's `listTools` would print that to our standard output.)
    if (client.getServerCapabilities()?.tools === undefined) return { tools: [] };
    const request = { method: "tools/list", params: cursor === undefined ? {} : { cursor } };
    const timeout = this.#options.startTimeoutMs;
    return readListing(
      await client.request(request, ANY_RESULT, { timeout, ...(signal === undefined ? {} : { signal }) }),
    );
  }

  async callTool(
    params: { readonly name: string; readonly arguments?: Record<string, unknown> },
    { signal, onprogress }: McpRequestOptions = {},
  ): Promise<unknown> {
    const client = await this.connect();
    return client.callTool(params, {
      timeout: NO_TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
      ...(onprogress === undefined ? {} : { onprogress }),
    });
  }

  getInstructions(): string | undefined {
    return this.#instructions;
  }

  /** Calls a listener whenever the list may have changed; the answer ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the listeners that the list is worth asking for again. */
  announceChange(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Ends the child processes there are; the next request starts one again. */
  async stop(): Promise<void> {
    this.#connection = undefined;
    await Promise.all([...this.#transports].map((transport) => transport.close()));
  }

  /** Ends the child processes for good. May be called twice. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  async #open(forget: () => void): Promise<Client> {
    const { command, args, env, cwd } = this.#server;
    const transport = new ChildProcessTransport({
      command,
      args: [...args],
      env: { ...env, ...this.#options.env },
      cwd,
    });
    this.#transports.add(transport);
    const client = this.#createClient();
    const drop = (): void => {
      forget();
      void transport.close().finally(() => this.#transports.delete(transport));
    };
    client.onclose = drop;
    const timeout = this.#options.startTimeoutMs;
    try {
      await client.connect(transport, { timeout });
    } catch (cause) {
      drop();
      await nextTick(); // What the child said last is still on its way through the stream.
      const reason = whyNotConnected(this.#server, cause, timeout);
      throw toUpstreamFailure(this.#server, reason, transport.lastWords, cause);
    }
    this.#instructions = client.getInstructions();
    return client;
  }

  #createClient(): Client {
    return new Client(
      { name: "plimsoll", version: VERSION },
      {
        // Every server of today answers this handshake; asking for the newer one first stalls or ends some of them.
        versionNegotiation: { mode: "legacy" },
        listChanged: {
          tools: {
            autoRefresh: false,
            debounceMs: LIST_CHANGED_DEBOUNCE_MS,
            onChanged: () => this.announceChange(),
          },
        },
      },
    );
  }
}
