import type { Meter, MeterLabels } from "../../server/meter.ts";
import { type MetricFamily, type MetricSample, writeMetrics } from "./prometheus-text.ts";

// Of one metric, so many series are told apart; the rest is one series, so that no server or client can fill the memory.
const MOST_SERIES = 2_000;
const OTHER = "other";
const PREFIX = "plimsoll_";

/** How a metric is described, where it is not only a number with a name. */
export interface MetricKind {
  readonly help: string;
  /** The upper bounds of a histogram. */
  readonly buckets?: readonly number[];
}

interface Counter {
  readonly labels: MeterLabels;
  value: number;
}

interface Histogram {
  readonly labels: MeterLabels;
  /** How many values were at most each bound, and how many there were. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/**
 * Counts and histograms, as Prometheus reads them. Names get the prefix of Plimsoll's, counts the ending `_total`.
 */
export class MetricBook implements Meter {
  readonly #kinds: Readonly<Record<string, MetricKind>>;
  readonly #clean: (text: string) => string;
  readonly #counters = new Map<string, Map<string, Counter>>();
  readonly #histograms = new Map<string, Map<string, Histogram>>();

  constructor(kinds: Readonly<Record<string, MetricKind>>, clean: (text: string) => string = (text) => text) {
    this.#kinds = kinds;
    this.#clean = clean;
  }

  count(name: string, labels: MeterLabels = {}): void {
    const counter = this.#seriesOf(this.#counters, name, labels, (kept) => ({ labels: kept, value: 0 }));
    counter.value += 1;
  }

  observe(name: string, value: number, labels: MeterLabels = {}): void {
    const bounds = this.#boundsOf(name);
    const histogram = this.#seriesOf(this.#histograms, name, labels, (kept) => ({
      labels: kept,
      counts: bounds.map(() => 0),
      count: 0,
      sum: 0,
    }));
    histogram.count += 1;
    histogram.sum += value;
    bounds.forEach((bound, at) => {
      if (value <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
    });
  }

  /** Everything, with what can be told of this moment. */
  write(gauges: readonly MetricFamily[] = []): string {
    return writeMetrics([...this.#counterFamilies(), ...this.#histogramFamilies(), ...gauges]);
  }

  #counterFamilies(): MetricFamily[] {
    return [...this.#counters].map(([name, series]) => ({
      name: `${PREFIX}${toName(name)}_total`,
      help: this.#helpOf(name),
      type: "counter",
      samples: [...series.values()].map(({ labels, value }) => ({ labels, value })),
    }));
  }

  #histogramFamilies(): MetricFamily[] {
    return [...this.#histograms].map(([name, series]) => ({
      name: `${PREFIX}${toName(name)}`,
      help: this.#helpOf(name),
      type: "histogram",
      samples: [...series.values()].flatMap((histogram) => toSamples(histogram, this.#boundsOf(name))),
    }));
  }

  #helpOf(name: string): string {
    return this.#kindOf(name)?.help ?? name.replaceAll("_", " ");
  }

  #boundsOf(name: string): readonly number[] {
    return this.#kindOf(name)?.buckets ?? [];
  }

  #kindOf(name: string): MetricKind | undefined {
    return Object.hasOwn(this.#kinds, name) ? this.#kinds[name] : undefined;
  }

  #seriesOf<Series>(
    book: Map<string, Map<string, Series>>,
    name: string,
    labels: MeterLabels,
    make: (labels: MeterLabels) => Series,
  ): Series {
    const family = book.get(name) ?? new Map<string, Series>();
    book.set(name, family);
    const key = JSON.stringify(Object.entries(labels).sort());
    const known = family.get(key);
    if (known !== undefined) return known;
    if (family.size >= MOST_SERIES) return this.#restOf(family, labels, make);
    const made = make(mapValues(labels, this.#clean));
    family.set(key, made);
    return made;
  }

  #restOf<Series>(
    family: Map<string, Series>,
    labels: MeterLabels,
    make: (labels: MeterLabels) => Series,
  ): Series {
    const known = family.get(OTHER);
    if (known !== undefined) return known;
    const made = make(mapValues(labels, () => OTHER));
    family.set(OTHER, made);
    return made;
  }
}

function toSamples({ labels, counts, count, sum }: Histogram, bounds: readonly number[]): MetricSample[] {
  const buckets = bounds.map((bound, at) => ({
    suffix: "_bucket",
    labels: { ...labels, le: String(bound) },
    value: counts[at] ?? 0,
  }));
  return [
    ...buckets,
    { suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count },
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: count },
  ];
}

/** Names are words of ours; what is not allowed in one would make the whole text unreadable. */
function toName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}

function mapValues(labels: MeterLabels, map: (value: string) => string): MeterLabels {
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, map(value)]));
}
