import { cpus, loadavg } from "node:os";
import type { Comparison } from "./comparison.ts";

/** Each benchmark prints its lines; ratios and tokens, because times mean nothing on another machine. */
const BENCHMARKS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  step: async () => (await import("./speed/step.ts")).compareSteps().then(render),
  search: async () => (await import("./speed/search.ts")).compareSearch().then(render),
  dispatch: async () => (await import("./speed/dispatch.ts")).compareDispatch().then(render),
  estimate: async () => (await import("./tokens/estimate.ts")).measureEstimate(),
  menu: async () => {
    const { measureMenu, renderMenu } = await import("./tokens/menu.ts");
    return renderMenu(await measureMenu());
  },
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
    for (const line of (await BENCHMARKS[name]?.()) ?? []) console.log(`  ${line}`);
  }
}

function render(comparisons: readonly Comparison[]): string[] {
  const said = ({ name, microseconds }: Comparison["subject"]): string =>
    `${name} ${microseconds.toFixed(1)} µs`;
  return comparisons.map(({ title, subject, reference }) => {
    const ratio = subject.microseconds / reference.microseconds;
    return `${title}: ${said(subject)}, ${said(reference)}, ratio ${ratio.toFixed(2)}`;
  });
}
