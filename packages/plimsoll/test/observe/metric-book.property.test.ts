import fc from "fast-check";
import { expect, it } from "vitest";
import { MetricBook } from "../../src/observe/metrics/metric-book.ts";
import { parseMetrics, sampleOf } from "../support/prometheus.ts";

it("is read by a strict reader as it was counted, whatever stands in a label", () => {
  const text = fc.string({ unit: "binary", maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 30 }), (calls) => {
      const book = new MetricBook({});
      for (const [server, tool] of calls) book.count("calls", { server, tool });
      const scrape = parseMetrics(book.write());
      for (const [server, tool] of calls) {
        const times = calls.filter(([one, other]) => one === server && other === tool).length;
        expect(sampleOf(scrape, "plimsoll_calls_total", { server, tool })).toBe(times);
      }
    }),
  );
});

it("counts each value of a histogram in every bucket that is wide enough", () => {
  const buckets = [1, 2, 5];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1 }), (values) => {
      const book = new MetricBook({ took: { help: "", buckets } });
      for (const value of values) book.observe("took", value, { server: "a" });
      const scrape = parseMetrics(book.write());
      for (const le of buckets) {
        const within = values.filter((value) => value <= le).length;
        expect(sampleOf(scrape, "plimsoll_took_bucket", { le: String(le) })).toBe(within);
      }
      expect(sampleOf(scrape, "plimsoll_took_bucket", { le: "+Inf" })).toBe(values.length);
      expect(sampleOf(scrape, "plimsoll_took_count")).toBe(values.length);
      expect(sampleOf(scrape, "plimsoll_took_sum")).toBe(values.reduce((sum, value) => sum + value, 0));
    }),
  );
});

it("does not grow without end, however many names a server makes up", () => {
  const book = new MetricBook({});
  for (let tool = 0; tool < 10_000; tool += 1) book.count("calls", { tool: `tool-${tool}`, server: "a" });
  const scrape = parseMetrics(book.write());
  expect(scrape.samples.length).toBeLessThanOrEqual(2_001);
  expect(sampleOf(scrape, "plimsoll_calls_total")).toBe(10_000);
  expect(sampleOf(scrape, "plimsoll_calls_total", { tool: "other", server: "other" })).toBe(8_000);
});
