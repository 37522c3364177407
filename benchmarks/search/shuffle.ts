/** The items in an order that looks random and is the same in every run. */
export function shuffle<Item>(items: readonly Item[], seed = 1): readonly Item[] {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** A sample of at most so many items, the same in every run. */
export function sample<Item>(items: readonly Item[], most: number): readonly Item[] {
  return items.length <= most ? items : shuffle(items).slice(0, most);
}

/** A small generator of numbers from 0 to 1 (splitmix32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
