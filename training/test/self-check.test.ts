import { packProjection, serialiseTable } from "@plimsoll/semantic";
import { describe, expect, test } from "vitest";
import { checkTable } from "../self-check.ts";

const words = ["file", "folder"];
const table = serialiseTable({
  dimensions: 2,
  teacherDimensions: 2,
  pieces: words,
  scales: Float32Array.of(1, 1),
  rows: Int8Array.of(1, 0, 0, 1),
  projection: packProjection(Float32Array.of(1, 0, 0, 1)),
});

describe("the check of a table", () => {
  test("gives the mean cosine to the teacher on the texts that were held back", async () => {
    const teacher = Float32Array.of(2, 0, 0.6, 0.8);
    const { heldBackCosine, problems } = await checkTable(table, {
      texts: words,
      teacher,
      quantisationLoss: 0,
    });
    expect(heldBackCosine).toBeCloseTo(0.9, 5);
    expect(problems.filter((problem) => problem.includes("teacher"))).toEqual([]);
  });

  test("names what is out of range: words that mean the same and are not near, the teacher, quantising", async () => {
    const teacher = Float32Array.of(0, 1, 1, 0);
    const { problems } = await checkTable(table, { texts: words, teacher, quantisationLoss: 0.5 });
    expect(problems).toContain(
      '"validate" and "check" are at 0.00, not well above "validate" and "resize" are at 0.00',
    );
    expect(problems).toContain("the mean cosine to the teacher is 0.000, below 0.8");
    expect(problems).toContain("quantising loses 0.5, more than 0.001");
  });
});
