import fc from "fast-check";
import { expect, it } from "vitest";
import { TurnQueue } from "../../src/upstream/turn-queue.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

it("never lets more go on than it may, serves in order, and forgets those that left", async () => {
  const actions = fc.array(fc.tuple(fc.constantFrom("come", "leave", "finish"), fc.nat(9)), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), actions, async (limit, sequence) => {
      const queue = new TurnQueue(() => limit);
      const waiting: { id: number; leave: AbortController }[] = [];
      const running: { id: number; release: () => void }[] = [];
      const served: number[] = [];
      const left: number[] = [];
      let next = 0;
      for (const [action, pick] of sequence) {
        if (action === "come") {
          const id = next++;
          const leave = new AbortController();
          waiting.push({ id, leave });
          queue.take(leave.signal).then(
            (release) => {
              waiting.splice(
                waiting.findIndex((one) => one.id === id),
                1,
              );
              served.push(id);
              running.push({ id, release });
            },
            () => left.push(id),
          );
        } else if (action === "leave" && waiting.length > 0) {
          const [gone] = waiting.splice(pick % waiting.length, 1);
          gone?.leave.abort();
        } else if (running.length > 0) {
          const [done] = running.splice(pick % running.length, 1);
          done?.release();
          done?.release(); // Twice gives back only once.
        }
        await settle();
        expect(queue.running).toBe(running.length);
        expect(queue.waiting).toBe(waiting.length);
        expect(running.length).toBe(Math.min(limit, running.length + waiting.length));
      }
      expect(served).toEqual([...served].sort((a, b) => a - b));
      expect(served.length + left.length + waiting.length).toBe(next);
    }),
    { numRuns: 60 },
  );
});
