import { assembleDotModule, STEP } from "./dot-module.ts";

/**
 * Multiplies one row of signed bytes with many: `query · rows[i]` for every row, sixteen bytes at a time.
 *
 * Done in WebAssembly (`dot-module.ts`), which is twenty times faster than the same loop in JavaScript. It reads
 * and writes one memory: the query, then the products, then the rows.
 */
export interface DotKernel {
  /** The memory's bytes. */
  readonly bytes: Int8Array;
  /** Where rows begin. */
  readonly rowsAt: number;
  /** Takes the query from the memory's beginning, and answers one product a row. */
  run(rows: number): Int32Array;
}

/** The bytes of a row in memory: a whole number of steps of sixteen. */
export function paddedLength(dimensions: number): number {
  return Math.ceil(dimensions / STEP) * STEP;
}

const PAGE = 65_536;

/** A kernel with room for so many rows. */
export function createDotKernel(dimensions: number, capacity: number): DotKernel {
  const length = paddedLength(dimensions);
  const productsAt = length;
  const rowsAt = productsAt + capacity * 4;
  const size = rowsAt + capacity * length;
  const run = instantiate(length, Math.ceil(size / PAGE));
  if (run === undefined) return createPlainKernel(length, rowsAt, size);
  const { memory, dots } = run;
  const products = new Int32Array(memory.buffer, productsAt, capacity);
  return {
    bytes: new Int8Array(memory.buffer),
    rowsAt,
    run(rows) {
      dots(rowsAt, 0, productsAt, rows);
      return products;
    },
  };
}

/** The same in JavaScript, for places where WebAssembly is switched off or knows no vectors. */
function createPlainKernel(length: number, rowsAt: number, size: number): DotKernel {
  const bytes = new Int8Array(size);
  const products = new Int32Array((rowsAt - length) / 4);
  return {
    bytes,
    rowsAt,
    run(rows) {
      for (let row = 0; row < rows; row++) {
        const start = rowsAt + row * length;
        let sum = 0;
        for (let at = 0; at < length; at++) sum += (bytes[at] as number) * (bytes[start + at] as number);
        products[row] = sum;
      }
      return products;
    },
  };
}

type Dots = (rows: number, query: number, products: number, count: number) => void;

function instantiate(length: number, pages: number): { memory: WebAssembly.Memory; dots: Dots } | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: pages });
    const module = new WebAssembly.Module(assembleDotModule(length));
    const { dots } = new WebAssembly.Instance(module, { env: { memory } }).exports;
    return { memory, dots: dots as Dots };
  } catch {
    return undefined;
  }
}
