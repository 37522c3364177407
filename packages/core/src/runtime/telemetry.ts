import type { TelemetryEvent, TelemetrySink } from "../call/telemetry.ts";
import type { SearchIndex } from "../search/search-index.ts";

/** Tells a sink what happens; with no sink, nothing is worked out. */
export interface Telemetry {
  readonly isOn: boolean;
  /** What the sink throws is dropped: whoever watches cannot break what is watched. */
  emit(event: () => TelemetryEvent): void;
  /** The same index, its searches told of. */
  observe(index: Searcher): Searcher;
}

/** What a conversation asks of an index. */
type Searcher = Pick<SearchIndex, "search">;

/** Makes the teller. */
export function createTelemetry(sink: TelemetrySink | undefined): Telemetry {
  const emit = (event: () => TelemetryEvent): void => {
    if (sink === undefined) return;
    try {
      sink(event());
    } catch {
      // Said above.
    }
  };
  return {
    isOn: sink !== undefined,
    emit,
    observe: (index) => (sink === undefined ? index : observeSearches(index, emit)),
  };
}

function observeSearches(index: Searcher, emit: Telemetry["emit"]): Searcher {
  const search: Searcher["search"] = async (request) => {
    const startedAt = performance.now();
    const answer = await index.search(request);
    const durationMs = performance.now() - startedAt;
    emit(() => ({ type: "search-end", matches: answer.matches.length, durationMs }));
    return answer;
  };
  return { search };
}
