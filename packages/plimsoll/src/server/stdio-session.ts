import { randomUUID } from "node:crypto";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { ClientSession } from "./connection.ts";
import type { WatchedResource } from "./service.ts";

/** The session of a client of the older era over stdio: as long as its connection, and in this process alone. */
export class StdioSession implements ClientSession {
  readonly id: string = randomUUID();
  readonly #watch: (uri: string) => Promise<WatchedResource>;
  /** By the address that the client used. */
  readonly #watched = new Map<string, { address: string; readonly watching: Promise<WatchedResource> }>();
  #capabilities: () => ClientCapabilities | undefined = () => undefined;
  #logLevel: string | undefined;

  constructor(watch: (uri: string) => Promise<WatchedResource>) {
    this.#watch = watch;
  }

  /** Says where to read what the client can do: it says so itself when it connects. */
  readCapabilities(read: () => ClientCapabilities | undefined): void {
    this.#capabilities = read;
  }

  capabilities(): Readonly<Record<string, unknown>> | undefined {
    return this.#capabilities();
  }

  logLevel(): string | undefined {
    return this.#logLevel;
  }

  async setLogLevel(level: string): Promise<void> {
    this.#logLevel = level;
  }

  /** The addresses by which the client knows a resource that is told of by this one. */
  addressesOf(address: string): readonly string[] {
    return [...this.#watched].filter(([, watched]) => watched.address === address).map(([uri]) => uri);
  }

  async subscribe(uri: string): Promise<void> {
    if (this.#watched.has(uri)) return;
    const watched = { address: uri, watching: this.#watch(uri) };
    this.#watched.set(uri, watched);
    try {
      watched.address = (await watched.watching).address;
    } catch (error) {
      this.#watched.delete(uri);
      throw error;
    }
  }

  async unsubscribe(uri: string): Promise<void> {
    const watched = this.#watched.get(uri);
    this.#watched.delete(uri);
    (await watched?.watching)?.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watched.keys()].map((uri) => this.unsubscribe(uri).catch(() => undefined)));
  }
}
