import { Catalog, createRuntime, type Message } from "@plimsoll/core";
import { describe, expect, it } from "vitest";
import { STRATEGY_PLANS } from "../../src/simulate/strategy-plan.ts";
import { takeSimulation } from "../../src/simulate/take-simulation.ts";
import { toWork } from "../../src/simulate/work.ts";
import { subjectOf, tool } from "./subjects.ts";

const SERVERS = { github: [tool("create_issue"), tool("read_issue")] };
const { snapshot } = subjectOf(SERVERS, []);

const text = (words: string) => [{ type: "text" as const, text: words }];
const asks = (...calls: readonly (readonly [name: string, sent: unknown])[]): Message => ({
  role: "assistant",
  calls: calls.map(([name, sent], at) => ({ id: `${name}-${at}`, name, arguments: sent })),
});

/** What a conversation under the bridge leaves as its history. */
async function recordUnderBridge(): Promise<Message[]> {
  const runtime = createRuntime({ strategy: "bridge" });
  runtime.catalog.add({ id: "github", kind: "mcp" }, { tools: SERVERS.github });
  let history: Message[] = [{ role: "user", text: "open an issue" }];
  const reply = async (name: string, sent: unknown): Promise<void> => {
    const step = runtime.step({ history, model: "gpt-5.4" });
    history = [...history, ...(await step.accept({ calls: [{ id: name, name, arguments: sent }] }))];
  };
  await reply("tool_find", { query: "create issue" });
  await reply("tool_call", { name: "github__create_issue", arguments: { title: "Leak" } });
  const answers = { tool_call: { type: "result" as const, value: "issue 7" } };
  history = [...history, ...(await runtime.resume({ history, model: "gpt-5.4", answers }))];
  return [...history, { role: "assistant", text: "done", calls: [] }];
}

describe("the work of a recording", () => {
  it("is the same, under whichever strategy it was recorded", async () => {
    const direct: Message[] = [
      { role: "user", text: "open an issue" },
      asks(["github__create_issue", { title: "Leak" }]),
      {
        role: "tool",
        callId: "github__create_issue-0",
        name: "github__create_issue",
        content: text("issue 7"),
      },
      { role: "assistant", text: "done", calls: [] },
    ];
    const bridged = await recordUnderBridge();
    expect(toWork(bridged, snapshot)).toMatchObject({
      metaCalls: 1,
      steps: [
        {
          before: [{ role: "user", text: "open an issue" }],
          calls: [
            {
              name: "github__create_issue",
              arguments: { title: "Leak" },
              entry: { name: "github/create_issue" },
              result: { content: text("issue 7") },
            },
          ],
        },
        { before: [], text: "done", calls: [] },
      ],
    });
    const [one, other] = await Promise.all(
      [direct, bridged].map((messages) => takeSimulation(subjectOf(SERVERS, messages))),
    );
    expect(other?.strategies).toEqual(one?.strategies);
  });

  it("has no calls of meta-tools, and of a mixed batch only the others", () => {
    const work = toWork(
      [
        asks(["tool_find", { query: "x" }], ["github__read_issue", {}]),
        asks(["tool_load", { names: ["github__create_issue", "github__read_issue"] }]),
        asks(["tool_load", { names: ["github__create_issue"] }]),
        { role: "user", from: "news", text: "A server came." },
        { role: "user", text: "go on" },
        asks(["github/create_issue", {}]),
      ],
      snapshot,
    );
    expect(work.metaCalls).toBe(3);
    expect(work.steps.map(({ before, calls }) => [before.length, calls.map(({ name }) => name)])).toEqual([
      [0, ["github__read_issue"]],
      [1, ["github/create_issue"]],
    ]);
  });

  it("counts names that no catalog has, which need no search and weigh nothing", async () => {
    const messages = [asks(["bash", {}], ["bash", {}]), asks(["computer", {}])];
    const report = await takeSimulation(subjectOf(SERVERS, messages));
    expect(report.unknown).toEqual([
      { name: "bash", calls: 2 },
      { name: "computer", calls: 1 },
    ]);
    expect(report.strategies.map(({ extraSteps }) => extraSteps)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("keeps what was recorded in place of earlier entries", () => {
    const { steps } = toWork([{ role: "summary", text: "so far" }, asks(["bash", {}])], snapshot);
    expect(steps[0]?.before).toEqual([{ role: "summary", text: "so far" }]);
  });
});

describe("extra steps", () => {
  it("read a schema before a first call through the bridge, if that is asked for", async () => {
    const messages = [asks(["github__create_issue", {}]), asks(["github__create_issue", {}])];
    const strategies = ["bridge", "append"] as const;
    const report = await takeSimulation(subjectOf(SERVERS, messages, { describe: true, strategies }));
    expect(report.strategies.map(({ requests }) => requests.map(({ kind }) => kind))).toEqual([
      ["find", "describe", "work", "work"],
      ["find", "load", "work", "work"],
    ]);
  });

  it("take more than one load where a batch needs more than one answer has room for", async () => {
    const many = Array.from({ length: 45 }, (_, at) => tool(`make_${at}`));
    const messages = [asks(...many.map(({ name }) => [`shop__${name}`, {}] as const))];
    const strategies = ["append"] as const;
    const report = await takeSimulation(subjectOf({ shop: many }, messages, { strategies }));
    expect(report.strategies[0]?.requests.map(({ kind }) => kind)).toEqual([
      "find",
      "load",
      "load",
      "load",
      "work",
    ]);
  });

  it("take more than one load where schemas are long", async () => {
    const long = (name: string) => tool(name, "word ".repeat(6_000));
    const messages = [asks(["shop__a", {}], ["shop__b", {}], ["shop__c", {}])];
    const count = (words: string): number => words.split(/\s+/).length;
    const report = await takeSimulation(
      subjectOf({ shop: [long("a"), long("b"), long("c")] }, messages, {
        strategies: ["transcript"],
        counter: { name: "estimate", count },
      }),
    );
    const kinds = report.strategies[0]?.requests.map(({ kind }) => kind);
    expect(kinds).toEqual(["find", "load", "load", "load", "work"]);
  });

  it("are none for what is in the head", async () => {
    const catalog = new Catalog();
    catalog.add({ id: "own", kind: "manifest" }, { tools: [tool("read_issue")] });
    catalog.add({ id: "github", kind: "mcp" }, { tools: [tool("create_issue")] });
    const messages = [asks(["read_issue", {}]), asks(["github__create_issue", {}])];
    const report = await takeSimulation(subjectOf({}, messages, { snapshot: catalog.snapshot() }));
    const kinds = report.strategies.map(({ strategy, requests }) => [strategy, requests[0]?.kind]);
    expect(kinds).toEqual(STRATEGY_PLANS.map(({ name }) => [name, "work"]));
    expect(report.strategies.find(({ strategy }) => strategy === "bridge")?.extraSteps).toBe(1);
  });
});
