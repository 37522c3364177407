import { randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Store, StoreKey } from "@plimsoll/core";

const KEY: StoreKey = { space: "session", owner: "shared", id: "request-state-key" };

/** What travels through a client between two requests of one call: sealed, so that it comes back as it went. */
export interface RequestState {
  /** The hash of what was asked for: the answers are for that, and for nothing else. */
  readonly digest: string;
  /** What the server wants back, where it is of the newer era. */
  readonly state?: string;
  /** The call that waits, and the replica it waits on, where the server is of the older one. */
  readonly call?: string;
  readonly replica?: string;
}

/** Seals request states with a key that all replicas share, each for one principal and one method. */
export class RequestStates {
  readonly #store: Store;
  #codec: Promise<RequestStateCodec<RequestState>> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async seal(state: RequestState, context: ServerContext, owner: string): Promise<string> {
    return (await this.#open()).mint({ ...state, owner } as RequestState, context);
  }

  /** Refuses what this gateway has not sealed, for this very owner. */
  async open(text: string, context: ServerContext, owner: string): Promise<RequestState> {
    const state = await (await this.#open()).verify(text, context);
    if ((state as { readonly owner?: unknown }).owner !== owner) throw new Error("It is somebody else's.");
    return state;
  }

  #open(): Promise<RequestStateCodec<RequestState>> {
    this.#codec ??= this.#create().catch((error: unknown) => {
      this.#codec = undefined;
      throw error;
    });
    return this.#codec;
  }

  async #create(): Promise<RequestStateCodec<RequestState>> {
    const own = randomBytes(32).toString("base64");
    // The first replica that comes by chooses the key.
    const written = await this.#store.write(KEY, own, { over: null });
    const key = written.type === "written" ? own : String(written.current?.value);
    return createRequestStateCodec<RequestState>({
      key: Buffer.from(key, "base64"),
      bind: ({ mcpReq }) => mcpReq.method,
    });
  }
}
