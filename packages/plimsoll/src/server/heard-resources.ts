import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";

/** The resources that a request of the newer era wants to hear of, by their addresses. */
export function readHeardResources(params: unknown): readonly string[] {
  const notifications = isRecord(params) ? params["notifications"] : undefined;
  const uris = isRecord(notifications) ? notifications["resourceSubscriptions"] : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

/** Follows what a client of the newer era listens to on one connection, and has servers tell of it for so long. */
export class HeardResources {
  readonly #watch: (uri: string) => Promise<() => void>;
  readonly #held = new Map<string, Promise<(() => void) | undefined>[]>();

  constructor(watch: (uri: string) => Promise<() => void>) {
    this.#watch = watch;
  }

  /** Reads a message of the client. */
  hear(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if (message.method === "subscriptions/listen" && "id" in message) {
      this.begin(JSON.stringify(message.id), readHeardResources(message.params));
    } else if (message.method === "notifications/cancelled") {
      this.end(JSON.stringify(message.params?.["requestId"]));
    }
  }

  /** A server that cannot tell of a resource is nobody's error here: nothing is heard of it then. */
  begin(key: string, uris: readonly string[]): void {
    this.#held.set(
      key,
      uris.map((uri) => this.#watch(uri).catch(() => undefined)),
    );
  }

  end(key: string): void {
    const held = this.#held.get(key) ?? [];
    this.#held.delete(key);
    for (const watching of held) void watching.then((release) => release?.());
  }

  close(): void {
    for (const key of [...this.#held.keys()]) this.end(key);
  }
}
