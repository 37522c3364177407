import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How many bytes the heap, its buffers and the memories of WebAssembly hold, once all that nobody needs is collected. */
export async function heldBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  // Buffers of what was collected are freed a little later.
  await nextTurn();
  collect();
  // Array buffers are part of what is external.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
