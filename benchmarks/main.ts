import { cpus, loadavg } from "node:os";
import type { Comparison } from "./comparison.ts";

/** Each benchmark prints its lines; ratios and tokens, because times mean nothing on another machine. */
const BENCHMARKS: Readonly<Record<string, (options: readonly string[]) => Promise<readonly string[]>>> = {
  step: async () => (await import("./speed/step.ts")).compareSteps().then(render),
  derive: async () => (await import("./speed/derive.ts")).compareDerive().then(render),
  search: async (options) => (await import("./search/search-benchmark.ts")).compareSearch(options),
  dispatch: async () => (await import("./speed/dispatch.ts")).compareDispatch().then(render),
  "cold-start": async () => (await import("./gateway/cold-start.ts")).measureColdStart(),
  relay: async () => (await import("./gateway/relay.ts")).measureRelay(),
  estimate: async () => (await import("./tokens/estimate.ts")).measureEstimate(),
  find: async () => {
    const { measureFind, renderFind } = await import("./tokens/find.ts");
    return renderFind(await measureFind([5, 25], Number.POSITIVE_INFINITY));
  },
  menu: async () => {
    const { measureMenu, renderMenu } = await import("./tokens/menu.ts");
    return renderMenu(await measureMenu());
  },
  prefix: async () => {
    const { measurePrefix, renderPrefix } = await import("./prefix/prefix.ts");
    return renderPrefix(await measurePrefix());
  },
  quartet: async () => {
    const { measureQuartet, renderQuartet } = await import("./tokens/quartet.ts");
    return renderQuartet(await measureQuartet());
  },
};

const { asked, unknown } = readArguments(process.argv.slice(2));
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
  const all = Object.keys(BENCHMARKS).map((name) => ({ name, options: [] }));
  for (const { name, options } of asked.length > 0 ? asked : all) {
    console.log(name);
    for (const line of (await BENCHMARKS[name]?.(options)) ?? []) console.log(`  ${line}`.trimEnd());
  }
}

/** A benchmark that was asked for, and the words that are for it alone. */
interface Asked {
  readonly name: string;
  readonly options: readonly string[];
}

// Only `search` has options: what follows it and is no benchmark's name is for it.
function readArguments(words: readonly string[]): {
  readonly asked: readonly Asked[];
  readonly unknown: readonly string[];
} {
  const asked: { readonly name: string; readonly options: string[] }[] = [];
  const unknown: string[] = [];
  for (const word of words) {
    const last = asked.at(-1);
    if (word in BENCHMARKS) asked.push({ name: word, options: [] });
    else if (last?.name === "search") last.options.push(word);
    else unknown.push(word);
  }
  return { asked, unknown };
}

function render(comparisons: readonly Comparison[]): string[] {
  const said = ({ name, microseconds }: Comparison["subject"]): string =>
    `${name} ${microseconds.toFixed(1)} µs`;
  return comparisons.map(({ title, subject, reference }) => {
    const ratio = subject.microseconds / reference.microseconds;
    return `${title}: ${said(subject)}, ${said(reference)}, ratio ${ratio.toFixed(2)}`;
  });
}
