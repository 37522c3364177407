const LEAST = 0.0001;

/** A share as people read it: `1.24 %`; what is there and less than can be shown is not said to be nothing. */
export function toPercent(share: number): string {
  return share > 0 && share < LEAST ? "<0.01 %" : `${(share * 100).toFixed(2)} %`;
}
