/** A copy of an array with more room, the new places zero. */
export function grown<T extends Uint32Array | Float32Array | Float64Array>(array: T, length: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.ceil(length));
  larger.set(array);
  return larger;
}
