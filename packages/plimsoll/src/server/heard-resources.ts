import type { JSONRPCMessage, ServerEvent } from "@modelcontextprotocol/server";
import { isRecord } from "../internal/is-record.ts";
import type { WatchedResource } from "./service.ts";

/** The resources that a request of the newer era wants to hear of, by their addresses. */
export function readHeardResources(params: unknown): readonly string[] {
  const notifications = isRecord(params) ? params["notifications"] : undefined;
  const uris = isRecord(notifications) ? notifications["resourceSubscriptions"] : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

/** One resource that a client wants to hear of. */
interface Heard {
  /** As the client wrote it. */
  readonly uri: string;
  /** As its service tells of it, once that is known. */
  address: string;
  readonly watching: Promise<WatchedResource | undefined>;
}

/** Follows what a client of the newer era listens to on one connection, and has servers tell of it for so long. */
export class HeardResources {
  readonly #watch: (uri: string) => Promise<WatchedResource>;
  readonly #held = new Map<string, readonly Heard[]>();

  constructor(watch: (uri: string) => Promise<WatchedResource>) {
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
      uris.map((uri) => this.#begin(uri)),
    );
  }

  /** The addresses by which the client knows a resource that its service tells of by this one. */
  addressesOf(address: string): readonly string[] {
    const heard = [...this.#held.values()].flat().filter((one) => one.address === address);
    return [...new Set(heard.map(({ uri }) => uri))];
  }

  end(key: string): void {
    const held = this.#held.get(key) ?? [];
    this.#held.delete(key);
    for (const { watching } of held) void watching.then((watched) => watched?.end());
  }

  close(): void {
    for (const key of [...this.#held.keys()]) this.end(key);
  }

  #begin(uri: string): Heard {
    const watching = this.#watch(uri).catch(() => undefined);
    const heard: Heard = { uri, address: uri, watching };
    void watching.then((watched) => {
      heard.address = watched?.address ?? uri;
    });
    return heard;
  }
}

/** What a client is told of an event: of a resource only where it wants to hear of it, by the address it knows. */
export function toldAs(
  event: ServerEvent,
  heard: { addressesOf(address: string): readonly string[] },
): readonly ServerEvent[] {
  if (event.kind !== "resource_updated") return [event];
  return heard.addressesOf(event.uri).map((uri) => ({ ...event, uri }));
}
