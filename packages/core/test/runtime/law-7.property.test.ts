import {
  createRuntime,
  type LifecycleRow,
  type Message,
  type PendingAnswer,
  type ResultMessage,
  type Tool,
} from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTool } from "../fixtures.ts";
import { PLAYED_MODEL, STRATEGIES } from "./conversation.ts";
import { calling, talkWith, textOf } from "./talk.ts";

const LIVING = ["create_invoice", "send_reminder", "github/list_branches"] as const;
const VERSION = "2.0.0";

/** What a handler may do; `host` has none. */
const behaviours = {
  text: () => "done",
  structured: () => ({ content: [{ type: "text", text: "3" }], structuredContent: { count: 3 } }),
  error: () => ({ content: [{ type: "text", text: "no such customer" }], isError: true }),
  image: () => ({
    content: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
    _meta: { cached: true },
  }),
  long: () => "many words ".repeat(500),
  throws: () => {
    throw new Error("the printer is on fire");
  },
  host: undefined,
};

/** Rows that lead to living tools, some of them by way of other old names. */
const rows = fc.array(
  fc.record(
    {
      state: fc.constantFrom<LifecycleRow["state"]>("hidden", "deprecated", "removed"),
      planned_removal_version: fc.constantFrom("1.0.0", "2.0.0", "9.0.0", "TBD"),
      replay_supported: fc.boolean(),
      note: fc.constantFrom("Say it otherwise.", "Gone soon."),
      to: fc.nat(),
    },
    { requiredKeys: ["state", "to"] },
  ),
  { minLength: 1, maxLength: 4 },
);

const scenario = fc.record({
  rows: rows.map((listed): LifecycleRow[] =>
    listed.map(({ to, ...row }, at) => {
      const targets = [...LIVING, ...listed.slice(0, at).map((_, earlier) => `old_name_${earlier}`)];
      return { ...row, name: `old_name_${at}`, replacement: targets[to % targets.length] ?? LIVING[0] };
    }),
  ),
  behaviour: fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[])),
  strategy: fc.constantFrom(...STRATEGIES),
  gate: fc.constantFrom("open" as const, "strict" as const),
  mode: fc.constantFrom("agent", "plan"),
  isBridged: fc.boolean(),
  isApproved: fc.boolean(),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** What the table says of a name, by the words of the design: removed needs the version and the word. */
function stateOf({ state, planned_removal_version: planned = "", replay_supported }: LifecycleRow) {
  const isReached = planned === "1.0.0" || planned === "2.0.0";
  if (isReached && replay_supported === false) return "removed";
  return state === "hidden" ? "hidden" : "deprecated";
}

function livingTwin(name: string, table: readonly LifecycleRow[]): string {
  const row = table.find((one) => one.name === name);
  return row?.replacement === undefined ? name : livingTwin(row.replacement, table);
}

/** Makes one call in a conversation of its own, with the answers of the host and the user, and gives its result. */
async function resultOf(
  world: Scenario,
  name: string,
  gate = world.gate,
): Promise<ResultMessage & { ran: number }> {
  let ran = 0;
  const run = behaviours[world.behaviour];
  const handler = (): unknown => {
    ran += 1;
    return run?.();
  };
  const make = (local: string): Tool =>
    aTool(local, {
      lazy: true,
      execution: run === undefined ? { type: "host" } : { type: "run", run: handler },
    });
  const runtime = createRuntime({
    tools: LIVING.slice(0, 2).map(make),
    lifecycle: world.rows,
    version: VERSION,
    strategy: world.strategy,
    gate,
    resultTokens: 300,
    policy: {
      gates: [{ tools: ["send_reminder"], modes: ["agent"] }],
      approve: world.isApproved ? ["*"] : [],
    },
  });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: [make("list_branches")] });
  const talk = talkWith(runtime, { mode: world.mode, model: PLAYED_MODEL });
  const isBridged = world.isBridged && world.strategy !== "all";
  let entries: readonly Message[] = await talk.call(
    isBridged ? calling("tool_call", { name, arguments: {} }) : calling(name),
  );
  for (let pending = entries.at(-1); pending?.role === "pending"; pending = entries.at(-1)) {
    const answer: PendingAnswer =
      pending.waitsFor.type === "host"
        ? { type: "result", value: "done by the host" }
        : { type: "answers", answers: { "plimsoll/approval": { action: "accept" } } };
    const answers = { [pending.callId]: answer };
    entries = await runtime.resume({ history: talk.history, model: PLAYED_MODEL, mode: world.mode, answers });
    talk.history.push(...entries);
  }
  const result = entries.find(({ role }) => role === "tool");
  if (result?.role !== "tool") throw new Error("no result");
  return { ...result, ran };
}

const NUM_RUNS = 100;

describe("law 7: old transcripts replay", () => {
  test("an old name that still dispatches is answered as its living twin, to the byte; deprecated adds one notice", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        for (const row of world.rows.filter((one) => stateOf(one) !== "removed")) {
          const { name: _, meta, ...old } = await resultOf(world, row.name);
          const { notice, ...rest } = meta ?? {};
          // Old names pass the strict gate without a load; their twins pass the open one.
          const {
            name: __,
            meta: twinMeta,
            ...twin
          } = await resultOf(world, livingTwin(row.name, world.rows), "open");
          expect(old).toEqual(twin);
          expect(rest).toEqual(twinMeta);
          if (stateOf(row) === "deprecated" && rest.outcome === "ok") {
            const twinName = livingTwin(row.name, world.rows);
            expect(notice).toBe(row.note ?? `${row.name} is deprecated: use ${twinName} instead.`);
          } else expect(notice).toBeUndefined();
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("a removed name is refused with an explanation, under every spelling, and nothing runs", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        for (const row of world.rows.filter((one) => stateOf(one) === "removed")) {
          for (const spelling of [row.name, row.name.toUpperCase(), row.name.replaceAll("_", "-")]) {
            const result = await resultOf(world, spelling);
            expect(result).toMatchObject({ ran: 0, isError: true, meta: { outcome: "rejected" } });
            expect(textOf(result)).toContain(`"${row.name}" was removed.`);
            if (row.note !== undefined) expect(textOf(result)).toContain(row.note);
          }
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("another spelling of an old name is the same old name", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const [row] = world.rows;
        const { name: _, ...plain } = await resultOf(world, row?.name ?? "");
        const { name: __, ...other } = await resultOf(
          world,
          (row?.name ?? "").replaceAll("_", "-").toUpperCase(),
        );
        expect(other).toEqual(plain);
      }),
      { numRuns: Math.ceil(NUM_RUNS / 3) },
    );
  });
});
