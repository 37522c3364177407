import assert from "node:assert/strict";
import { createRuntime, type Message, type PendingAnswer, type Runtime } from "@plimsoll/core";
import { z } from "zod";
import { database, tools } from "./database.ts";
import { askModel } from "./scripted-model.ts";

const model = "claude-haiku-4-5";
const question = z.object({ params: z.object({ message: z.string() }) });

/** Each process makes a runtime of its own; what they share is the history, as a text. */
function startRuntime(): Runtime {
  return createRuntime({ tools, policy: { approveRisk: ["destructive"] } });
}

/** Runs the agent until it is done or has to wait. */
async function runAgent(runtime: Runtime, history: Message[]): Promise<void> {
  for (;;) {
    const step = runtime.step({ history, model });
    const reply = await askModel(step.messages); // your own call
    const entries = await step.accept(reply);
    history.push(...entries);
    if (reply.calls.length === 0 || entries.some(({ role }) => role === "pending")) return;
  }
}

/** Runs what the host runs, and asks the user for the rest: here somebody who says yes to everything. */
function answerPending(history: readonly Message[]): Record<string, PendingAnswer> {
  const answers: Record<string, PendingAnswer> = {};
  for (const entry of history) {
    if (entry.role !== "pending") continue;
    const { callId, tool, waitsFor } = entry;
    if (waitsFor.type === "host") {
      console.log(`  host: ${tool}(${JSON.stringify(waitsFor.input)})`);
      answers[callId] = { type: "result", value: database.save() };
    } else {
      const said = Object.entries(waitsFor.request.requests).map(([name, request]) => {
        console.log(`  host: ${question.parse(request).params.message} user: Yes`);
        return [name, { action: "accept" }];
      });
      answers[callId] = { type: "answers", answers: Object.fromEntries(said) };
    }
  }
  return answers;
}

console.log("process 1");
const begun: Message[] = [{ role: "user", text: "Clear the test customers" }];
await runAgent(startRuntime(), begun);
const saved = JSON.stringify(begun); // to a file or a database
assert.deepEqual([database.backups, database.customers.length], [0, 3], "nothing has run without leave");

console.log("process 2");
const history: Message[] = JSON.parse(saved);
const runtime = startRuntime();
history.push(...(await runtime.resume({ history, model, answers: answerPending(history) })));
await runAgent(runtime, history);

const left = database.customers.map(({ name }) => name);
assert.deepEqual([database.backups, left], [1, ["Ada"]], "only the test customers are gone");
const results = history.flatMap((entry) => (entry.role === "tool" ? [entry.meta?.outcome] : []));
assert.deepEqual(results, ["ok", "ok"], "each call has its result");
