import { type Message, type Step, toSurfaceBytes } from "@plimsoll/core";
import {
  type AdapterDriver,
  adapterConformance,
  type ScriptedReply,
  scriptFor,
  type WireRequest,
} from "@plimsoll/core/testing";
import { describe, expect, test } from "vitest";

const model = "claude-opus-4-8";

/** The loop with no framework, as a driver, with a way to do wrong. */
function plainDriver(wrong: Partial<Wrong> = {}, strategies: AdapterDriver["strategies"]): AdapterDriver {
  return {
    name: "plain loop",
    model,
    strategies,
    open(runtime, saved = []) {
      const history = saved as Message[];
      return {
        say: (text) => void history.push({ role: "user", text }),
        async turn(reply) {
          const step = runtime.step({ history, model });
          const entries = await step.accept(wrong.reply?.(reply) ?? reply);
          history.push(...(wrong.entries?.(entries) ?? entries));
          return toWire(wrong.step?.(step) ?? step);
        },
        save: () => wrong.save?.(history) ?? history,
      };
    },
  };
}

interface Wrong {
  step(step: Step): Pick<Step, "tools" | "prompt" | "messages">;
  reply(reply: ScriptedReply): ScriptedReply;
  entries(entries: Message[]): Message[];
  save(history: Message[]): Message[];
}

function toWire(step: Pick<Step, "tools" | "prompt" | "messages">): WireRequest {
  const { prompt, messages } = toSurfaceBytes(step);
  return { tools: step.tools.map((tool) => JSON.stringify(tool)), system: prompt, messages };
}

const casesOf = (wrong: Partial<Wrong>, ...strategies: AdapterDriver["strategies"]) =>
  adapterConformance(plainDriver(wrong, strategies));
const failing = async (wrong: Partial<Wrong>): Promise<string[]> => {
  const ended = await Promise.allSettled(casesOf(wrong, "append", "transcript").map(({ run }) => run()));
  return ended.flatMap((one) => (one.status === "rejected" ? String(one.reason.message) : []));
};

describe("the conformance suite of adapters", () => {
  for (const { title, run } of casesOf({}, "all", "bridge", "append", "native", "transcript"))
    test(title, run);

  test("plays 30 steps with 12 loads", () => {
    const steps = scriptFor("append");
    const loads = steps.flatMap(({ reply }) => reply.calls).filter(({ name }) => name === "tool_load");
    expect([steps.length, loads.length]).toEqual([30, 12]);
  });

  test.each<[string, Partial<Wrong>, string]>([
    ["a description that counts", { step: counting("tools") }, "the tool array changed at step 2."],
    ["a prompt that tells the time", { step: counting("prompt") }, "the system prompt changed at step 2."],
    ["a message that is written anew", { step: counting("messages") }, "message 1 changed at step 2."],
    [
      "an opening record that is not kept",
      { entries: (entries) => entries.filter(({ role }) => role !== "opening") },
      "changed at step",
    ],
    [
      "metadata that is lost when it is stored",
      {
        save: (history) => history.map(({ ...entry }) => ("meta" in entry ? { ...entry, meta: {} } : entry)),
      },
      "the requests differ after a restart before step",
    ],
    [
      "metadata that is sent",
      {
        step: (step) => ({
          ...step,
          prompt: `${step.prompt}${JSON.stringify(step.opening.deferred ?? "schemaHash")}`,
        }),
      },
      "schemaHash reached the provider.",
    ],
    [
      "an array that does not grow",
      { step: (step) => ({ ...step, tools: step.opening.tools }) },
      "archive_branch was loaded and is not in the array.",
    ],
    [
      "tools that are not added inside the history",
      { step: (step) => ({ ...step, messages: step.messages.filter(({ role }) => role !== "tool-change") }) },
      "archive_branch was loaded and is not revealed.",
    ],
    [
      "a call that gets lost",
      { reply: ({ text, calls }) => ({ text, calls: calls.filter(({ name }) => name === "read") }) },
      "these tools were called and did not run: archive_invoice",
    ],
    [
      "names in lower case",
      {
        reply: ({ text, calls }) => ({
          text,
          calls: calls.map((call) => ({ ...call, name: call.name.slice(0, 20) })),
        }),
      },
      "did not reach",
    ],
  ])("catches %s", async (_fault, wrong, said) => {
    expect((await failing(wrong)).join("\n")).toContain(said);
  });
});

/** A surface of which one part is never twice the same. */
function counting(part: "tools" | "prompt" | "messages"): Wrong["step"] {
  let count = 0;
  return (step) => {
    count += 1;
    if (part === "prompt") return { ...step, prompt: `${step.prompt} ${count}` };
    if (part === "messages")
      return { ...step, messages: [{ role: "user", text: `${count}` }, ...step.messages] };
    return { ...step, tools: step.tools.map((tool) => ({ ...tool, description: `${count}` })) };
  };
}
