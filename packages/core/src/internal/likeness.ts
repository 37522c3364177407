/** How alike two names are, from 0 to 1: twice the pairs of letters they share, over the pairs both have (Sørensen–Dice). */
export function likenessTo(wanted: string): (name: string) => number {
  const pairs = pairsOf(wanted);
  return (name) => {
    const others = pairsOf(name);
    if (pairs.size === 0 || others.size === 0) return 0;
    let shared = 0;
    for (const pair of pairs) if (others.has(pair)) shared += 1;
    return (2 * shared) / (pairs.size + others.size);
  };
}

function pairsOf(text: string): Set<number> {
  const pairs = new Set<number>();
  for (let at = 0; at + 1 < text.length; at++)
    pairs.add(text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1));
  return pairs;
}
