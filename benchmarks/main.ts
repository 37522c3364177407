import { cpus, loadavg } from "node:os";
import type { Comparison } from "./comparison.ts";

const BENCHMARKS: Readonly<Record<string, () => Promise<readonly Comparison[]>>> = {
  step: async () => (await import("./speed/step.ts")).compareSteps(),
  search: async () => (await import("./speed/search.ts")).compareSearch(),
  dispatch: async () => (await import("./speed/dispatch.ts")).compareDispatch(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark "${unknown.join('", "')}". There are: ${Object.keys(BENCHMARKS).join(", ")}.`,
  );
  process.exitCode = 2;
} else {
  const [load = 0] = loadavg();
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${load.toFixed(1)}\n`,
  );
  for (const name of asked.length > 0 ? asked : Object.keys(BENCHMARKS)) {
    console.log(name);
    for (const comparison of (await BENCHMARKS[name]?.()) ?? []) console.log(`  ${render(comparison)}`);
  }
}

function render({ title, subject, reference }: Comparison): string {
  const ratio = subject.microseconds / reference.microseconds;
  const said = ({ name, microseconds }: Comparison["subject"]): string =>
    `${name} ${microseconds.toFixed(1)} µs`;
  return `${title}: ${said(subject)}, ${said(reference)}, ratio ${ratio.toFixed(2)}`;
}
