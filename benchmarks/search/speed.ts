import { percentile } from "../../packages/plimsoll/src/eval/percentile.ts";
import { type Build, buildInTurn } from "./build-in-turn.ts";
import type { Engine } from "./engines/engine.ts";
import { measureHeap } from "./measure-heap.ts";
import { tellProgress } from "./progress.ts";
import type { SearchTool } from "./search-tool.ts";
import type { QueryKind, SpeedQueries } from "./speed-queries.ts";
import { type Times, timeInTurn } from "./time-in-turn.ts";

/** What one engine takes over a catalog of one size, or why it was left out. */
export type SpeedFigure = EngineSpeed | LeftOut;

/** Times and memory of one engine over one catalog. */
export interface EngineSpeed {
  readonly engine: string;
  readonly size: number;
  readonly buildMs: number;
  readonly builds: number;
  readonly heapBytes: number;
  readonly perQuery: Readonly<Record<QueryKind, QueryTime>>;
}

/** The time of one query, in microseconds. */
export interface QueryTime {
  readonly queries: number;
  readonly median: number;
  readonly p95: number;
  /** How many times the reference's median over the same queries this is faster. */
  readonly timesFaster: number;
}

/** An engine that was not measured at a size. */
export interface LeftOut {
  readonly engine: string;
  readonly size: number;
  readonly reason: string;
}

/** The numbers of tools that time is taken over. */
export const SIZES = [500, 5_000, 16_000, 50_000] as const;

/** An index that takes longer to build is not built. */
const MOST_BUILD_MS = 60_000;

/** Measures the engines over parts of one catalog, smallest first. */
export async function measureSpeed(
  engines: readonly Engine[],
  tools: readonly SearchTool[],
  queries: SpeedQueries,
  reference: string,
): Promise<readonly SpeedFigure[]> {
  const figures: Omit<EngineSpeed, "heapBytes">[] = [];
  const leftOut: LeftOut[] = [];
  let smaller: readonly Build[] = [];
  for (const size of SIZES) {
    const slow = engines.flatMap(({ name }) => tooSlow(name, size, smaller));
    const taking = engines.filter(({ name }) => slow.every(({ engine }) => engine !== name));
    smaller = await buildInTurn(taking, tools.slice(0, size));
    figures.push(...(await measureSize(size, smaller, queries, reference)));
    leftOut.push(...slow);
  }
  return [...(await addHeap(engines, figures)), ...leftOut];
}

async function measureSize(
  size: number,
  builds: readonly Build[],
  queries: SpeedQueries,
  reference: string,
): Promise<readonly Omit<EngineSpeed, "heapBytes">[]> {
  const runners = builds.map(({ runner }) => runner);
  tellProgress(`speed: ${size} tools, ${queries.prose.length} queries in prose`);
  const prose = await timeInTurn(runners, queries.prose);
  tellProgress(`speed: ${size} tools, ${queries.keyword.length} queries of keywords`);
  const keyword = await timeInTurn(runners, queries.keyword);
  return builds.map(({ runner: { name: engine }, builds: count, milliseconds }) => ({
    engine,
    size,
    buildMs: milliseconds,
    builds: count,
    perQuery: {
      prose: toQueryTime(prose, engine, reference),
      keyword: toQueryTime(keyword, engine, reference),
    },
  }));
}

async function addHeap(
  engines: readonly Engine[],
  figures: readonly Omit<EngineSpeed, "heapBytes">[],
): Promise<readonly EngineSpeed[]> {
  const heaps = new Map<string, ReadonlyMap<number, number>>();
  for (const { name } of engines) {
    tellProgress(`speed: memory of ${name}`);
    const sizes = figures.filter(({ engine }) => engine === name).map(({ size }) => size);
    heaps.set(name, await measureHeap(name, sizes));
  }
  return figures.map((figure) => ({
    ...figure,
    heapBytes: heaps.get(figure.engine)?.get(figure.size) ?? Number.NaN,
  }));
}

/** Makes the figures of one engine; the ratio is taken over the queries that both it and the reference were asked. */
export function toQueryTime(times: Times, engine: string, reference: string): QueryTime {
  const own = times.get(engine) ?? [];
  const other = times.get(reference) ?? [];
  const both = Math.min(own.length, other.length);
  return {
    queries: own.length,
    median: percentile(own, 0.5),
    p95: percentile(own, 0.95),
    timesFaster: percentile(other.slice(0, both), 0.5) / percentile(own.slice(0, both), 0.5),
  };
}

function tooSlow(engine: string, size: number, smaller: readonly Build[]): readonly LeftOut[] {
  const before = smaller.find(({ runner }) => runner.name === engine);
  if (before === undefined)
    return size === SIZES[0] ? [] : [{ engine, size, reason: "left out at a smaller size" }];
  const expected = (before.milliseconds * size) / before.size;
  if (expected <= MOST_BUILD_MS) return [];
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`;
  return [
    {
      engine,
      size,
      reason: `its build would take about ${seconds(expected)}; the limit is ${seconds(MOST_BUILD_MS)}`,
    },
  ];
}
