import { createRuntime, PlimsollError, type RuntimeOptions } from "@plimsoll/core";
import { type ChatMessage, type OpenaiChatSurfaceOptions, openaiChatSurface } from "@plimsoll/core/openai";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";

const PICTURE = { type: "image", data: "aGk=", mimeType: "image/png" } as const;
const shot = aTool("shot", { execution: { type: "run", run: () => ({ content: [PICTURE] }) } });

function talkOf(
  options: RuntimeOptions,
  { system = [], ...more }: OpenaiChatSurfaceOptions & { readonly system?: readonly object[] } = {},
) {
  const surface = openaiChatSurface(createRuntime(options), more);
  const messages = [...system, { role: "user", content: "Begin" }] as ChatMessage[];
  const request = (extra: object = {}): Readonly<Record<string, unknown>> =>
    surface.request({ model: "deepseek-v4", messages, ...extra });
  return {
    surface,
    messages,
    request,
    async send(message: object, extra: object = {}) {
      request(extra);
      const answered = await surface.accept({
        id: `chatcmpl-${messages.length}`,
        choices: [{ message: { role: "assistant", ...message } }],
      });
      messages.push(...answered);
      return answered;
    },
  };
}

function calls(...names: readonly string[]) {
  const tool_calls = names.map((name, at) => ({
    id: `call_${at}`,
    type: "function",
    function: { name, arguments: "{}" },
  }));
  return { content: null, tool_calls };
}

describe("a request that every compatible endpoint understands", () => {
  test("holds nothing but roles, words and plain functions", async () => {
    const talk = talkOf({ tools: [aTool("read"), aTool("rare", { lazy: true })] });
    await talk.send({ ...calls("read"), reasoning_content: "Hm." });
    const { tools, ...request } = talk.request({ temperature: 0 });
    expect(request).toEqual({
      model: "deepseek-v4",
      temperature: 0,
      messages: [
        { role: "system", content: expect.stringContaining("tool_find") },
        { role: "user", content: "Begin" },
        { role: "assistant", ...calls("read"), reasoning_content: "Hm." },
        { role: "tool", tool_call_id: "call_0", content: "ran read" },
      ],
    });
    const listed = Array.isArray(tools) ? tools : [];
    expect(listed.map((tool) => Object.keys(tool))).toEqual(listed.map(() => ["type", "function"]));
    expect(listed[0]).toEqual({
      type: "function",
      function: { name: "read", description: "Does what read says", parameters: { type: "object" } },
    });
  });

  test("has no prompt section and no tools where there is nothing to say", () => {
    expect(talkOf({}).request()).toEqual({
      model: "deepseek-v4",
      messages: [{ role: "user", content: "Begin" }],
    });
  });

  test.each(["native", "transcript"] as const)("cannot be had for %s", (strategy) => {
    const talk = talkOf({ tools: [aTool("rare", { lazy: true })], strategy });
    expect(() => talk.request({ model: "gpt-6" })).toThrow("cannot be spoken to Chat Completions here");
  });

  test("falls back to the bridge for a model that could do more elsewhere", () => {
    const talk = talkOf({ tools: [aTool("rare", { lazy: true })] });
    talk.request({ model: "gpt-6" });
    expect(talk.surface.step?.strategy).toBe("bridge");
  });
});

describe("the prompt section", () => {
  test("stands behind the host's own instructions, in their role, at every step", async () => {
    const system = [
      { role: "developer", content: "Be brief." },
      { role: "developer", content: "Be kind." },
    ];
    const talk = talkOf({ tools: [aTool("rare", { lazy: true })] }, { system });
    const places = () => {
      const { messages } = talk.request();
      return (Array.isArray(messages) ? messages : []).slice(0, 3);
    };
    const before = places();
    expect(before).toEqual([...system, { role: "developer", content: expect.stringContaining("tool_find") }]);
    await talk.send({ content: "Hello." });
    talk.messages.push({ role: "user" });
    expect(places()).toEqual(before);
  });
});

describe("results", () => {
  test("stand right behind the calls, in their order; words come after", async () => {
    const eager = aTool("rare", { lazy: true, antiFallback: "do not use bash" });
    const talk = talkOf({ tools: [aTool("read"), eager], strategy: "append" });
    const load = {
      id: "l",
      type: "function",
      function: { name: "tool_load", arguments: '{"names":["rare"]}' },
    };
    const answered = await talk.send({
      content: null,
      tool_calls: [load, ...calls("read", "nothing").tool_calls],
    });
    expect(answered.slice(1)).toMatchObject([
      { role: "tool", tool_call_id: "l" },
      { role: "tool", tool_call_id: "call_0" },
      { role: "tool", tool_call_id: "call_1" },
      { role: "user", content: "rare is callable now; do not use bash." },
    ]);
  });

  test("pictures are said to be there, and sent behind the batch only where the host wants it", async () => {
    const answered = await talkOf({ tools: [shot] }).send(calls("shot"));
    expect(answered.slice(1)).toEqual([
      { role: "tool", tool_call_id: "call_0", content: "[image/png: not shown]" },
    ]);
    const talk = talkOf({ tools: [shot, aTool("read")] }, { images: true });
    const seen = await talk.send(calls("shot", "read"));
    expect(seen.slice(2)).toEqual([
      { role: "tool", tool_call_id: "call_1", content: "ran read" },
      {
        role: "user",
        content: [
          { type: "text", text: "Pictures of the result of call_0:" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
        ],
      },
    ]);
    talk.request();
    // No person sent them: the turn is still the first.
    talk.surface.summarise(talk.messages, "Earlier.");
    expect(talk.surface.records.notes).toMatchObject([{ of: { turns: 1 } }]);
  });

  test("calls without ids get some, each its own for the whole conversation", async () => {
    const talk = talkOf({ tools: [aTool("read"), aTool("rare", { lazy: true })], strategy: "append" });
    const nameless = {
      content: null,
      tool_calls: calls("read", "rare").tool_calls.map((call) => ({ ...call, id: "" })),
    };
    const first = await talk.send(nameless);
    const second = await talk.send(nameless);
    const ids = [...first, ...second].flatMap((message) =>
      "tool_call_id" in message ? message.tool_call_id : [],
    );
    expect(new Set(ids).size).toBe(4);
    expect(first[0]).toMatchObject({ tool_calls: [{ id: ids[0] }, { id: ids[1] }] });
  });
});

describe("what a host has of its own", () => {
  const own = { type: "function", function: { name: "ask_user", parameters: {} } };

  test("its functions stand first, and their calls are left for it", async () => {
    const talk = talkOf({ tools: [aTool("read")] });
    expect(talk.request({ tools: [own] })["tools"]).toMatchObject([own, { function: { name: "read" } }]);
    const answered = await talk.send(calls("ask_user", "read"), { tools: [own] });
    expect(answered.slice(1)).toEqual([{ role: "tool", tool_call_id: "call_1", content: "ran read" }]);
    expect(talk.surface.isDone).toBe(false);
  });

  test("a name of the array may not be declared twice", () => {
    const clash = { type: "function", function: { name: "read", parameters: {} } };
    const talk = talkOf({ tools: [aTool("read")] });
    expect(() => talk.request({ tools: [clash] })).toThrow(PlimsollError);
  });

  test("a message that is none is refused by its place", () => {
    const talk = talkOf({ tools: [aTool("read")] });
    expect(() => talk.request({ messages: [...talk.messages, null] })).toThrow("Entry 1 of the transcript");
  });

  test("no choice at all is a reply of nothing", async () => {
    const talk = talkOf({ tools: [aTool("read")] });
    talk.request();
    expect(await talk.surface.accept({ choices: [] })).toEqual([]);
    expect(talk.surface.isDone).toBe(true);
  });
});
