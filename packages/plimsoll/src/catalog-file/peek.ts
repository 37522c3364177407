/** The beginning of a stream of bytes, and the whole stream, beginning included. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes of a stream without taking them from whoever reads it next. */
export async function peek(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  for (let length = 0; length < size; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(taken).subarray(0, size), chunks: replay(taken, iterator) };
}

async function* replay(
  taken: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* taken;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
