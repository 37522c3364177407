import { asText } from "../internal/as-text.ts";
import { isRecord } from "../internal/is-record.ts";

type Id = string | number;
type Message = Readonly<Record<string, unknown>>;

/** What a relay does about a gateway that is gone. */
export interface Recovery {
  /** To the client: what it waits for will not come. */
  readonly toClient: readonly object[];
  /** To the next gateway, first of all: what the client said of itself. Requests among it carry ids of the relay's own. */
  readonly introduction: readonly object[];
  /** To the next gateway, then: what the client waits for, and may be asked twice. */
  readonly again: readonly object[];
}

// Asking for these a second time changes nothing. A tool may have run.
const REPEATABLE = new Set([
  "initialize",
  "server/discover",
  "ping",
  "tools/list",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
]);

// Names the request that a message on a stream of changes belongs to.
const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/**
 * What is going on between a client and a gateway, read from the messages that pass by: which requests wait for an
 * answer, and what a gateway that takes over has to be told about the client.
 */
export class OpenExchanges {
  readonly #asked = new Map<Id, Message>();
  readonly #askedBack = new Set<Id>();
  readonly #stale = new Set<Id>();
  readonly #own = new Set<Id>();
  readonly #standing = new Map<string, Message>();
  /** What the client listens to and has been told so; whether it is about to be told so once more. */
  readonly #listening = new Map<Id, { isAskedAgain: boolean }>();
  #count = 0;

  /** Takes note of a message of the client's, and answers whether it is to be passed on. */
  fromClient(message: unknown): boolean {
    if (Array.isArray(message)) return message.map((part) => this.fromClient(part)).some(Boolean);
    if (!isRecord(message)) return true;
    const { id, method } = message;
    if (typeof method === "string") {
      if (isId(id)) this.#asked.set(id, message);
      else if (method === "notifications/cancelled") this.#forget(message);
      this.#remember(method, message);
      return true;
    }
    if (!isId(id)) return true;
    this.#askedBack.delete(id);
    // The answer to a question of a gateway that is gone would be taken for that to another one.
    return !this.#stale.delete(id);
  }

  /** Takes note of a message of the gateway's, and answers whether it is to be passed on. */
  fromGateway(message: unknown): boolean {
    if (Array.isArray(message)) return message.map((part) => this.fromGateway(part)).some(Boolean);
    if (!isRecord(message)) return true;
    const { id, method } = message;
    if (method === "notifications/subscriptions/acknowledged") return this.#acknowledge(message);
    if (!isId(id)) return true;
    if (typeof method === "string") {
      this.#askedBack.add(id);
      return true;
    }
    this.#asked.delete(id);
    this.#listening.delete(id);
    return !this.#own.delete(id);
  }

  /** The far side is gone: nothing that was asked of it, and nothing that it asked, will be answered. */
  recover(): Recovery {
    const message = "The gateway ended before it answered. Another one has taken over: ask again.";
    const standing = [...this.#standing.values()];
    const waiting = [...this.#asked].filter(([, asked]) => !standing.includes(asked));
    const [repeatable, others] = [
      waiting.filter(isRepeatable),
      waiting.filter((asked) => !isRepeatable(asked)),
    ];
    const failed = others.map(([id]) => toMessage({ id, error: { code: -32_603, message } }));
    const cancelled = [...this.#askedBack].map((requestId) =>
      toMessage({ method: "notifications/cancelled", params: { requestId, reason: "The gateway ended." } }),
    );
    for (const [id] of others) this.#asked.delete(id);
    for (const listening of this.#listening.values()) listening.isAskedAgain = true;
    for (const id of this.#askedBack) this.#stale.add(id);
    this.#askedBack.clear();
    this.#own.clear();
    return {
      toClient: [...failed, ...cancelled],
      introduction: standing.map((said) => this.#sayAgain(said)),
      again: repeatable.map(([, asked]) => asked),
    };
  }

  /** Whether something that the relay itself asked is still unanswered. */
  get isIntroducing(): boolean {
    return this.#own.size > 0;
  }

  /** Whether the client waits for an answer; to listen for changes is not to wait. */
  get isWaiting(): boolean {
    return [...this.#asked.values()].some(({ method }) => method !== "subscriptions/listen");
  }

  #remember(method: string, message: Message): void {
    const uri = isRecord(message["params"]) ? asText(message["params"]["uri"]) : "";
    switch (method) {
      case "initialize":
      case "notifications/initialized":
      case "logging/setLevel":
        this.#standing.set(method, message);
        break;
      case "resources/subscribe":
        this.#standing.set(`resource ${uri}`, message);
        break;
      case "resources/unsubscribe":
        this.#standing.delete(`resource ${uri}`);
        break;
    }
  }

  #forget({ params }: Message): void {
    const id = isRecord(params) ? params["requestId"] : undefined;
    if (!isId(id)) return;
    this.#asked.delete(id);
    this.#listening.delete(id);
  }

  /** A client that listens already is not told so again by the gateway that took over. */
  #acknowledge({ params }: Message): boolean {
    const meta = isRecord(params) ? params["_meta"] : undefined;
    const id = isRecord(meta) ? meta[SUBSCRIPTION_ID] : undefined;
    if (!isId(id)) return true;
    const isKnown = this.#listening.get(id)?.isAskedAgain === true;
    if (this.#asked.has(id)) this.#listening.set(id, { isAskedAgain: false });
    return !isKnown;
  }

  /** The client has its answer already, and another one is for the relay alone; if it has not, this one is for it. */
  #sayAgain(message: Message): object {
    const { id } = message;
    if (!isId(id) || this.#asked.get(id) === message) return message;
    this.#count += 1;
    const own = `plimsoll-again-${this.#count}`;
    this.#own.add(own);
    return { ...message, id: own };
  }
}

function isRepeatable([, { method }]: readonly [Id, Message]): boolean {
  return REPEATABLE.has(asText(method));
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}

function toMessage(message: object): object {
  return { jsonrpc: "2.0", ...message };
}
