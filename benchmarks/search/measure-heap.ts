import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The bytes an engine's index adds at each of some sizes, measured in a process that does nothing else. */
export function measureHeap(engine: string, sizes: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const child = fork(fileURLToPath(new URL("./heap-process.ts", import.meta.url)), [
    engine,
    ...sizes.map(String),
  ]);
  const held = new Map<number, number>();
  return new Promise((resolve, reject) => {
    child.on("message", (bytes) => {
      const size = sizes[held.size];
      if (size !== undefined) held.set(size, Number(bytes));
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(held);
      else reject(new Error(`Measuring the memory of ${engine} ended with exit code ${code}.`));
    });
  });
}
