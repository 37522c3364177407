import assert from "node:assert/strict";
import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import { generateText, type ModelMessage, stepCountIs } from "ai";
import { report, scriptedModel, toBytes } from "./scripted-model.ts";
import { tools } from "./workplace.ts";

const model = scriptedModel("first");
const messages: ModelMessage[] = [{ role: "user", content: "File a bug about the login page" }];

const surface = withPlimsoll({ tools, pins: ["read", "edit"] });
const result = await generateText({ ...surface.for({ model, messages }), stopWhen: stepCountIs(20) });
messages.push(...surface.messages(result)); // survives JSON, reload, another process

report(model);
const stored = JSON.stringify(messages);

// Another process: nothing is left but the messages.
const later: ModelMessage[] = JSON.parse(stored);
later.push({ role: "user", content: "And one about the search" });
const resumed = withPlimsoll({ tools, pins: ["read", "edit"] });
const next = scriptedModel("second");
await generateText({ ...resumed.for({ model: next, messages: later }), stopWhen: stepCountIs(20) });

report(next);
const before = toBytes(model.doGenerateCalls.at(-1));
const after = toBytes(next.doGenerateCalls[0]);
assert.equal(after.tools, before.tools, "the array is the one of before");
assert(after.prompt.startsWith(before.prompt), "and so is every message, the system prompt first");
