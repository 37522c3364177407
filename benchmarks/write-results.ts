import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

/** Writes the figures of a run beside the others, under its name, its date and its machine, and answers where. */
export function writeResults(name: string, figures: object): string {
  const day = new Date().toISOString().slice(0, 10);
  const file = `results/${name}-${day}.json`;
  const record = {
    day,
    node: process.version,
    cpu: cpus()[0]?.model.trim(),
    cores: cpus().length,
    load: loadavg()[0],
    ...figures,
  };
  mkdirSync(new URL("./results/", import.meta.url), { recursive: true });
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(record, round, 2)}\n`);
  return `benchmarks/${file}`;
}

function round(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(2)) : value;
}
