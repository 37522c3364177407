import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { EngineList } from "./engines/engines.ts";
import type { SearchBenchmarkOptions } from "./options.ts";
import type { QualityFigure } from "./quality.ts";
import type { SetSpeed } from "./set-speed.ts";
import type { SpeedFigure } from "./speed.ts";

/** Everything a run found out: figures only, no row of the data. */
export interface SearchResults {
  readonly quality?: readonly QualityFigure[];
  readonly qualityAmongDistractors?: readonly QualityFigure[];
  readonly speed?: readonly SpeedFigure[];
  readonly sets?: readonly SetSpeed[];
}

/** Writes a run beside the others, under its date, and answers where; a run of some parts is named after them. */
export function writeResults(
  results: SearchResults,
  { engines, absent }: EngineList,
  { parts }: SearchBenchmarkOptions,
): string {
  const day = new Date().toISOString().slice(0, 10);
  const partly = parts.length === 3 ? "" : `${parts.join("-")}-`;
  const file = `results/search-${partly}${day}.json`;
  const record = {
    day,
    node: process.version,
    cpu: cpus()[0]?.model.trim(),
    cores: cpus().length,
    load: loadavg()[0],
    engines: engines.map(({ name, version }) => ({ name, version })),
    absent: absent.map((reason) => ({ reason })),
    ...results,
  };
  mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
  writeFileSync(new URL(`../${file}`, import.meta.url), `${JSON.stringify(record, round, 2)}\n`);
  return `benchmarks/${file}`;
}

function round(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(2)) : value;
}
