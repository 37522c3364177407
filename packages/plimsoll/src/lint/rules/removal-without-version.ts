import { isRemovalReached, isRetired, type LifecycleRow } from "@plimsoll/core";
import type { Rule } from "../rule.ts";

/** What goes, goes at a version that users can read beforehand. */
export const removalWithoutVersion: Rule = {
  id: "removal-without-version",
  severity: "error",
  explain: {
    finds:
      "A row that says `removed`, or that gives up replay, without a version in `planned_removal_version`: it is absent, or still `TBD`.",
    why: "A name is removed only when its version is reached and replay is given up. With no version it never goes, and whoever replays a transcript cannot know until when it works.",
    bad: '`{ "name": "tts", "state": "removed", "planned_removal_version": "TBD" }`',
    good: '`{ "name": "tts", "state": "removed", "planned_removal_version": "0.9.0", "replay_supported": false }`',
    remedy: "Write the version at which the name goes, or keep `replay_supported` and the state it had.",
  },
  *check({ manifest }) {
    for (const { row, place } of manifest?.rows ?? []) {
      const isGoing = isRetired(row.state) && (row.state === "removed" || row.replay_supported === false);
      if (!isGoing || hasVersion(row)) continue;
      const what = row.state === "removed" ? "It is removed" : "Its replay is given up";
      const planned = row.planned_removal_version;
      const said = planned === undefined ? "is absent" : `says "${planned}"`;
      yield { tool: row.name, place, message: `${what}, and planned_removal_version ${said}.` };
    }
  },
};

/** With no version to be judged by, core takes a removed row at its word if its planned version is one. */
function hasVersion(row: LifecycleRow): boolean {
  return isRemovalReached({ ...row, state: "removed" }, undefined);
}
