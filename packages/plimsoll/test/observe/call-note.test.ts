import { createRuntime, defineTool, type Policy } from "@plimsoll/core";
import { expect, it } from "vitest";
import { toCallNote } from "../../src/observe/call-note.ts";
import { type ReadLeave, withLeave } from "../../src/server/leave.ts";

const remove = defineTool({
  name: "remove",
  description: "Removes a file.",
  input: { type: "object", properties: {} },
  risk: "destructive",
  run: () => "gone",
});
const runtime = createRuntime({ tools: [remove] });

async function note(policy: Policy, leave: ReadLeave["leave"] = "unasked") {
  const answers = withLeave({ leave, answers: undefined });
  const options = { policy, ...(answers === undefined ? {} : { answers }) };
  const { outcome } = await runtime.call({ name: "remove", arguments: {} }, options);
  const snapshot = runtime.catalog.snapshot();
  return toCallNote(outcome, { snapshot, policy, leave, meta: undefined, principal: "ada" });
}

const asks: Policy = { approve: ["remove"] };

it("tells a call that waits for leave from one that got it, and says whose client gave it", async () => {
  expect(await note(asks)).toMatchObject({ tool: "remove", decision: "held", outcome: "input-required" });
  expect(await note(asks, "given")).toMatchObject({
    decision: "approved",
    outcome: "ok",
    approvedBy: "ada",
  });
  expect(await note(asks, "declined")).toMatchObject({ decision: "declined", outcome: "cancelled" });
});

it("takes no leave for one that nobody was asked for", async () => {
  const noted = await note({}, "given");
  expect(noted).toMatchObject({ decision: "allowed", outcome: "ok" });
  expect(noted).not.toHaveProperty("approvedBy");
});

it("names a denied tool, and of one that is not there only why", async () => {
  expect(await note({ deny: ["remove"] })).toMatchObject({
    tool: "remove",
    decision: "denied",
    reason: "denied",
  });
  const { outcome } = await runtime.call({ name: "none", arguments: {} });
  const snapshot = runtime.catalog.snapshot();
  const parts = { snapshot, policy: {}, leave: "unasked" as const, meta: "tool_call", principal: undefined };
  expect(toCallNote(outcome, parts)).toMatchObject({
    tool: undefined,
    decision: "refused",
    reason: "unknown",
  });
});
