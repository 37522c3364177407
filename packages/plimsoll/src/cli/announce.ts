import { setTimeout as delay } from "node:timers/promises";
import type { Gateway } from "../gateway.ts";
import { waitingOf } from "./held-words.ts";
import { type Output, toCountOf } from "./output.ts";
import { printLate, printReport } from "./print-report.ts";
import { type BarStream, createProgressBar } from "./progress-bar.ts";
import { followListings, type ServerListings } from "./server-listings.ts";
import { type ServingReport, toServingReport } from "./serving-report.ts";

// People wait that long for a first word; a server that needs longer is told of when it is there.
const PATIENCE_MS = 5_000;
const REDRAW_MS = 100;

/** How it is said what a gateway serves. */
export interface AnnounceOptions {
  readonly output: Output;
  /** Where MCP is served over HTTP. */
  readonly url?: string | undefined;
  /** As one line for programs, which stands for the moment it is printed at. */
  readonly json: boolean;
  /** Where a terminal shows what is awaited meanwhile. */
  readonly terminal?: BarStream;
  /** How long servers are waited for before it is said what is known. Default 5 seconds. */
  readonly patienceMs?: number;
}

/**
 * Says what a gateway serves: how far its servers are while they are listed, then what they offer, but without waiting
 * for the slowest; of each that is late, one line. Settles when there is nothing left to say.
 */
export async function announce(gateway: Gateway, options: AnnounceOptions): Promise<void> {
  const { output, url, json, terminal = process.stderr, patienceMs = PATIENCE_MS } = options;
  const { config } = gateway;
  if (!json) output.line(`Serving ${toCountOf(config.servers.length, "server")} of ${config.file}`);
  const listings = followListings(gateway);
  const stopShowing = json ? () => undefined : showAwaited(listings, terminal);
  await Promise.race([listings.settled, delay(patienceMs, undefined, { ref: false })]);
  stopShowing();
  const takeStock = async (): Promise<ServingReport> =>
    toServingReport(gateway, listings.states, { url, held: await waitingOf(gateway.quarantine) });
  const report = await takeStock();
  if (json) return output.json(report);
  printReport(report, output);
  const late: Promise<void>[] = [];
  listings.onSettle((name) => {
    late.push(takeStock().then((now) => printLate(name, now, output)));
  });
  await listings.settled;
  await Promise.all(late);
}

/** Draws who is awaited, as long as it takes; the answer ends that and leaves nothing. */
function showAwaited({ states }: ServerListings, terminal: BarStream): () => void {
  const bar = createProgressBar(terminal);
  const timer = setInterval(() => {
    const awaited = [...states].filter(([, { type }]) => type === "awaited").map(([name]) => name);
    const done = states.size - awaited.length;
    bar.show({
      done,
      total: 0,
      text: `${done} of ${toCountOf(states.size, "server")} listed, waiting for ${awaited.join(", ")}`,
    });
  }, REDRAW_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    bar.erase();
  };
}
