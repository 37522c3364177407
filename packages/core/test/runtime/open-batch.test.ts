import { createRuntime, defineTool, type Message, type Step } from "@plimsoll/core";
import { describe, expect, test } from "vitest";

const seen: unknown[] = [];
const echo = defineTool({
  name: "echo",
  description: "Say it again",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  lazy: true,
  antiFallback: "Say nothing yourself.",
  run: (input, { host }) => {
    seen.push(host);
    return JSON.stringify(input);
  },
});
const erase = defineTool({ name: "erase", description: "Erase it", run: () => "erased" });

function takeStep(history: readonly Message[] = [{ role: "user", text: "Go" }]): Step {
  const runtime = createRuntime({
    tools: [echo, erase],
    strategy: "bridge",
    gate: "strict",
    policy: { approve: ["erase"] },
  });
  return runtime.step({ history, model: "any" });
}

const load = { id: "1", name: "tool_load", arguments: { names: ["echo"] } };
const call = (id: string) => ({
  id,
  name: "tool_call",
  arguments: { name: "echo", arguments: { text: "a" } },
});
const wordsOf = (entry: Message) =>
  entry.role === "tool"
    ? entry.content.map((block) => (block.type === "text" ? block.text : "")).join("")
    : entry.role;

describe("a batch that is run call by call", () => {
  test("answers what the whole batch is answered, but for reminders, which come before the next reply", async () => {
    const whole = await takeStep().accept({ calls: [call("0"), load, call("2"), call("3")] });
    const step = takeStep();
    const batch = step.openBatch();
    const entries = await Promise.all(
      [call("0"), load, call("2"), call("3")].map((one) => batch.answer(one)),
    );
    const reply: Message = { role: "assistant", calls: [call("0"), load, call("2"), call("3")] };
    const history: Message[] = [{ role: "user", text: "Go" }, ...step.before, reply, ...entries];
    const next = takeStep(history);
    expect([...step.before, reply, ...entries, ...next.before]).toEqual(whole);
    expect(wordsOf(entries[0] ?? reply)).toContain("was loaded in this very step");
    expect(wordsOf(next.before[0] ?? reply)).toBe("user");
  });

  test("two calls that both came too early do not wait for each other", async () => {
    const batch = takeStep().openBatch();
    const entries = await Promise.all([batch.answer(call("1")), batch.answer(call("2"))]);
    for (const entry of entries) expect(entry).toMatchObject({ meta: { outcome: "rejected" } });
  });

  test("says what would run, and whether the user is to be asked, without running it", async () => {
    const batch = takeStep().openBatch();
    const eraseCall = { id: "1", name: "tool_call", arguments: { name: "erase", arguments: {} } };
    expect(await batch.look(eraseCall)).toMatchObject({ entry: { name: "erase" }, approve: true });
    expect(await batch.look(call("2"))).toBeUndefined();
    expect(await batch.look({ id: "3", name: "tool_find", arguments: { query: "echo" } })).toBeUndefined();
    expect(await batch.answer(eraseCall)).toMatchObject({ role: "pending" });
    expect(wordsOf(await batch.answer(eraseCall, { approved: true }))).toBe("erased");
  });

  test("hands on what the host gives with a call", async () => {
    const first = takeStep();
    const loaded = await first.accept({ calls: [load] });
    const batch = takeStep([{ role: "user", text: "Go" }, ...loaded]).openBatch();
    await batch.answer(call("2"), { host: { request: 7 } });
    expect(seen.at(-1)).toEqual({ request: 7 });
  });
});
