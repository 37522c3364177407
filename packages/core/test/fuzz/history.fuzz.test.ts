import { createRuntime, fromSessionState, type Message, type Reply, type SessionState } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { readOrRefuse } from "../../../../test/fuzz/allowed-errors.ts";
import { fuzz } from "../../../../test/fuzz/fuzz.ts";
import { changedValue, hostileValue } from "../../../../test/fuzz/hostile-json.ts";
import { aTool } from "../fixtures.ts";
import { calling, talkWith } from "../runtime/talk.ts";

function aRuntime() {
  const runtime = createRuntime({ tools: [aTool("healthy")] });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [aTool("create_issue"), aTool("merge")] });
  return runtime;
}

async function aHistory(): Promise<Message[]> {
  const talk = talkWith(aRuntime());
  await talk.call(calling("tool_find", { query: "issue" }), calling("healthy"));
  await talk.call(calling("tool_load", { names: ["github/create_issue"] }));
  await talk.call(calling("tool_call", { name: "github/create_issue", arguments: {} }));
  talk.say("And?");
  return JSON.parse(JSON.stringify(talk.history));
}

const HISTORY = await aHistory();
const REFUSALS = [
  "HISTORY_INVALID",
  "RECORD_UNREADABLE",
  "CALL_PENDING",
  "STRATEGY_UNAVAILABLE",
  "DIALECT_UNKNOWN",
] as const;
const STATE: SessionState = {
  loadedLazyTools: ["github/merge", "github/create_issue"],
  loadedAtTurn: { "github/merge": 2 },
  searchHistory: [{ turn: 2, query: "merge", loaded: ["github/merge"] }],
};
const REPLY = {
  text: "Well",
  calls: [
    { id: "1", name: "healthy", arguments: {} },
    { id: "2", name: "tool_call", arguments: { name: "github/merge", arguments: {} } },
    { id: "3", name: "tool_find", arguments: '{"query":"issue","limit":3}' },
    { id: "4", name: "tool_describe", arguments: { names: ["github/merge"] } },
  ],
};

describe("what a host hands over, somebody having changed it", () => {
  fuzz("a history is stepped from, or refused with the entry", changedValue([HISTORY]), async (history) => {
    const step = await readOrRefuse(
      () => aRuntime().step({ model: "m", history: history as Message[] }),
      ...REFUSALS,
    );
    if (step === undefined) return;
    const entries = await step.accept({ calls: [{ id: "new", ...calling("healthy") }] });
    expect(entries.some((entry) => entry.role === "tool" && entry.callId === "new")).toBe(true);
  });

  fuzz(
    "kept state is taken over, or refused with the field",
    fc.oneof(changedValue([STATE]), hostileValue),
    async (state) => {
      const runtime = aRuntime();
      const snapshot = runtime.catalog.snapshot();
      const handover = await readOrRefuse(
        () => fromSessionState(state as SessionState, snapshot),
        "STATE_INVALID",
      );
      if (handover !== undefined) runtime.step({ model: "m", history: [handover] });
    },
  );

  fuzz(
    "a reply is accepted, or refused",
    fc.oneof({ weight: 4, arbitrary: changedValue([REPLY]) }, hostileValue),
    async (reply) => {
      const runtime = aRuntime();
      const step = runtime.step({ model: "m", history: [{ role: "user", text: "Go" }] });
      const entries = await readOrRefuse(() => step.accept(reply as Reply), "REPLY_INVALID");
      if (entries !== undefined) runtime.step({ model: "m", history: JSON.parse(JSON.stringify(entries)) });
    },
    { runs: 200 },
  );
});
