import type Anthropic from "@anthropic-ai/sdk";
import { type ContentBlock, createRuntime, type Runtime, type RuntimeOptions } from "@plimsoll/core";
import { type AnthropicSurfaceOptions, anthropicSurface } from "@plimsoll/core/anthropic";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { found, type ScriptedReply, say, scriptedModel, use } from "./scripted.ts";
import { MODEL } from "./ways.ts";

type Messages = Anthropic.Beta.BetaMessageParam[];

/** A conversation over a script, with what was sent. */
function talkOver(
  replies: readonly ScriptedReply[],
  runtime: Runtime,
  options: AnthropicSurfaceOptions = {},
  more: { tools?: Anthropic.Beta.BetaToolUnion[] } = {},
) {
  const { client, requests } = scriptedModel((at) => replies[at] ?? [say("Done")]);
  const surface = anthropicSurface(runtime, options);
  const messages: Messages = [{ role: "user", content: "Go" }];
  const params = { model: MODEL, max_tokens: 1024, messages, ...more };
  const step = async () => {
    const response = await client.beta.messages.create(surface.request(params));
    const appended = await surface.accept(response);
    messages.push(...appended);
    return appended;
  };
  return { surface, messages, params, requests, step };
}

function aRuntime(options: RuntimeOptions = {}): Runtime {
  return createRuntime({ tools: [aTool("read"), aTool("edit"), aTool("rare", { lazy: true })], ...options });
}

describe("a reply", () => {
  test("goes back as it came, whatever is in it", async () => {
    const content = [
      { type: "thinking", thinking: "hm", signature: "sig" },
      { type: "redacted_thinking", data: "…" },
      { type: "mcp_tool_use", id: "m", name: "x", server_name: "s", input: {} },
      { type: "mcp_tool_listing", mcp_server_name: "s", tools: [] },
      { type: "compaction", content: "short", encrypted_content: null, tool_changes: [] },
      { type: "something_new", of: ["any", "shape"] },
      use("read"),
    ];
    const { step } = talkOver([content], aRuntime());
    const [reply, results] = await step();
    expect(reply).toEqual({ role: "assistant", content });
    expect(results).toMatchObject({ role: "user", content: [{ content: [{ text: "ran read" }] }] });
  });

  test("its calls are answered in one message, in their order", async () => {
    const calls = [use("edit"), use("no_such_tool"), use("read")];
    const { step } = talkOver([calls], aRuntime());
    const [, results] = await step();
    expect(results?.content).toMatchObject(
      calls.map(({ id }, at) => ({
        type: "tool_result",
        tool_use_id: id,
        ...(at === 1 ? { is_error: true } : {}),
      })),
    );
  });

  test.each(["max_tokens", "model_context_window_exceeded", "stop_sequence", null])(
    "its last call is not run where it was cut off (%s), and is answered all the same",
    async (stop_reason) => {
      const content = [use("edit"), use("read", { path: "/" })];
      const { step } = talkOver([{ content, stop_reason }], aRuntime());
      const [, results] = await step();
      const text = expect.stringMatching(/^This call was cut off.* and was not run/);
      expect(results?.content).toMatchObject([
        { tool_use_id: content[0]?.["id"], content: [{ text: "ran edit" }] },
        { tool_use_id: content[1]?.["id"], is_error: true, content: [{ text }] },
      ]);
    },
  );

  test("a text that was cut off takes nothing from the calls before it", async () => {
    const { step } = talkOver(
      [{ content: [use("edit"), say("And th")], stop_reason: "max_tokens" }],
      aRuntime(),
    );
    expect(JSON.stringify(await step())).toContain("ran edit");
  });

  test("nothing of a refused reply is run", async () => {
    const { step } = talkOver([{ content: [use("edit"), say("I")], stop_reason: "refusal" }], aRuntime());
    const appended = await step();
    expect(JSON.stringify(appended)).not.toContain("ran edit");
    expect(JSON.stringify(appended)).toContain("cut off (refusal)");
  });

  test("a paused one is answered alone, and nothing comes between it and its end", async () => {
    const runtime = aRuntime({ strategy: "transcript" });
    const paused: ScriptedReply = { content: [say("Wait")], stop_reason: "pause_turn" };
    const { step, requests } = talkOver(
      [[use("tool_load", { names: ["rare"] })], paused, [use("rare")]],
      runtime,
    );
    await step();
    expect(await step()).toHaveLength(2);
    runtime.catalog.replace({ id: "docs", kind: "mcp" }, { tools: [aTool("search")] });
    expect(JSON.stringify(await step())).toContain("ran rare");
    expect(requests[2]?.messages.at(-1)).toEqual({ role: "assistant", content: [say("Wait")] });
    expect(JSON.stringify(await step())).toContain("Tools of these servers are available now: docs");
  });
});

describe("tools that the host declares itself", () => {
  const bash: Anthropic.Beta.BetaToolUnion = { type: "bash_20250124", name: "bash" };

  test("their calls wait for the host, and all results go back together in order", async () => {
    const calls = [use("bash", { command: "ls" }), use("read"), use("bash", { command: "pwd" })];
    const talk = talkOver([calls], aRuntime(), {}, { tools: [bash] });
    expect(await talk.step()).toHaveLength(1);
    expect(talk.surface.pending).toMatchObject([
      { name: "bash", waitsFor: { type: "host", input: { command: "ls" } } },
      { name: "bash", waitsFor: { type: "host", input: { command: "pwd" } } },
    ]);
    const [first, second] = talk.surface.pending.map(({ callId }) => callId);
    const { resume } = talk.surface;
    await expect(talk.step()).rejects.toThrow("waits for an answer");
    expect(await resume(talk.params, { [String(second)]: { type: "result", value: "/home" } })).toEqual([]);
    const answered = await resume(talk.params, { [String(first)]: { type: "result", value: "a b" } });
    talk.messages.push(...answered);
    expect(answered).toHaveLength(1);
    expect(answered[0]?.content).toMatchObject(
      ["a b", "ran read", "/home"].map((text, at) => ({
        tool_use_id: calls[at]?.["id"],
        content: [{ type: "text", text }],
      })),
    );
    await talk.step();
  });

  test("calls that wait in a branch that the host has left hold nothing up", async () => {
    const talk = talkOver([[use("bash")], [use("read")]], aRuntime(), {}, { tools: [bash] });
    await talk.step();
    talk.messages.splice(1, 1, { role: "user", content: "No, otherwise" });
    expect(JSON.stringify(await talk.step())).toContain("ran read");
    expect(talk.surface.pending).toEqual([]);
  });

  test("the calls that wait survive a restart", async () => {
    const talk = talkOver([[use("bash"), use("read")]], aRuntime(), {}, { tools: [bash] });
    await talk.step();
    const records = JSON.parse(JSON.stringify(talk.surface.records));
    const resumed = anthropicSurface(aRuntime(), { records });
    const [waiting] = resumed.pending;
    const answer = { type: "failed" as const, message: "no shell here" };
    const answered = await resumed.resume(talk.params, { [String(waiting?.callId)]: answer });
    expect(JSON.stringify(answered)).toMatch(/no shell here.*ran read/);
  });
});

describe("Anthropic's own search", () => {
  test("what it reveals may be called in the same reply, under the strict gate", async () => {
    const runtime = aRuntime({ strategy: "native", gate: "strict" });
    const talk = talkOver([[use("rare")], [...found("rare"), use("rare")]], runtime, { search: "bm25" });
    expect(JSON.stringify(await talk.step())).not.toContain("ran rare");
    expect(JSON.stringify(await talk.step())).toContain("ran rare");
  });

  test("what it reveals in a reply of nothing else counts after a restart", async () => {
    const runtime = aRuntime({ strategy: "native", gate: "strict" });
    const talk = talkOver([{ content: found("rare"), stop_reason: "pause_turn" }], runtime, {
      search: "regex",
    });
    await talk.step();
    const records = JSON.parse(JSON.stringify(talk.surface.records));
    const surface = anthropicSurface(aRuntime({ strategy: "native", gate: "strict" }), { records });
    const { client } = scriptedModel(() => [use("rare")]);
    const response = await client.beta.messages.create(surface.request(talk.params));
    expect(JSON.stringify(await surface.accept(response))).toContain("ran rare");
  });

  test.each(["invalid_pattern", "pattern_too_long", "unavailable"])(
    "a search that fails (%s) reveals nothing and goes back as it came",
    async (error_code) => {
      const [asked, answer] = found("rare");
      const failed = {
        type: "tool_search_tool_result",
        tool_use_id: answer?.["tool_use_id"],
        content: { type: "tool_search_tool_result_error", error_code, error_message: null },
      };
      const content = [asked ?? say(""), failed, say("Again")];
      const talk = talkOver([content], aRuntime({ strategy: "native" }), { search: "regex" });
      expect(await talk.step()).toEqual([{ role: "assistant", content }]);
      expect(talk.surface.records.replies).toBeUndefined();
      talk.messages.push({ role: "user", content: "On" });
      await talk.step();
    },
  );
});

describe("a result", () => {
  const sent = async (content: readonly ContentBlock[]) => {
    const shown = aTool("show", { execution: { type: "run", run: () => ({ content }) } });
    const { step } = talkOver([[use("show")]], createRuntime({ tools: [shown] }));
    const [, results] = await step();
    const [block] = (results?.content ?? []) as { content?: unknown }[];
    return block?.content;
  };

  test("is sent as texts and pictures; of anything else it is said what it is", async () => {
    expect(
      await sent([
        { type: "text", text: "Words", annotations: { priority: 1 } },
        { type: "text", text: "  " },
        { type: "image", data: "aW1n", mimeType: "image/png" },
        { type: "image", data: "aW1n", mimeType: "image/tiff" },
        { type: "audio", data: "c25k", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "file:///a", text: "inside" } },
        { type: "resource", resource: { uri: "file:///b", mimeType: "image/webp", blob: "aW1n" } },
        { type: "resource", resource: { uri: "file:///c", mimeType: "application/zip", blob: "emlw" } },
        { type: "resource_link", uri: "file:///d", name: "d", mimeType: "text/plain" },
      ]),
    ).toEqual([
      { type: "text", text: "Words" },
      { type: "image", source: { type: "base64", data: "aW1n", media_type: "image/png" } },
      { type: "text", text: "[image, image/tiff: it cannot be shown here]" },
      { type: "text", text: "[audio, audio/wav: it cannot be shown here]" },
      { type: "text", text: "[resource file:///a]\ninside" },
      { type: "image", source: { type: "base64", data: "aW1n", media_type: "image/webp" } },
      { type: "text", text: "[resource file:///c, application/zip: it cannot be shown here]" },
      { type: "text", text: "[resource d: file:///d, text/plain]" },
    ]);
  });

  test("of nothing has no content", async () => {
    expect(await sent([])).toBeUndefined();
    expect(await sent([{ type: "text", text: "" }])).toBeUndefined();
  });
});
