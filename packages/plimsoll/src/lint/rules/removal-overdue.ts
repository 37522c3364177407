import { isRemovalReached, isRetired, stateAt } from "@plimsoll/core";
import type { Rule } from "../rule.ts";

/** What was to go by now is gone, or the plan says otherwise. */
export const removalOverdue: Rule = {
  id: "removal-overdue",
  severity: "warning",
  explain: {
    finds: "A name whose `planned_removal_version` is reached and that still dispatches.",
    why: "The promise and the behaviour differ: users were told that the name goes, and transcripts that use it keep being written.",
    bad: "the manifest is at version 0.9.0, and `tts` with the planned removal 0.9.0 still has `replay_supported`",
    good: 'the row says `"state": "removed", "replay_supported": false`, or a later version',
    remedy: 'Set `"replay_supported": false` and `"state": "removed"`, or plan a later version.',
  },
  *check({ manifest }) {
    const version = manifest?.manifest.version;
    for (const { row, place } of manifest?.rows ?? []) {
      if (!isRetired(row.state) || !isRemovalReached(row, version)) continue;
      if (stateAt(row, version) === "removed") continue;
      const message = `It was to go at ${row.planned_removal_version}, this is ${version}, and it still dispatches.`;
      yield { tool: row.name, place, message };
    }
  },
};
