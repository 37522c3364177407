import { asText } from "../internal/as-text.ts";
import type { Connection } from "./connection.ts";
import type { RelayRequest } from "./upstream.ts";

/**
 * The resources that somebody wants to hear of. They outlive a connection: a server that is started again is asked
 * again. The two eras ask in different ways, so that whoever subscribes need not know which one a server speaks.
 */
export class Subscriptions {
  readonly #uris = new Set<string>();

  get isEmpty(): boolean {
    return this.#uris.size === 0;
  }

  /** Forgets what nobody wants to hear of any longer, where there is no server to tell; answers whether it was that. */
  forget({ method, params }: RelayRequest): boolean {
    if (method !== "resources/unsubscribe") return false;
    this.#uris.delete(asText(params?.["uri"]));
    return true;
  }

  /** Takes down a request to subscribe, or to do so no longer; answers whether it was that. */
  take({ method, params }: RelayRequest): boolean {
    const uri = params?.["uri"];
    if (typeof uri !== "string") return false;
    if (method === "resources/subscribe") this.#uris.add(uri);
    else if (method === "resources/unsubscribe") this.#uris.delete(uri);
    else return false;
    return true;
  }

  /** Tells a server of the newer era, which is asked for all at once. */
  async tell(connection: Connection): Promise<object> {
    await connection.follow(new Set(this.#uris));
    return {};
  }

  /** Asks a server again, after it was started again. */
  async renew(connection: Connection): Promise<void> {
    if (this.isEmpty) return;
    if (connection.introduction.era === "modern") return connection.follow(new Set(this.#uris));
    const signal = AbortSignal.timeout(10_000);
    await Promise.allSettled(
      [...this.#uris].map((uri) =>
        connection.request({ method: "resources/subscribe", params: { uri } }, { signal }),
      ),
    );
  }
}
