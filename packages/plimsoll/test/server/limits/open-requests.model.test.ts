import fc from "fast-check";
import { DEFAULT_REQUEST_LIMITS } from "plimsoll";
import { expect, it } from "vitest";
import { type BegunRequest, OpenRequests } from "../../../src/server/limits/open-requests.ts";
import { createMeter } from "../../support/meter.ts";

interface Open {
  readonly owner: string;
  readonly begun: BegunRequest;
  kind: "request" | "stream";
}

type Step = { readonly type: "begin" | "stream" | "end"; readonly owner: string; readonly pick: number };

const steps = fc.array(
  fc.record<Step>({
    type: fc.constantFrom("begin", "stream", "end"),
    owner: fc.constantFrom("ada", "bob"),
    pick: fc.nat({ max: 20 }),
  }),
  { maxLength: 60 },
);

it("refuses a request or a stream exactly where its owner has as many as the limit", () => {
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (taken, most, streams) => {
        const meter = createMeter();
        const limits = { ...DEFAULT_REQUEST_LIMITS, concurrentRequests: most, streams };
        const requests = new OpenRequests(() => limits, meter);
        let open: Open[] = [];
        let refused = 0;
        const count = (owner: string, kind: Open["kind"]): number =>
          open.filter((one) => one.owner === owner && one.kind === kind).length;
        for (const { type, owner, pick } of taken) {
          if (type === "begin") {
            const begun = requests.begin(owner);
            const isOver = count(owner, "request") >= most;
            expect(begun instanceof Response).toBe(isOver);
            if (begun instanceof Response) refused++;
            else open.push({ owner, begun, kind: "request" });
            continue;
          }
          const one = open[pick % Math.max(1, open.length)];
          if (one === undefined) continue;
          if (type === "end") {
            one.begun.end();
            one.begun.end();
            open = open.filter((other) => other !== one);
          } else if (one.kind === "request") {
            const isOver = count(one.owner, "stream") >= streams;
            expect(one.begun.becomeStream() instanceof Response).toBe(isOver);
            if (isOver) refused++;
            else one.kind = "stream";
          }
        }
        const counted = [...meter.counts.values()].reduce((sum, times) => sum + times, 0);
        expect(counted).toBe(refused);
      },
    ),
  );
});
