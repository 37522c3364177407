/**
 * What one asker's search runs over: the tools that a view and its filters leave, and what was worked out of them.
 * Made once for a view and kept, so that a policy costs one pass over the catalog and no second index.
 */
export interface Reach {
  /** 1 for each slot that may be found. */
  readonly mask: Uint8Array;
  /** How many may be found. */
  readonly count: number;
  /** The weight of each term asked for so far: how few of these tools have it. */
  readonly idf: Map<number, number>;
  /** The domains of these tools and the parts of their names, the largest first; worked out when first asked for. */
  domains?: readonly { readonly name: string; readonly parts: readonly string[] }[];
}
