import { readFileSync } from "node:fs";
import { type Message, PlimsollError, readTranscript, type TranscriptShape } from "@plimsoll/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./transcripts/${name}`, import.meta.url), "utf8"));
}

const NEUTRAL = fixture("neutral.json") as Message[];

/** Without what a shape does not record, or writes as a text. */
function comparable(messages: readonly Message[]): unknown {
  return messages.map((message) => {
    if (message.role === "assistant") {
      const parsed = message.calls.map((call) => ({
        ...call,
        arguments: typeof call.arguments === "string" ? JSON.parse(call.arguments) : call.arguments,
      }));
      return { ...message, calls: parsed };
    }
    if (message.role !== "tool") return message;
    const { isError: _, ...rest } = message;
    return rest;
  });
}

describe("one conversation, recorded in every shape", () => {
  test.each<[string, TranscriptShape, Record<string, number>]>([
    ["neutral.json", "neutral", {}],
    ["anthropic.json", "anthropic", { thinking: 1, server_tool_use: 1, tool_search_tool_result: 1 }],
    ["openai-chat.json", "openai-chat", { system: 1 }],
    [
      "openai-responses.json",
      "openai-responses",
      { reasoning: 1, tool_search_call: 1, tool_search_output: 1 },
    ],
    ["ai-sdk.json", "ai-sdk", { system: 1, "tool-call of the provider": 1, reasoning: 1 }],
    ["ai-sdk-ui.json", "ai-sdk", { reasoning: 1, "input-streaming": 1 }],
  ])("%s is read as %s, and comes to the same history", (file, shape, skipped) => {
    const transcript = readTranscript(fixture(file));
    expect({ shape: transcript.shape, skipped: transcript.skipped }).toEqual({ shape, skipped });
    expect(comparable(transcript.messages)).toEqual(comparable(NEUTRAL));
  });

  test.each(["anthropic.json", "ai-sdk.json", "ai-sdk-ui.json"])(
    "%s says which result is an error",
    (file) => {
      expect(readTranscript(fixture(file)).messages).toEqual(NEUTRAL);
    },
  );

  test("every message knows the entry it comes from", () => {
    const { origins, messages } = readTranscript(fixture("anthropic.json"));
    expect(origins).toEqual([0, 1, 2, 3, 4, 4, 4, 5]);
    expect(messages).toHaveLength(origins.length);
  });
});

describe("the reading of transcripts", () => {
  const call = { type: "tool_use", id: "a", name: "wait", input: {} };
  const callsOf = (value: unknown) =>
    readTranscript(value).messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));

  test("takes messages out of the lines that agents log them in, and passes over their other lines", () => {
    const claudeCode = [
      { type: "summary", summary: "A build", leafUuid: "x" },
      { type: "user", uuid: "1", message: { role: "user", content: "Wait" } },
      { type: "assistant", uuid: "2", message: { role: "assistant", content: [call] } },
    ];
    expect(readTranscript(claudeCode)).toMatchObject({ shape: "anthropic", skipped: { summary: 1 } });
    expect(callsOf(claudeCode)).toMatchObject([{ name: "wait" }]);
    const codex = [
      { type: "session_meta", payload: { id: "s" } },
      { type: "event_msg", payload: { type: "token_count" } },
      {
        type: "response_item",
        payload: { type: "function_call", name: "shell", arguments: "{}", call_id: "b" },
      },
    ];
    expect(readTranscript(codex)).toMatchObject({
      shape: "openai-responses",
      skipped: { session_meta: 1, token_count: 1 },
    });
    expect(callsOf(codex)).toEqual([{ id: "b", name: "shell", arguments: "{}" }]);
  });

  test("reads a lone response, a request of a text, and functions of before there were ids", () => {
    expect(callsOf({ type: "message", role: "assistant", content: [call] })).toMatchObject([{ id: "a" }]);
    expect(readTranscript({ input: "Hello", output: [] }).messages).toEqual([
      { role: "user", text: "Hello" },
    ]);
    const old = readTranscript([
      { role: "assistant", content: null, function_call: { name: "wait", arguments: "{}" } },
      { role: "function", name: "wait", content: "done" },
    ]);
    expect(old.messages).toMatchObject([
      { role: "assistant", calls: [{ name: "wait" }] },
      { role: "tool", name: "wait" },
    ]);
  });

  test("keeps pictures, and tools that were added inside the conversation", () => {
    const source = { type: "base64", media_type: "image/png", data: "AAAA" };
    const definition = { name: "late", description: "Comes late", input_schema: { type: "object" } };
    const { messages } = readTranscript([
      {
        role: "user",
        content: [
          { type: "image", source },
          { type: "text", text: "See" },
        ],
      },
      {
        role: "system",
        content: [
          { type: "tool_addition", tool: { type: "tool_definition", definition } },
          { type: "tool_removal", tool: { type: "tool_reference", name: "early" } },
        ],
      },
    ]);
    expect(messages).toEqual([
      { role: "user", text: "See", attachments: [{ type: "image", data: "AAAA", mimeType: "image/png" }] },
      {
        role: "tool-change",
        added: [{ name: "late", description: "Comes late", inputSchema: { type: "object" } }],
        removed: ["early"],
      },
    ]);
  });

  test.each<[string, unknown, number, string]>([
    ["a text", "hello", 0, "neither a list of messages nor an object"],
    ["an object without messages", { tools: [] }, 0, "it has no messages"],
    ["an entry that is none", [{ role: "user", text: "a" }, 7], 1, "it is not an object"],
    ["a role that nobody knows", [{ role: "user", content: "a" }, { role: "bot" }], 1, 'its role is "bot"'],
    ["no role", [{ content: "a" }], 0, "it has no role"],
    [
      "a call without a name",
      [
        {
          role: "assistant",
          content: [
            { type: "text", text: "" },
            { type: "tool_use", id: "a" },
          ],
        },
      ],
      0,
      "its content/1 is a call without a name",
    ],
    [
      "a content that is a number",
      [{ role: "user", content: 7 }],
      0,
      "its content is neither a text nor a list",
    ],
    [
      "a neutral call without an id",
      [{ role: "assistant", calls: [{ name: "a" }] }],
      0,
      "its calls/0 has no id",
    ],
    [
      "two shapes",
      [
        { role: "assistant", content: [call] },
        { role: "tool", tool_call_id: "a", content: "b" },
      ],
      1,
      "it has the shape openai-chat, and entry 0 has the shape anthropic",
    ],
  ])("%s is refused, with the place", (_what, value, index, reason) => {
    try {
      readTranscript(value);
      expect.unreachable();
    } catch (error) {
      if (!PlimsollError.is(error, "HISTORY_INVALID")) throw error;
      expect(error.data.index).toBe(index);
      expect(error.message).toContain(reason);
    }
  });

  test("no value makes it throw anything else", () => {
    const part = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom("tool_use", "tool-call", "text", "tool_result"),
        name: fc.anything(),
      }),
    );
    const entry = fc.oneof(
      fc.anything(),
      fc.record(
        {
          role: fc.constantFrom("user", "assistant", "tool", "system"),
          type: fc.constantFrom("function_call", "message", "function_call_output"),
          content: fc.oneof(fc.string(), fc.array(part)),
          parts: fc.array(part),
          tool_calls: fc.array(part),
          output: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(entry)), (value) => {
        try {
          readTranscript(value);
        } catch (error) {
          if (!PlimsollError.is(error, "HISTORY_INVALID")) throw error;
        }
      }),
    );
  });

  test("an entry whose role or type cannot become a text is refused, or passed over as one of no shape", () => {
    const odd: unknown = JSON.parse('{"toString":1}');
    expect(() => readTranscript([{ role: odd, content: "Go" }])).toThrow("its role is a object");
    expect(() => readTranscript([{ type: odd }])).toThrow("it has no role");
    expect(readTranscript([{ role: "user", content: [{ type: odd }] }]).messages).toEqual([]);
  });
});
