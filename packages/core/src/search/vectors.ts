import { createDotKernel, type DotKernel, paddedLength } from "./dot-kernel.ts";

const FIRST_CAPACITY = 64;
const LARGEST = 127;
/** The scale of a vector that says nothing: not zero, so that it is known to have been given. */
const NOTHING = 1e-38;

/** Vectors of tools, one a slot, as signed bytes and a scale: a quarter of the memory, and no loss worth naming. */
export class Vectors {
  readonly dimensions: number;
  readonly #length: number;
  #capacity = FIRST_CAPACITY;
  #kernel: DotKernel;
  #scales: Float32Array = new Float32Array(FIRST_CAPACITY);

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#length = paddedLength(dimensions);
    this.#kernel = createDotKernel(dimensions, FIRST_CAPACITY);
  }

  /** Whether a slot was given a vector. */
  has(slot: number): boolean {
    return (this.#scales[slot] ?? 0) > 0;
  }

  set(slot: number, vector: Float32Array): void {
    this.#makeRoom(slot + 1);
    this.#scales[slot] = Math.max(NOTHING, toBytes(vector, this.#kernel.bytes, this.#rowAt(slot)));
  }

  /** Cosines of a unit vector with every slot's; zero where there is none. */
  cosines(query: Float32Array, slots: number, into: Float32Array): void {
    const scale = toBytes(query, this.#kernel.bytes, 0);
    const count = Math.min(slots, this.#capacity);
    const products = this.#kernel.run(count);
    for (let slot = 0; slot < count; slot++)
      into[slot] = (products[slot] as number) * (this.#scales[slot] as number) * scale;
    into.fill(0, count, slots);
  }

  /** Moves each vector to its slot's new number, in ascending order, and forgets the others. */
  renumber(numbers: ReadonlyMap<number, number>): void {
    const { bytes } = this.#kernel;
    const scales = new Float32Array(this.#scales.length);
    for (const [before, after] of numbers) {
      scales[after] = this.#scales[before] ?? 0;
      bytes.copyWithin(this.#rowAt(after), this.#rowAt(before), this.#rowAt(before) + this.#length);
    }
    this.#scales = scales;
  }

  /** The first vectors as plain data. */
  toData(slots: number): VectorData {
    this.#makeRoom(slots);
    return {
      scales: this.#scales.slice(0, slots),
      rows: this.#kernel.bytes.slice(this.#rowAt(0), this.#rowAt(slots)),
    };
  }

  /** Takes over vectors that were saved. */
  load({ scales, rows }: VectorData): void {
    this.#makeRoom(scales.length);
    this.#scales.set(scales);
    this.#kernel.bytes.set(rows, this.#rowAt(0));
  }

  #rowAt(slot: number): number {
    return this.#kernel.rowsAt + slot * this.#length;
  }

  #makeRoom(slots: number): void {
    if (slots <= this.#capacity) return;
    const rows = this.#kernel.bytes.subarray(this.#rowAt(0), this.#rowAt(this.#capacity));
    this.#capacity = Math.max(slots, Math.ceil(this.#capacity * 1.5));
    this.#kernel = createDotKernel(this.dimensions, this.#capacity);
    this.#kernel.bytes.set(rows, this.#rowAt(0));
    const scales = new Float32Array(this.#capacity);
    scales.set(this.#scales);
    this.#scales = scales;
  }
}

/** Vectors as plain data. */
export interface VectorData {
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** Writes a vector as bytes, its largest number as 127, and answers what one step stands for. */
function toBytes(vector: Float32Array, into: Int8Array, at: number): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const step = Number.isFinite(largest) ? largest / LARGEST : 0;
  for (let index = 0; index < vector.length; index++)
    into[at + index] = step === 0 ? 0 : Math.round((vector[index] as number) / step);
  return step;
}
