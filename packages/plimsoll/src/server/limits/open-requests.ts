import type { RequestLimits } from "../../config/config.ts";
import type { Meter } from "../meter.ts";
import { toLimitAnswer } from "./limit-answer.ts";
import { Rates } from "./rates.ts";

/** A request that has begun. */
export interface BegunRequest {
  /** From here on it counts as a stream, which may last; the answer is that there are too many. */
  becomeStream(): Response | undefined;
  /** It has been answered. May be called twice. */
  end(): void;
}

interface Counts {
  requests: number;
  streams: number;
}

/** Counts what each principal has under way, and refuses what is too much. */
export class OpenRequests {
  readonly #limits: () => RequestLimits;
  readonly #meter: Meter;
  readonly #rates: Rates;
  readonly #open = new Map<string, Counts>();

  constructor(limits: () => RequestLimits, meter: Meter, now?: () => number) {
    this.#limits = limits;
    this.#meter = meter;
    this.#rates = new Rates(() => limits().requestsPerMinute, now);
  }

  /** Begins a request of an owner; where it has too many, the answer to that. */
  begin(owner: string): BegunRequest | Response {
    const { concurrentRequests: most, requestsPerMinute } = this.#limits();
    const counts = this.#open.get(owner) ?? { requests: 0, streams: 0 };
    if (counts.requests >= most) {
      const message = `Too many requests at the same time: at most ${most}. Wait for an answer first.`;
      const retryAfterMs = 1_000;
      return this.#refuse({ limit: "concurrentRequests", message, most, retryAfterMs });
    }
    const retryAfterMs = this.#rates.take(owner);
    if (retryAfterMs !== undefined) {
      const message = `Too many requests: at most ${requestsPerMinute} a minute. Wait, and send it again.`;
      return this.#refuse({ limit: "requestsPerMinute", message, most: requestsPerMinute, retryAfterMs });
    }
    counts.requests++;
    this.#open.set(owner, counts);
    return this.#toBegun(owner, counts);
  }

  #toBegun(owner: string, counts: Counts): BegunRequest {
    let kind: keyof Counts | undefined = "requests";
    const leave = (): void => {
      if (kind === undefined) return;
      counts[kind]--;
      kind = undefined;
    };
    return {
      becomeStream: () => {
        const { streams: most } = this.#limits();
        if (counts.streams >= most) {
          const message = `Too many streams at the same time: at most ${most}. Close one first.`;
          return this.#refuse({ limit: "streams", message, most, retryAfterMs: 1_000 });
        }
        leave();
        kind = "streams";
        counts.streams++;
        return undefined;
      },
      end: () => {
        leave();
        if (counts.requests + counts.streams === 0) this.#open.delete(owner);
      },
    };
  }

  #refuse(over: Omit<Parameters<typeof toLimitAnswer>[0], "status">): Response {
    return toLimitAnswer({ ...over, status: 429 }, this.#meter);
  }
}
