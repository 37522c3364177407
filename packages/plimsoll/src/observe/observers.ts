import type { GatewayEvent } from "./gateway-event.ts";
import type { Observer } from "./observer.ts";

/** Everybody who hears what happens in a gateway. While nobody does, a call makes no event. */
export class Observers {
  #observers: readonly Observer[];

  constructor(observers: readonly Observer[] = []) {
    this.#observers = observers;
  }

  /** Whether an event is worth making. */
  get isHeard(): boolean {
    return this.#observers.length > 0;
  }

  /** Has one more hear; the answer ends that. */
  add(observer: Observer): () => void {
    this.#observers = [...this.#observers, observer];
    return () => {
      this.#observers = this.#observers.filter((one) => one !== observer);
    };
  }

  /** Tells everybody. Where somebody has to be waited for, the answer settles with them. */
  tell(event: GatewayEvent): Promise<void> | undefined {
    const waits: Promise<void>[] = [];
    for (const observer of this.#observers) {
      const wait = observeWith(observer, event);
      if (wait !== undefined) waits.push(wait);
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  /** Tells everybody of what cannot be refused any more. */
  mention(event: GatewayEvent): void {
    this.tell(event)?.catch(() => undefined);
  }

  /** Lets everybody keep what they have heard; from then on nobody hears anything. */
  async close(): Promise<void> {
    const observers = this.#observers;
    this.#observers = [];
    await Promise.allSettled(observers.map((observer) => observer.close?.()));
  }
}

function observeWith(observer: Observer, event: GatewayEvent): Promise<void> | undefined {
  try {
    return observer.observe(event);
  } catch {
    return undefined; // What the contract says of throwing.
  }
}
