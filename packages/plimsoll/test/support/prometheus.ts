/** A line of metrics. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a text of metrics says. */
export interface Scrape {
  /** By the names of metrics. */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|(?=\}))/;

/** Reads the text format of Prometheus, as strictly as Prometheus does: an error on everything that is not it. */
export function parseMetrics(text: string): Scrape {
  if (text !== "" && !text.endsWith("\n")) throw new Error("The last line has no end.");
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n").slice(0, -1)) {
    if (line.startsWith("# HELP ")) continue;
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line);
    if (type?.[1] !== undefined && type[2] !== undefined) {
      if (types.has(type[1])) throw new Error(`${type[1]} comes twice.`);
      types.set(type[1], type[2]);
    } else samples.push(parseSample(line, types));
  }
  return { types, samples };
}

function parseSample(line: string, types: ReadonlyMap<string, string>): Sample {
  const [name = ""] = NAME.exec(line) ?? [];
  let rest = line.slice(name.length);
  const labels: Record<string, string> = {};
  if (rest.startsWith("{")) {
    rest = rest.slice(1);
    for (let label = LABEL.exec(rest); label !== null; label = LABEL.exec(rest)) {
      const [whole, key = "", value = ""] = label;
      if (Object.hasOwn(labels, key)) throw new Error(`A label comes twice: ${line}`);
      labels[key] = value.replace(/\\(.)/g, (_all, escaped) => (escaped === "n" ? "\n" : escaped));
      rest = rest.slice(whole.length);
    }
    if (!rest.startsWith("}")) throw new Error(`The labels do not end: ${line}`);
    rest = rest.slice(1);
  }
  const value = Number(rest.trim());
  const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, "");
  if (name === "" || !/^ \S+$/.test(rest) || Number.isNaN(value) || !types.has(family)) {
    throw new Error(`It is no sample: ${line}`);
  }
  return { name, labels, value };
}

/** The value of the sample with at least these labels. */
export function sampleOf(
  { samples }: Scrape,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}
