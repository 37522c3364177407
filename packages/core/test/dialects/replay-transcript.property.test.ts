import { createRuntime, isRetired, type LifecycleRow, replayTranscript } from "@plimsoll/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aTool } from "../fixtures.ts";

const LIVING = ["exec_shell_wait", "checklist_write", "speech", "read_file"];

const rows: fc.Arbitrary<LifecycleRow[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("exec_wait", "todo_write", "tts", "todo_clear", "read_file"),
    replacement: fc.constantFrom(...LIVING.slice(0, 3), "nowhere"),
    state: fc.constantFrom<LifecycleRow["state"]>("hidden", "deprecated", "removed", "deferred"),
    planned_removal_version: fc.constantFrom("TBD", "0.8.0", "0.9.0"),
    replay_supported: fc.boolean(),
  }),
  { selector: ({ name }) => name },
);
const names = fc.array(
  fc.constantFrom(
    ...LIVING,
    ...["exec_wait", "todo_write", "tts", "todo_clear", "ExecWait", "SPEECH", "nowhere", "wait"],
  ),
);

test("law 7: what a replay says of a name is what a call of it does", async () => {
  await fc.assert(
    fc.asyncProperty(rows, names, async (lifecycle, called) => {
      const runtime = createRuntime({
        version: "0.8.53",
        lifecycle,
        tools: LIVING.map((name) => aTool(name)),
      });
      const calls = called.map((name, at) => ({ id: `c${at}`, name, arguments: {} }));
      const report = replayTranscript([{ role: "assistant", calls }], runtime.catalog.snapshot());
      for (const { name, verdict, level } of report.calls) {
        const { outcome } = await runtime.call({ name, arguments: {} });
        if (verdict.type === "dispatches") {
          expect(outcome).toMatchObject({ type: "ok", entry: { name: verdict.tool } });
          expect(outcome.type === "ok" ? outcome.notice : undefined).toBe(verdict.notice);
        } else {
          expect(outcome).toMatchObject({ type: "rejected", reason: verdict.type });
          expect(level).toBe("error");
        }
        // A row that keeps its replay, and leads to a tool, never breaks.
        const row = lifecycle.find((known) => known.name === name);
        const isReplayable = row !== undefined && isRetired(row.state) && row.replay_supported === true;
        if (isReplayable && row.replacement !== "nowhere") expect(level).toBe("ok");
      }
    }),
  );
});
