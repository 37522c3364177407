import { randomUUID } from "node:crypto";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { ClientSession } from "./connection.ts";

/** The session of a client of the older era over stdio: as long as its connection, and in this process alone. */
export class StdioSession implements ClientSession {
  readonly id: string = randomUUID();
  readonly #watch: (uri: string) => Promise<() => void>;
  readonly #watched = new Map<string, Promise<() => void>>();
  #capabilities: () => ClientCapabilities | undefined = () => undefined;
  #logLevel: string | undefined;

  constructor(watch: (uri: string) => Promise<() => void>) {
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

  /** Whether the client wants to hear of a resource. */
  hears(uri: string): boolean {
    return this.#watched.has(uri);
  }

  async subscribe(uri: string): Promise<void> {
    if (this.#watched.has(uri)) return;
    const watching = this.#watch(uri);
    this.#watched.set(uri, watching);
    try {
      await watching;
    } catch (error) {
      this.#watched.delete(uri);
      throw error;
    }
  }

  async unsubscribe(uri: string): Promise<void> {
    const watching = this.#watched.get(uri);
    this.#watched.delete(uri);
    (await watching)?.();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watched.keys()].map((uri) => this.unsubscribe(uri).catch(() => undefined)));
  }
}
