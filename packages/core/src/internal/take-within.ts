/** The leading items that together cost no more than a cap, and the rest; the first is taken whatever it costs. */
export function takeWithin<Item>(
  items: readonly Item[],
  most: number,
  costOf: (item: Item) => number,
): { readonly taken: readonly Item[]; readonly left: readonly Item[] } {
  let cost = 0;
  const over = items.findIndex((item, at) => {
    cost += costOf(item);
    return at > 0 && cost > most;
  });
  const count = over < 0 ? items.length : over;
  return { taken: items.slice(0, count), left: items.slice(count) };
}
