import fc from "fast-check";
import { expect, it } from "vitest";

/** How a parser is fuzzed. */
export interface FuzzOptions {
  /** Cases of a short run; a long one is bounded by its time alone. */
  readonly runs?: number;
}

const DEFAULT_RUNS = 300;
const MINUTE_MS = 60_000;
// What a case may leave behind is not the time of the fuzzing.
const SPARE_MS = 2 * MINUTE_MS;

/**
 * A test that hands one parser case after case: a few hundred, the same in every run; or, with `PLIMSOLL_FUZZ=5`, new
 * ones for five minutes, from a seed that is printed and can be given again as `PLIMSOLL_SEED`.
 */
export function fuzz<Case>(
  title: string,
  cases: fc.Arbitrary<Case>,
  check: (value: Case) => unknown,
  { runs = DEFAULT_RUNS }: FuzzOptions = {},
): void {
  const longMs = Number(process.env["PLIMSOLL_FUZZ"] ?? 0) * MINUTE_MS;
  const property = fc.asyncProperty(cases.map(toShown), async ({ value }) => {
    await check(value);
    expectNothingPolluted();
  });
  if (!(longMs > 0)) {
    it(title, () => fc.assert(property, { numRuns: runs }));
    return;
  }
  it(title, { timeout: longMs + SPARE_MS }, async () => {
    const seed = toSeed(process.env["PLIMSOLL_SEED"]);
    process.stderr.write(`fuzzing "${title}" with PLIMSOLL_SEED=${seed}\n`);
    await fc.assert(property, {
      seed,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: longMs,
      markInterruptAsFailure: false,
    });
  });
}

const MOST_SHOWN = 4_000;

/** A case that can be shown in a report, however large or deep it is. */
function toShown<Case>(value: Case): { readonly value: Case; readonly [fc.toStringMethod]: () => string } {
  const show = (): string => {
    try {
      return fc.stringify(value).slice(0, MOST_SHOWN);
    } catch {
      return "(a value that is nested too deeply to be shown)";
    }
  };
  return { value, [fc.toStringMethod]: show };
}

function toSeed(asked: string | undefined): number {
  const given = Number(asked);
  return asked === undefined || !Number.isInteger(given) ? Math.floor(Math.random() * 2 ** 31) : given;
}

const PROTOTYPES = [Object, Array, Function, String, Number, Map, Error].map(({ prototype, name }) => ({
  name,
  prototype: prototype as object,
  keys: Reflect.ownKeys(prototype).length,
}));

/** That nothing has been put where every object of the process would find it. */
export function expectNothingPolluted(): void {
  const grown = PROTOTYPES.filter(({ prototype, keys }) => Reflect.ownKeys(prototype).length !== keys);
  expect(
    grown.map(({ name }) => name),
    "prototypes with a new key",
  ).toEqual([]);
  expect(Object("polluted" in {}), "an object that is empty").toEqual(Object(false));
}
