import type { SetSpeed } from "./set-speed.ts";
import type { QueryTime, SpeedFigure } from "./speed.ts";
import type { QueryKind } from "./speed-queries.ts";
import { renderTable } from "./table.ts";

const KINDS: readonly QueryKind[] = ["prose", "keyword"];
const HEAD = [
  "",
  ...KINDS.flatMap((kind) => [`${kind}: median µs`, "p95 µs", "queries", "× faster"]),
  "build ms",
  "heap MB",
];

/** A table for each size, and the ratio of the first engine to the reference in words. */
export function renderSpeed(figures: readonly SpeedFigure[], reference: string): readonly string[] {
  const sizes = [...new Set(figures.map(({ size }) => size))];
  return sizes.flatMap((size) => {
    const here = figures.filter((figure) => figure.size === size);
    return [
      `speed over ${size} tools (× faster than ${reference})`,
      ...renderTable([HEAD, ...here.flatMap(toRow)]),
      ...here.flatMap((figure) =>
        "reason" in figure ? [`${figure.engine} is left out: ${figure.reason}`] : [],
      ),
      ...KINDS.flatMap((kind) => compare(here, kind, reference)),
      "",
    ];
  });
}

/** A line for each set. */
export function renderSetSpeed(
  figures: readonly SetSpeed[],
  subject: string,
  reference: string,
): readonly string[] {
  const head = ["", "kind", "tools", "queries", `${subject} µs`, `${reference} µs`, "× faster"];
  const rows = figures.map(({ set, kind, tools, queries, ...times }) => [
    set,
    kind,
    String(tools),
    String(queries),
    times.subject.toFixed(1),
    times.reference.toFixed(1),
    times.timesFaster.toFixed(1),
  ]);
  return ["median time of one query, set by set", ...renderTable([head, ...rows]), ""];
}

function toRow(figure: SpeedFigure): readonly (readonly string[])[] {
  if ("reason" in figure) return [];
  const cells = ({ median, p95, queries, timesFaster }: QueryTime): readonly string[] => [
    median.toFixed(1),
    p95.toFixed(1),
    String(queries),
    timesFaster.toFixed(1),
  ];
  return [
    [
      figure.engine,
      ...KINDS.flatMap((kind) => cells(figure.perQuery[kind])),
      figure.buildMs.toFixed(1),
      (figure.heapBytes / 1e6).toFixed(1),
    ],
  ];
}

function compare(here: readonly SpeedFigure[], kind: QueryKind, reference: string): readonly string[] {
  const [subject] = here;
  const other = here.find(({ engine }) => engine === reference);
  if (subject === undefined || other === undefined || "reason" in subject || "reason" in other) return [];
  const { median, timesFaster } = subject.perQuery[kind];
  const said = `${subject.engine} ${median.toFixed(1)} µs, ${reference} ${other.perQuery[kind].median.toFixed(1)} µs`;
  return [`${kind}: ${said}, ${timesFaster.toFixed(1)}× faster`];
}
