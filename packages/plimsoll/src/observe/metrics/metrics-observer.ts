import type { GatewayEvent } from "../gateway-event.ts";
import type { Observer } from "../observer.ts";
import { MetricBook, type MetricKind } from "./metric-book.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const BYTES = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];

/** The metrics that are counted as things happen; docs/guides/operate.md has them all. */
export const METRIC_KINDS: Readonly<Record<string, MetricKind>> = {
  calls: { help: "Calls that have ended, by the inner tool and how they ended." },
  call_duration_seconds: { help: "How long calls took, from the request to the answer.", buckets: SECONDS },
  call_result_bytes: { help: "The content of results.", buckets: BYTES },
  upstream_failures: { help: "How often a server failed to start, crashed or fell silent." },
  upstream_starts: { help: "How often a server came up." },
  reloads: { help: "How often the config was read again." },
  sessions: { help: "Sessions of the older era over HTTP that began or were ended." },
  auth_refused: { help: "Requests that were not let in." },
  limit_refused: { help: "What was more than is allowed." },
  held: { help: "Definitions that were held back, or changed and were accepted." },
  audit_failures: { help: "Lines that could not be written to the audit." },
  log_failures: { help: "How often the log began to lose lines." },
};

/** Counts what happens. */
export interface MetricsObserver extends Observer {
  readonly book: MetricBook;
  /** Calls that have begun and not ended. */
  readonly running: number;
}

/** Makes one; `clean` takes secrets out of what becomes a label. */
export function createMetricsObserver(clean: (text: string) => string): MetricsObserver {
  const book = new MetricBook(METRIC_KINDS, clean);
  let running = 0;
  return {
    book,
    get running() {
      return running;
    },
    observe(event) {
      if (event.type === "call-begun") running += 1;
      if (event.type === "call-ended") running -= 1;
      record(event, book);
      return undefined;
    },
  };
}

function record(event: GatewayEvent, book: MetricBook): void {
  switch (event.type) {
    case "call-ended": {
      // A name that is no tool's is whatever a client wrote: it is not a label.
      const { tool = "", server = "", decision, outcome, durationMs, bytes } = event;
      book.count("calls", { server, tool, outcome, decision });
      book.observe("call_duration_seconds", durationMs / 1000, { server });
      if (outcome === "ok") book.observe("call_result_bytes", bytes, { server });
      return;
    }
    case "health": {
      const { server, health } = event;
      if (health.state === "failing") book.count("upstream_failures", { server });
      if (health.state === "up") book.count("upstream_starts", { server });
      return;
    }
    case "reload":
      book.count("reloads", { result: "failure" in event ? "refused" : "taken" });
      return;
    case "session":
      book.count("sessions", { change: event.change });
      return;
    case "auth-refused":
      book.count("auth_refused", { reason: event.reason });
      return;
    case "limit-refused":
      book.count("limit_refused", { limit: event.limit });
      return;
    case "held":
      book.count("held", { server: event.server, change: event.change });
      return;
    case "counted":
      book.count(event.name, event.labels);
      return;
    case "measured":
      book.observe(event.name, event.value, event.labels);
      return;
    default:
      return;
  }
}
