import { seededRandom, shuffle } from "../seeded-random.ts";
import type { Corpus } from "./corpus.ts";
import type { Matrix } from "./matrix.ts";

/** How the rows are learned. */
export interface DistilOptions {
  readonly seed: number;
  readonly epochs: number;
  readonly batch: number;
  /** The size of the first step; the steps shrink evenly to nothing. */
  readonly rate: number;
}

/** What is told after every pass over the texts. */
export type OnEpoch = (epoch: number, meanCosine: number) => void;

/**
 * Moves the rows so that the sum of a text's rows points where the teacher's vector of that text does: minimises
 * 1 − cosine by Adam. One thread and one order of additions, so the same inputs give the same bytes.
 *
 * Only the rows of a batch move in it, their moments too; a row that no text uses stays as it started.
 */
export function distil(
  start: Matrix,
  corpus: Corpus,
  targets: Matrix,
  options: DistilOptions,
  onEpoch?: OnEpoch,
): Matrix {
  const rows: Matrix = { ...start, numbers: Float32Array.from(start.numbers) };
  const steps = options.epochs * Math.ceil(targets.rows / options.batch);
  const adam = createAdam(rows, (step) => options.rate * (1 - step / steps));
  const order = Uint32Array.from({ length: targets.rows }, (_, at) => at);
  const random = seededRandom(options.seed);
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    shuffle(order, random);
    let cosines = 0;
    for (let first = 0; first < order.length; first += options.batch) {
      const batch = order.subarray(first, first + options.batch);
      for (const text of batch) cosines += addGradient(rows, corpus, targets, text, adam);
      adam.step();
    }
    onEpoch?.(epoch, cosines / order.length);
  }
  return rows;
}

/** Adds one text's gradient to its rows, and answers its cosine. */
function addGradient(rows: Matrix, corpus: Corpus, targets: Matrix, text: number, adam: Adam): number {
  const size = rows.columns;
  const pieces = corpus.pieces.subarray(corpus.starts[text], corpus.starts[text + 1]);
  const sum = adam.scratch.fill(0);
  for (const piece of pieces) {
    const from = piece * size;
    for (let at = 0; at < size; at++) sum[at] = (sum[at] ?? 0) + (rows.numbers[from + at] ?? 0);
  }
  const target = targets.numbers.subarray(text * size, (text + 1) * size);
  let squares = 0;
  let product = 0;
  for (let at = 0; at < size; at++) {
    squares += (sum[at] ?? 0) ** 2;
    product += (sum[at] ?? 0) * (target[at] ?? 0);
  }
  if (squares === 0) return 0;
  const length = Math.sqrt(squares);
  const cosine = product / length;
  for (let at = 0; at < size; at++)
    sum[at] = ((cosine * (sum[at] ?? 0)) / length - (target[at] ?? 0)) / length;
  for (const piece of pieces) adam.add(piece, sum);
  return cosine;
}

interface Adam {
  readonly scratch: Float64Array;
  add(row: number, gradient: Float64Array): void;
  step(): void;
}

const BETA_1 = 0.9;
const BETA_2 = 0.999;
const EPSILON = 1e-8;

function createAdam(rows: Matrix, rateAt: (step: number) => number): Adam {
  const size = rows.columns;
  const gradients = new Float32Array(rows.numbers.length);
  const first = new Float32Array(rows.numbers.length);
  const second = new Float32Array(rows.numbers.length);
  const touched = new Set<number>();
  let steps = 0;
  return {
    scratch: new Float64Array(size),
    add(row, gradient) {
      touched.add(row);
      const from = row * size;
      for (let at = 0; at < size; at++)
        gradients[from + at] = (gradients[from + at] ?? 0) + (gradient[at] ?? 0);
    },
    step() {
      const rate = rateAt(steps++);
      const pace = (rate * Math.sqrt(1 - BETA_2 ** steps)) / (1 - BETA_1 ** steps);
      for (const row of touched) {
        for (let at = row * size; at < (row + 1) * size; at++) {
          const gradient = gradients[at] ?? 0;
          const m = BETA_1 * (first[at] ?? 0) + (1 - BETA_1) * gradient;
          const v = BETA_2 * (second[at] ?? 0) + (1 - BETA_2) * gradient * gradient;
          first[at] = m;
          second[at] = v;
          rows.numbers[at] = (rows.numbers[at] ?? 0) - (pace * m) / (Math.sqrt(v) + EPSILON);
          gradients[at] = 0;
        }
      }
      touched.clear();
    },
  };
}
