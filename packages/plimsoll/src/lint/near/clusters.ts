import type { Profile } from "./profile.ts";

/** Two tools that are alike, and how much. */
export interface NearPair {
  readonly a: Profile;
  readonly b: Profile;
  readonly likeness: number;
}

/** Tools that are alike, by name, and how alike the least alike of the pairs that joined them is. */
export interface Cluster {
  readonly profiles: readonly Profile[];
  readonly likeness: number;
}

/** Joins each tool with the one it is most like, so that a crowd of likes is one cluster and not all its pairs. */
export function toClusters(pairs: readonly NearPair[]): Cluster[] {
  const parents = new Map<Profile, Profile>();
  const rootOf = (profile: Profile): Profile => {
    let root = profile;
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
    if (root !== profile) parents.set(profile, root);
    return root;
  };
  const kept = strongestOfEach(pairs);
  for (const { a, b } of kept) {
    const [first, second] = [rootOf(a), rootOf(b)];
    if (first !== second) parents.set(second, first);
  }
  const clusters = new Map<Profile, { profiles: Set<Profile>; likeness: number }>();
  for (const { a, b, likeness } of kept) {
    const root = rootOf(a);
    const cluster = clusters.get(root) ?? { profiles: new Set(), likeness: 1 };
    cluster.profiles.add(a).add(b);
    cluster.likeness = Math.min(cluster.likeness, likeness);
    clusters.set(root, cluster);
  }
  return [...clusters.values()].map(({ profiles, likeness }) => ({
    profiles: [...profiles].sort((a, b) => (a.entry.name < b.entry.name ? -1 : 1)),
    likeness,
  }));
}

function strongestOfEach(pairs: readonly NearPair[]): readonly NearPair[] {
  const strongest = new Map<Profile, NearPair>();
  const offer = (profile: Profile, pair: NearPair): void => {
    const known = strongest.get(profile);
    if (known === undefined || isStronger(pair, known)) strongest.set(profile, pair);
  };
  for (const pair of pairs) {
    offer(pair.a, pair);
    offer(pair.b, pair);
  }
  return [...new Set(strongest.values())];
}

/** Of equally strong ones the first by name, whatever order the pairs were found in. */
function isStronger(pair: NearPair, known: NearPair): boolean {
  if (pair.likeness !== known.likeness) return pair.likeness > known.likeness;
  return keyOf(pair) < keyOf(known);
}

function keyOf({ a, b }: NearPair): string {
  return [a.entry.name, b.entry.name].sort().join(" ");
}
