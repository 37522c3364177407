import { Bench } from "tinybench";
import { median } from "./median.ts";

/** Two things measured in one run, interleaved: only their ratio means something on a noisy machine. */
export interface Comparison {
  readonly title: string;
  readonly subject: Measurement;
  readonly reference: Measurement;
}

/** The median time of one operation. */
export interface Measurement {
  readonly name: string;
  readonly microseconds: number;
}

/** Something to measure, under a name. */
export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
}

const ROUNDS = 7;

/** How often a contender runs at least in each round, for those that take long; tinybench's own number if absent. */
export interface CompareOptions {
  readonly iterations?: number;
}

/** Measures two contenders in turn, several rounds, and takes the median of the rounds' medians. */
export async function compare(
  title: string,
  subject: Contender,
  reference: Contender,
  { iterations }: CompareOptions = {},
): Promise<Comparison> {
  const least = iterations === undefined ? {} : { iterations, warmupIterations: 1 };
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const bench = new Bench({ time: 60, warmupTime: 20, ...least });
    for (const { name, run } of round % 2 === 0 ? [subject, reference] : [reference, subject])
      bench.add(name, run);
    await bench.run();
    for (const task of bench.tasks) {
      if (task.result.state !== "completed") throw new Error(`${task.name} did not complete.`);
      times.set(task.name, [...(times.get(task.name) ?? []), task.result.latency.p50 * 1_000]);
    }
  }
  const toMeasurement = ({ name }: Contender): Measurement => ({
    name,
    microseconds: median(times.get(name) ?? []),
  });
  return { title, subject: toMeasurement(subject), reference: toMeasurement(reference) };
}
