import type { Upstream } from "../upstream/upstream.ts";

/** Which resources of which servers anybody wants to hear of: a server is told once, however many do. */
export class ResourceWatch {
  readonly #watched = new WeakMap<Upstream, Map<string, number>>();

  /** Has a server tell of a resource; the answer ends that. Rejects as the server does. */
  async acquire(upstream: Upstream, uri: string): Promise<() => void> {
    const counts = this.#countsOf(upstream);
    counts.set(uri, (counts.get(uri) ?? 0) + 1);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      const left = (counts.get(uri) ?? 1) - 1;
      if (left > 0) counts.set(uri, left);
      else {
        counts.delete(uri);
        void ask(upstream, "resources/unsubscribe", uri).catch(() => {}); // Starts nothing.
      }
    };
    try {
      if (counts.get(uri) === 1) await ask(upstream, "resources/subscribe", uri);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  #countsOf(upstream: Upstream): Map<string, number> {
    const counts = this.#watched.get(upstream) ?? new Map<string, number>();
    this.#watched.set(upstream, counts);
    return counts;
  }
}

function ask(upstream: Upstream, method: string, uri: string): Promise<unknown> {
  return upstream.request({ method, params: { uri } });
}
