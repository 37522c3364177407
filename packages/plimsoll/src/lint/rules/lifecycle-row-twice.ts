import { groupBy } from "../../internal/group-by.ts";
import type { Rule } from "../rule.ts";

/** Every name has one row at most. */
export const lifecycleRowTwice: Rule = {
  id: "lifecycle-row-twice",
  severity: "error",
  explain: {
    finds: "Two rows of the lifecycle table for one name.",
    why: "A name is in one lifecycle state. With two rows, which of them a model meets is chance, and no catalog takes the table.",
    bad: "a row that says `tts` is `hidden`, and another that says `tts` is `deprecated`",
    good: "one row for `tts`",
    remedy: "Keep the row that is right, and remove the other.",
  },
  *check({ manifest }) {
    for (const [name, rows] of groupBy(manifest?.rows ?? [], ({ row }) => row.name)) {
      const [first, second] = rows;
      if (first === undefined || second === undefined) continue;
      yield {
        tool: name,
        place: second.place,
        message: `It has ${rows.length} lifecycle rows; the first is at ${first.place}.`,
      };
    }
  },
};
