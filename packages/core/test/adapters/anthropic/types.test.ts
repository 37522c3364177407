import type Anthropic from "@anthropic-ai/sdk";
import { type AdapterRecords, createRuntime } from "@plimsoll/core";
import { anthropicSurface } from "@plimsoll/core/anthropic";
import { expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { say, scriptedModel, use } from "./scripted.ts";

const model = "claude-opus-4-8";
const runtime = createRuntime({ tools: [aTool("read"), aTool("rare", { lazy: true })] });

test("the loop of the beta endpoint takes and answers the SDK's own types", async () => {
  const { client } = scriptedModel((at) => (at === 0 ? [use("read")] : [say("Done")]));
  const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: "user", content: "Go" }];
  const records: AdapterRecords = {};
  const surface = anthropicSurface(runtime, { records });
  for (;;) {
    const response = await client.beta.messages.create(
      surface.request({ model, max_tokens: 1024, messages }),
    );
    messages.push(...(await surface.accept(response)));
    if (response.stop_reason !== "tool_use") break;
  }
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
});

test("the loop of the GA endpoint does too", async () => {
  const { client, betas } = scriptedModel((at) => (at === 0 ? [use("read")] : [say("Done")]));
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Go" }];
  const surface = anthropicSurface(createRuntime({ tools: [aTool("read")], strategy: "bridge" }));
  const tools: Anthropic.ToolUnion[] = [{ type: "web_search_20250305", name: "web_search" }];
  const system = [{ type: "text" as const, text: "Be brief", cache_control: { type: "ephemeral" as const } }];
  for (;;) {
    const response = await client.messages.create(
      surface.request({ model, max_tokens: 1024, messages, system, tools, tool_choice: { type: "auto" } }),
    );
    messages.push(...(await surface.accept(response)));
    if (response.stop_reason !== "tool_use") break;
  }
  expect(messages).toHaveLength(4);
  expect(betas).toEqual(["", ""]);
});

test("streams, events and token counts take the same request", async () => {
  const { client } = scriptedModel(() => [say("Done")]);
  const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: "user", content: "Go" }];
  const surface = anthropicSurface(runtime);
  const stream = client.beta.messages.stream(surface.request({ model, max_tokens: 1024, messages }));
  messages.push(...(await surface.accept(await stream.finalMessage())));
  const events = await client.beta.messages.create(
    surface.request({ model, max_tokens: 1024, messages, stream: true }),
  );
  let types = 0;
  for await (const event of events) if (event.type.length > 0) types += 1;
  expect(types).toBeGreaterThan(3);
  const ga: Anthropic.MessageParam[] = [{ role: "user", content: "Go" }];
  const plain = client.messages.stream(surface.request({ model, max_tokens: 1024, messages: ga }));
  ga.push(...(await surface.accept(await plain.finalMessage())));
  const count = () => client.beta.messages.countTokens(surface.request({ model, messages }));
  const params: Anthropic.Beta.MessageCreateParamsNonStreaming = { model, max_tokens: 1, messages };
  const whole = () => client.beta.messages.create(surface.request(params));
  const inline = () =>
    client.beta.messages.create(
      surface.request({
        model,
        max_tokens: 1,
        messages: [
          { role: "user", content: [{ type: "text", text: "Go", cache_control: { type: "ephemeral" } }] },
        ],
        system: [{ type: "text", text: "Be brief" }],
        tools: [
          { type: "web_search_20250305", name: "web_search" },
          { name: "own", description: "The host's own", input_schema: { type: "object" } },
        ],
        betas: ["context-management-2025-06-27"],
        context_management: {
          edits: [{ type: "clear_tool_uses_20250919", keep: { type: "tool_uses", value: 3 } }],
        },
        thinking: { type: "enabled", budget_tokens: 1024 },
        tool_choice: { type: "auto", disable_parallel_tool_use: true },
        stop_sequences: ["END"],
        service_tier: "auto",
      }),
    );
  messages.push(...surface.summarise(messages, "Nothing yet"));
  const resume = async () => messages.push(...(await surface.resume({ model, messages }, {})));
  expect([count, whole, inline, resume]).toHaveLength(4);
});
