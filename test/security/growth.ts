const LEAST_MS = 2;
const ROUNDS = 5;
const FOUR = 4;
const MOST_ATTEMPTS = 5;
const PLAIN = 1.5;

/** Texts of any length: one that somebody made to keep a matcher busy, and one that nobody did. */
export interface Growing {
  readonly hostile: (length: number) => string;
  readonly benign: (length: number) => string;
}

/**
 * How much faster the work of a hostile text grows than that of a benign one, when both become four times as long: 1
 * where both grow alike, 4 where one grows with the square. No time is asserted: the benign text is the clock.
 */
export async function excessGrowth(
  work: (text: string) => unknown,
  texts: Growing,
  length: number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  // Whatever else runs on the machine disturbs a measurement; what grows too fast does so in each of them.
  for (let attempt = 0; attempt < MOST_ATTEMPTS && least > PLAIN; attempt += 1) {
    least = Math.min(least, await measure(work, texts, length));
  }
  return least;
}

async function measure(
  work: (text: string) => unknown,
  { hostile, benign }: Growing,
  length: number,
): Promise<number> {
  const texts = [benign(length), benign(FOUR * length), hostile(length), hostile(FOUR * length)];
  // Once, so that what is made on first use is made; then so often that a clock can tell the times apart.
  const once = await timeOf(work, benign(length), 1);
  const repeats = Math.max(1, Math.ceil(LEAST_MS / Math.max(once, 0.001)));
  const best = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, text] of texts.entries()) {
      best[at] = Math.min(best[at] ?? 0, await timeOf(work, text, repeats));
    }
  }
  const [benignShort = 1, benignLong = 1, hostileShort = 1, hostileLong = 1] = best;
  return hostileLong / hostileShort / (benignLong / benignShort);
}

/** A text of a length, made of one piece over and over. */
export function pumped(piece: string, end = ""): (length: number) => string {
  return (length) => piece.repeat(Math.ceil((length - end.length) / piece.length)).slice(0, length) + end;
}

async function timeOf(work: (text: string) => unknown, text: string, repeats: number): Promise<number> {
  const from = performance.now();
  for (let at = 0; at < repeats; at += 1) await work(text);
  return performance.now() - from;
}
