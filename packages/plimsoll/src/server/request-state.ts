import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { KeyRing, RingKey } from "./key-ring.ts";

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

/** Seals request states with the keys that all replicas share, each for one principal and one method. */
export class RequestStates {
  readonly #keys: KeyRing;

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  async seal(state: RequestState, context: ServerContext, owner: string): Promise<string> {
    const key = await this.#keys.current();
    return `${key.id}.${await toCodec(key).mint({ ...state, owner } as RequestState, context)}`;
  }

  /** Refuses what this gateway has not sealed, for this very owner. */
  async open(text: string, context: ServerContext, owner: string): Promise<RequestState> {
    const [id = "", ...sealed] = text.split(".");
    const key = await this.#keys.find(id);
    if (key === undefined) throw new Error("No such key.");
    const state = await toCodec(key).verify(sealed.join("."), context);
    if ((state as { readonly owner?: unknown }).owner !== owner) throw new Error("It is somebody else's.");
    return state;
  }
}

function toCodec(key: RingKey): RequestStateCodec<RequestState> {
  return createRequestStateCodec<RequestState>({
    key: key.for("request-state"),
    bind: ({ mcpReq }) => mcpReq.method,
  });
}
