import assert from "node:assert/strict";
import type Anthropic from "@anthropic-ai/sdk";
import { type AdapterRecords, createRuntime } from "@plimsoll/core";
import { anthropicSurface } from "@plimsoll/core/anthropic";
import { hundredsMore } from "../loop/workplace.ts";
import { client, sent } from "./scripted-client.ts";

const model = "claude-opus-4-8";

/** One turn of the user's, in a process of its own: all it goes on from is JSON. */
async function runTurn(saved: string, text: string): Promise<string> {
  const { messages, records }: Conversation = JSON.parse(saved);
  messages.push({ role: "user", content: text });
  const runtime = createRuntime({
    tools: hundredsMore,
    pins: ["read", "edit", "bash"],
    budget: { headTokens: 5_000 },
  });

  const surface = anthropicSurface(runtime, { records }); // one surface, one conversation
  for (;;) {
    const response = await client.beta.messages.create(
      surface.request({ model, max_tokens: 1024, messages }),
    );
    messages.push(...(await surface.accept(response)));
    if (response.stop_reason !== "tool_use") break;
  }
  return JSON.stringify({ messages, records: surface.records });
}

interface Conversation {
  readonly messages: Anthropic.Beta.BetaMessageParam[];
  readonly records: AdapterRecords;
}

let saved = JSON.stringify({ messages: [], records: {} });
saved = await runTurn(saved, "Refund the customer who paid twice");
saved = await runTurn(saved, "And tell the team");

const [first] = sent;
assert(first !== undefined && sent.length === 6, "six requests were made");
for (const [at, { tools, system, messages, betas }] of sent.entries()) {
  assert.equal(tools, first.tools, "the array never changes");
  assert.equal(system, first.system, "nor does the system prompt");
  assert.equal(betas, "inline-tools-2026-09-15", "nor do the headers");
  const before = sent[at - 1]?.messages ?? [];
  assert.deepEqual(messages.slice(0, before.length), before, "what was sent stays sent");
}
console.log(`\n${sent.length} requests, one array of ${first.tools.length.toLocaleString("en")} characters`);
