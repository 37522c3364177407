const MINUTE_MS = 60_000;
const MANY = 10_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/**
 * Lets so many through in a minute, for each of those it tells apart: a bucket that holds a minute's worth, and fills
 * again as time goes by. Whoever stays under the rate in every minute is never refused.
 */
export class Rates {
  readonly #perMinute: () => number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: () => number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes one; where none is left, answers after how many milliseconds one is. */
  take(key: string): number | undefined {
    const most = this.#perMinute();
    if (most === 0) return undefined;
    const now = this.#now();
    const left = this.#leftOf(this.#buckets.get(key), most, now);
    // Sums of fractions may miss a whole by a hair.
    if (left < 1 - 1e-9) return ((1 - left) * MINUTE_MS) / most;
    this.#buckets.set(key, { left: left - 1, at: now });
    if (this.#buckets.size > MANY) this.#forgetFull(most, now);
    return undefined;
  }

  #leftOf(bucket: Bucket | undefined, most: number, now: number): number {
    if (bucket === undefined) return most;
    return Math.min(most, bucket.left + ((now - bucket.at) * most) / MINUTE_MS);
  }

  /** A bucket that is full again is as good as none. */
  #forgetFull(most: number, now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#leftOf(bucket, most, now) >= most) this.#buckets.delete(key);
    }
  }
}
