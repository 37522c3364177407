import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import { convertToModelMessages, isStepCount, streamText, type UIMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import {
  convertToModelMessages as convertToModelMessages6,
  stepCountIs as stepCountIs6,
  streamText as streamText6,
  type UIMessage as UIMessage6,
} from "ai-6";
import { MockLanguageModelV3 as MockModel6 } from "ai-6/test";
import { expect, test } from "vitest";
import { z } from "zod";
import { answerWith } from "./scripted.ts";

const FIRST = [
  [{ name: "tool_load", input: { names: ["edit"] } }],
  [
    { name: "edit", input: { path: "a" } },
    { name: "read", input: { path: "b" } },
  ],
  "Done.",
];
const SECOND = [[{ name: "edit", input: { path: "c" } }], "Done again."];

function surfaceOf() {
  const inputSchema = z.object({ path: z.string() });
  const execute = ({ path }: { path: string }) => ({ did: path });
  return withPlimsoll({
    tools: {
      read: { description: "Read", inputSchema, execute },
      edit: { description: "Edit", inputSchema, execute },
    },
    manifest: { version: "1", provides: { tools: [{ name: "edit", lazy: true }] } },
    strategy: "append",
    gate: "strict",
  });
}

test("activation survives the messages of a user interface, and so do the bytes, with version 7", async () => {
  const ask = async (script: typeof FIRST, ui: UIMessage[]) => {
    const surface = surfaceOf();
    const model = new MockLanguageModelV4(answerWith(script));
    const messages = await convertToModelMessages(ui, { tools: surface.tools });
    const result = streamText({ ...surface.for({ model, messages }), stopWhen: isStepCount(9) });
    return { model, ui: await collect<UIMessage>(ui, (options) => result.toUIMessageStream(options)) };
  };
  const first = await ask(FIRST, [{ id: "1", role: "user", parts: [{ type: "text", text: "Edit it" }] }]);
  const stored = JSON.parse(JSON.stringify(first.ui)) as UIMessage[];
  const second = await ask(SECOND, [
    ...stored,
    { id: "9", role: "user", parts: [{ type: "text", text: "Again" }] },
  ]);
  const last = first.model.doStreamCalls.at(-1);
  const [next, end] = second.model.doStreamCalls;
  expect(next?.tools).toEqual(last?.tools);
  expect(next?.tools?.at(-1)?.name).toBe("edit");
  expect(JSON.stringify(next?.prompt)).toContain(JSON.stringify(last?.prompt).slice(0, -1));
  expect(JSON.stringify(end?.prompt)).toContain('"did":"c"');
});

test("with version 6 too", async () => {
  const ask = async (script: typeof FIRST, ui: UIMessage6[]) => {
    const surface = surfaceOf();
    const model = new MockModel6(answerWith(script));
    const messages = await convertToModelMessages6(ui, { tools: surface.tools });
    const result = streamText6({ ...surface.for({ model, messages }), stopWhen: stepCountIs6(9) });
    return { model, ui: await collect<UIMessage6>(ui, (options) => result.toUIMessageStream(options)) };
  };
  const first = await ask(FIRST, [{ id: "1", role: "user", parts: [{ type: "text", text: "Edit it" }] }]);
  const stored = JSON.parse(JSON.stringify(first.ui)) as UIMessage6[];
  const second = await ask(SECOND, [
    ...stored,
    { id: "9", role: "user", parts: [{ type: "text", text: "Again" }] },
  ]);
  const last = first.model.doStreamCalls.at(-1);
  const [next, end] = second.model.doStreamCalls;
  expect(next?.tools).toEqual(last?.tools);
  expect(JSON.stringify(next?.prompt)).toContain(JSON.stringify(last?.prompt).slice(0, -1));
  expect(JSON.stringify(end?.prompt)).toContain('"did":"c"');
});

/** Reads a stream to its end, and answers the messages that a user interface keeps then. */
async function collect<Message>(
  originalMessages: Message[],
  open: (options: {
    originalMessages: Message[];
    onFinish: (event: { messages: Message[] }) => void;
  }) => AsyncIterable<unknown>,
): Promise<Message[]> {
  let kept: Message[] = [];
  const stream = open({
    originalMessages,
    onFinish: ({ messages }) => {
      kept = messages;
    },
  });
  for await (const _chunk of stream);
  return kept;
}
