import { Worker } from "node:worker_threads";

/** A model that runs in a thread of its own. */
export interface ModelThread {
  /** The vectors of a few texts, row by row. Whoever is waited for by a person goes before the others. */
  embed(texts: readonly string[], isUrgent: boolean): Promise<Float32Array>;
}

/** What a model's thread is started with. */
export interface ModelThreadOptions {
  /** The URL of a module that exports `createEmbedder`. */
  readonly engine: string;
  /** What that is given as its model. */
  readonly model: object;
  /** After how long without a text the thread is ended, and its memory freed. */
  readonly idleMs?: number;
}

interface Job {
  readonly texts: readonly string[];
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

const DEFAULT_IDLE_MS = 30_000;

// As text, because a thread cannot be started from TypeScript: this runs from source as it does when built.
const THREAD = `
const { parentPort, workerData: { engine, model } } = require("node:worker_threads");
const loading = import(engine).then(({ createEmbedder }) => createEmbedder({ model }));
parentPort.on("message", async (texts) => {
  const vectors = Float32Array.from((await (await loading).embed(texts)).flat());
  parentPort.postMessage(vectors, [vectors.buffer]);
});
`;

/**
 * Makes a thread that starts with its first text, takes one job after the other and never keeps a process from
 * ending once there is none. One that dies fails the jobs it had; the next job starts another.
 */
export function createModelThread(options: ModelThreadOptions): ModelThread {
  const { engine, model, idleMs = DEFAULT_IDLE_MS } = options;
  const urgent: Job[] = [];
  const patient: Job[] = [];
  let worker: Worker | undefined;
  let running: Job | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    // None of this process's own flags: a loader or an input type is not meant for the text above.
    const started = new Worker(THREAD, { eval: true, execArgv: [], workerData: { engine, model } });
    started.on("message", (vectors: Float32Array) => {
      running?.resolve(vectors);
      running = undefined;
      takeNext();
    });
    const fail = (error: unknown): void => {
      // A thread that was ended on purpose has nothing to say any more.
      if (worker !== started) return;
      const failed = [running, ...urgent.splice(0), ...patient.splice(0)];
      worker = undefined;
      running = undefined;
      for (const job of failed) job?.reject(error);
    };
    started.on("error", fail);
    started.on("exit", (code) => fail(new Error(`The model's thread ended with code ${code}.`)));
    return started;
  };

  const takeNext = (): void => {
    if (running !== undefined) return;
    running = urgent.shift() ?? patient.shift();
    clearTimeout(idle);
    if (running === undefined) {
      worker?.unref();
      idle = setTimeout(end, idleMs).unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(running.texts);
  };

  const end = (): void => {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  };

  return {
    embed: (texts, isUrgent) =>
      new Promise((resolve, reject) => {
        (isUrgent ? urgent : patient).push({ texts, resolve, reject });
        takeNext();
      }),
  };
}
