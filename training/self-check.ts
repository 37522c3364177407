import { createStaticEmbedder, type StaticEmbedder } from "@plimsoll/semantic";

/** What a table must show before it is written. */
export interface CheckReport {
  /** How near the table comes to its teacher on texts it did not learn from. */
  readonly heldBackCosine: number;
  readonly pairs: readonly { readonly near: Pair; readonly far: Pair }[];
  readonly problems: readonly string[];
}

interface Pair {
  readonly texts: readonly [string, string];
  readonly cosine: number;
}

const LEAST_HELD_BACK = 0.8;
const LEAST_GAP = 0.2;
const MOST_QUANTISATION_LOSS = 1e-3;

/** Of each line the first two mean about the same, the first and the third do not. */
const TRIPLES = [
  ["validate", "check", "resize"],
  ["remove a customer", "delete client", "resize image"],
  ["send an email to Bob", "message mail deliver", "weather forecast"],
  ["what is the weather tomorrow", "get forecast for a city", "delete file"],
  ["listBranches", "show all git branches", "play a song"],
  ["translate text into French", "language translation", "stock price"],
  ["currency exchange rate", "convert dollars to euros", "create calendar event"],
  ["run SQL", "query the database", "take a photo"],
] as const;

/** What a table is checked with, besides what everyone knows. */
export interface CheckInput {
  readonly texts: readonly string[];
  /** The teacher's vectors of these texts, row by row. */
  readonly teacher: Float32Array;
  readonly quantisationLoss: number;
}

/** Measures a table against meaning everyone agrees on, and against its teacher on texts that were kept back. */
export async function checkTable(table: Uint8Array, heldBack: CheckInput): Promise<CheckReport> {
  const embedder = createStaticEmbedder({ table });
  const pairs = await Promise.all(
    TRIPLES.map(async ([text, near, far]) => ({
      near: await pairOf(embedder, text, near),
      far: await pairOf(embedder, text, far),
    })),
  );
  const own = await embedder.embed(heldBack.texts, "tool");
  const projected = await embedder.projectTeacher(heldBack.teacher);
  const products = own.reduce((sum, value, at) => sum + value * (projected[at] ?? 0), 0);
  const heldBackCosine = products / heldBack.texts.length;
  const problems = pairs
    .filter(({ near, far }) => near.cosine < far.cosine + LEAST_GAP)
    .map(({ near, far }) => `${say(near)}, not well above ${say(far)}`);
  if (!(heldBackCosine >= LEAST_HELD_BACK)) {
    problems.push(`the mean cosine to the teacher is ${heldBackCosine.toFixed(3)}, below ${LEAST_HELD_BACK}`);
  }
  if (!(heldBack.quantisationLoss <= MOST_QUANTISATION_LOSS)) {
    problems.push(`quantising loses ${heldBack.quantisationLoss}, more than ${MOST_QUANTISATION_LOSS}`);
  }
  return { heldBackCosine, pairs, problems };
}

async function pairOf(embedder: StaticEmbedder, one: string, two: string): Promise<Pair> {
  const vectors = await embedder.embed([one, two], "query");
  let cosine = 0;
  for (let at = 0; at < embedder.dimensions; at++) {
    cosine += (vectors[at] ?? 0) * (vectors[embedder.dimensions + at] ?? 0);
  }
  return { texts: [one, two], cosine };
}

function say({ texts: [one, two], cosine }: Pair): string {
  return `"${one}" and "${two}" are at ${cosine.toFixed(2)}`;
}
