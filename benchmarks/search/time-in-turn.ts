import { percentile } from "../../packages/plimsoll/src/eval/percentile.ts";
import type { Searcher } from "./engines/engine.ts";

/** An index under its engine's name. */
export interface Runner extends Searcher {
  readonly name: string;
}

/** The time each query took an engine, in microseconds: the median of the rounds. */
export type Times = ReadonlyMap<string, readonly number[]>;

const LIMIT = 10;
const MOST_ROUNDS = 5;
const FEWEST_QUERIES = 10;

/** How long one engine may be asked queries of one kind. */
const BUDGET_MS = 6_000;

/** A first look at how slow an engine is ends after this long. */
const PILOT_MS = 500;

/** How many of the queries an engine is asked, from the first on, and how many times. */
interface Share {
  readonly queries: number;
  readonly rounds: number;
}

/**
 * Asks every engine every query, in turn and in rounds, so that what disturbs the machine disturbs all of them.
 * Who comes first changes with each query and round. A slow engine has fewer rounds, a very slow one fewer queries.
 */
export async function timeInTurn(
  runners: readonly Runner[],
  queries: readonly string[],
  fewest: number = FEWEST_QUERIES,
): Promise<Times> {
  const shares = new Map<string, Share>();
  for (const runner of runners) shares.set(runner.name, await toShare(runner, queries, fewest));
  const times = new Map(runners.map(({ name }) => [name, queries.map((): number[] => [])]));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const [at, query] of queries.entries()) {
      for (const runner of rotate(runners, at + round)) {
        const share = shares.get(runner.name);
        if (share === undefined || at >= share.queries || round >= share.rounds) continue;
        times.get(runner.name)?.[at]?.push(await time(runner, query));
      }
    }
  }
  return new Map(
    [...times].map(([name, rounds]) => [
      name,
      rounds.filter((taken) => taken.length > 0).map((taken) => percentile(taken, 0.5)),
    ]),
  );
}

async function toShare(runner: Runner, queries: readonly string[], fewest: number): Promise<Share> {
  let [asked, taken] = [0, 0];
  for (const query of queries) {
    taken += (await time(runner, query)) / 1_000;
    asked += 1;
    if (taken > PILOT_MS) break;
  }
  const affordable = (BUDGET_MS * asked) / taken;
  return {
    queries: Math.min(queries.length, Math.max(fewest, Math.floor(affordable))),
    rounds: Math.min(MOST_ROUNDS, Math.max(1, Math.floor(affordable / queries.length))),
  };
}

async function time(runner: Runner, query: string): Promise<number> {
  const start = performance.now();
  const answer = runner.search(query, LIMIT);
  if (answer instanceof Promise) await answer;
  return (performance.now() - start) * 1_000;
}

function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
