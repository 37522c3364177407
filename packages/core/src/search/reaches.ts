import type { Reach } from "./reach.ts";
import type { SearchRequest, SearchView } from "./search-index.ts";
import type { SlotFacts } from "./slot-facts.ts";
import type { Slots } from "./slots.ts";

/** The filters of a request. */
type Filters = Pick<SearchRequest, "domain" | "source" | "risk" | "state">;

const MOST_FILTERED = 32;

/** What was worked out for each view and its filters, until the tools change. */
export class Reaches {
  #byView = new WeakMap<SearchView, Map<string, Reach>>();

  /** To be called when a tool comes or goes. */
  forget(): void {
    this.#byView = new WeakMap();
  }

  /** What a request runs over. */
  of(request: Filters & { readonly view: SearchView }, slots: Slots): Reach {
    const { view, domain, source, risk, state } = request;
    let reaches = this.#byView.get(view);
    if (reaches === undefined) {
      reaches = new Map();
      this.#byView.set(view, reaches);
    }
    const key = JSON.stringify([domain, source, risk, state]);
    let reach = reaches.get(key);
    if (reach === undefined) {
      reach = toReach(slots, (facts) => passes(facts, request) && view.permits(facts.name));
      const oldest = reaches.size < MOST_FILTERED ? undefined : reaches.keys().next().value;
      if (oldest !== undefined) reaches.delete(oldest);
      reaches.set(key, reach);
    }
    return reach;
  }
}

function toReach(slots: Slots, includes: (facts: SlotFacts) => boolean): Reach {
  const mask = new Uint8Array(slots.length);
  let count = 0;
  slots.forEach((facts, slot) => {
    if (!includes(facts)) return;
    mask[slot] = 1;
    count += 1;
  });
  return { mask, count, idf: new Map() };
}

function passes(facts: SlotFacts, { domain, source, risk, state }: Filters): boolean {
  return (
    (domain === undefined || facts.domain === domain) &&
    (source === undefined || facts.source === source) &&
    (risk === undefined || facts.risk === risk) &&
    (state === undefined || facts.state === state)
  );
}
