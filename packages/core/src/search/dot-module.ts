/** How many bytes are multiplied at a time. */
export const STEP = 16;

// Numbers of instructions and types are those of the WebAssembly specification, version 2.
const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;
const BLOCK = 0x02;
const LOOP = 0x03;
const END = 0x0b;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const I32_CONST = 0x41;
const I32_IS_ZERO = 0x45;
const I32_ADD = 0x6a;
const I32_SUBTRACT = 0x6b;
const I32_STORE = 0x36;
const VECTOR = 0xfd;
const LOAD = 0;
const TAKE_LANE = 27;
const WIDEN_LOW = 135;
const WIDEN_HIGH = 136;
const ADD = 174;
const DOT = 186;

const ROWS = 0;
const QUERY = 1;
const PRODUCTS = 2;
const COUNT = 3;
const PARAMETERS = 4;

/**
 * The module: one function `dots(rows, query, products, count)` over an imported memory, put together instruction
 * by instruction, a few hundred bytes, so that no tool is needed to build it.
 */
export function assembleDotModule(length: number): Uint8Array<ArrayBuffer> {
  const code = assembleDots(length);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, PARAMETERS, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...text("env"), ...text("memory"), 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text("dots"), 0, 0]),
    ...section(10, [1, ...natural(code.length), ...code]),
  ]);
}

function assembleDots(length: number): number[] {
  const steps = length / STEP;
  const low = (step: number): number => PARAMETERS + step * 2;
  const high = (step: number): number => low(step) + 1;
  const sum = PARAMETERS + steps * 2;
  const part = sum + 1;
  const body: number[] = [];

  // The query stays in locals, widened to 16 bits once.
  for (let step = 0; step < steps; step++) {
    body.push(...get(QUERY), ...load(step), ...set(part));
    body.push(...get(part), ...vector(WIDEN_LOW), ...set(low(step)));
    body.push(...get(part), ...vector(WIDEN_HIGH), ...set(high(step)));
  }
  body.push(BLOCK, VOID, LOOP, VOID, ...get(COUNT), I32_IS_ZERO, BRANCH_IF, 1);
  for (let step = 0; step < steps; step++) {
    body.push(...get(ROWS), ...load(step), ...set(part));
    body.push(...get(part), ...vector(WIDEN_LOW), ...get(low(step)), ...vector(DOT));
    body.push(...get(part), ...vector(WIDEN_HIGH), ...get(high(step)), ...vector(DOT), ...vector(ADD));
    if (step > 0) body.push(...get(sum), ...vector(ADD));
    body.push(...set(sum));
  }
  body.push(...get(PRODUCTS));
  for (let lane = 0; lane < 4; lane++) {
    body.push(...get(sum), ...vector(TAKE_LANE), lane);
    if (lane > 0) body.push(I32_ADD);
  }
  body.push(I32_STORE, 2, 0);
  body.push(...get(ROWS), I32_CONST, ...integer(length), I32_ADD, ...set(ROWS));
  body.push(...get(PRODUCTS), I32_CONST, ...integer(4), I32_ADD, ...set(PRODUCTS));
  body.push(...get(COUNT), I32_CONST, ...integer(1), I32_SUBTRACT, ...set(COUNT));
  body.push(BRANCH, 0, END, END, END);
  return [1, ...natural(steps * 2 + 2), V128, ...body];
}

function get(local: number): number[] {
  return [0x20, ...natural(local)];
}

function set(local: number): number[] {
  return [0x21, ...natural(local)];
}

function vector(instruction: number): number[] {
  return [VECTOR, ...natural(instruction)];
}

function load(step: number): number[] {
  return [...vector(LOAD), 0, ...natural(step * STEP)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...natural(content.length), ...content];
}

function text(value: string): number[] {
  return [value.length, ...new TextEncoder().encode(value)];
}

/** A number in groups of seven bits, as the format has it (LEB128). */
function natural(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...natural(value >>> 7)];
}

/** The same for numbers with a sign: the sixth bit of the last group says which. */
function integer(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...integer(value >>> 7)];
}
