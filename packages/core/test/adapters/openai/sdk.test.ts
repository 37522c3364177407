import { createRuntime, defineTool, type Runtime, type StrategyName } from "@plimsoll/core";
import { openaiChatSurface, openaiSurface } from "@plimsoll/core/openai";
import OpenAI from "openai";
import OpenAI6 from "openai-6";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type ScriptedApi, type ScriptedReply, scriptedApi } from "./scripted.ts";

const CLOSING = { name: "close_ticket", arguments: { id: 7 } };
const SCRIPT: readonly ScriptedReply[] = [
  { calls: [{ name: "tool_load", arguments: { names: ["close_ticket"] } }] },
  { calls: [CLOSING] },
  { text: "Closed." },
];

function aRuntime(strategy: StrategyName = "append"): Runtime {
  const closeTicket = defineTool({
    name: "close_ticket",
    description: "Close a ticket",
    input: z.object({ id: z.number() }),
    lazy: true,
    run: ({ id }) => `closed ${id}`,
  });
  return createRuntime({ tools: [closeTicket], strategy });
}

function playing(): ScriptedApi {
  return scriptedApi((step) => SCRIPT[step] ?? {});
}

const options = { apiKey: "x", maxRetries: 0 };

/** What came of it on the wire: as many requests as replies, and the result of the call in the last. */
function expectPlayed(api: ScriptedApi): void {
  expect(api.bodies).toHaveLength(3);
  expect(api.bodies.at(-1)).toContain("closed 7");
  expect(api.bodies.at(-1)).not.toContain("parsed");
}

describe("the program that a user writes, with no cast", () => {
  test("Responses, openai 7", async () => {
    const api = playing();
    const client = new OpenAI({ ...options, fetch: api.fetch });
    const surface = openaiSurface(aRuntime(), { records: {} });
    const model = "gpt-6";
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Close ticket 7" }];
    for (;;) {
      const response = await client.responses.create(surface.request({ model, input }));
      input.push(...(await surface.accept(response)));
      if (surface.isDone) break;
    }
    expectPlayed(api);
  });

  test("Responses, openai 6", async () => {
    const api = playing();
    const client = new OpenAI6({ ...options, fetch: api.fetch });
    const surface = openaiSurface(aRuntime(), { records: {} });
    const model = "gpt-6";
    const input: OpenAI6.Responses.ResponseInputItem[] = [{ role: "user", content: "Close ticket 7" }];
    for (;;) {
      const response = await client.responses.create(surface.request({ model, input }));
      input.push(...(await surface.accept(response)));
      if (surface.isDone) break;
    }
    expectPlayed(api);
  });

  test("Chat Completions, openai 7", async () => {
    const api = playing();
    const client = new OpenAI({ ...options, fetch: api.fetch, baseURL: "https://example.com/v1" });
    const surface = openaiChatSurface(aRuntime(), { records: {} });
    const model = "deepseek-v4";
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: "Close ticket 7" }];
    for (;;) {
      const response = await client.chat.completions.create(surface.request({ model, messages }));
      messages.push(...(await surface.accept(response)));
      if (response.choices[0]?.finish_reason !== "tool_calls") break;
    }
    expectPlayed(api);
    expect(surface.isDone).toBe(true);
  });

  test("Chat Completions, openai 6", async () => {
    const api = playing();
    const client = new OpenAI6({ ...options, fetch: api.fetch, baseURL: "https://example.com/v1" });
    const surface = openaiChatSurface(aRuntime(), { records: {} });
    const model = "deepseek-v4";
    const messages: OpenAI6.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: "Close ticket 7" }];
    for (;;) {
      const response = await client.chat.completions.create(surface.request({ model, messages }));
      messages.push(...(await surface.accept(response)));
      if (response.choices[0]?.finish_reason !== "tool_calls") break;
    }
    expectPlayed(api);
  });
});

describe("openai 6 and 7 send the same bytes", () => {
  const find = { name: "tool_find", arguments: { query: "close_ticket", limit: 1 } };
  const load = { name: "tool_load", arguments: { names: ["close_ticket"] } };

  test.each([
    ["native", find, "tool_search_output"],
    ["transcript", load, "additional_tools"],
    ["bridge", find, "tool_find"],
  ] as const)("under %s", async (strategy, call, telling) => {
    const apis = [0, 1].map(() =>
      scriptedApi((step) => [{ calls: [call] }, { calls: [CLOSING] }, { text: "Closed." }][step] ?? {}),
    );
    const [first, second] = apis;
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Close ticket 7" }];
    const client = new OpenAI({ ...options, fetch: first?.fetch });
    const surface = openaiSurface(aRuntime(strategy));
    do {
      const response = await client.responses.create(surface.request({ model: "gpt-6", input }));
      input.push(...(await surface.accept(response)));
    } while (!surface.isDone);

    const input6: OpenAI6.Responses.ResponseInput = [{ role: "user", content: "Close ticket 7" }];
    const client6 = new OpenAI6({ ...options, fetch: second?.fetch });
    const surface6 = openaiSurface(aRuntime(strategy));
    do {
      const response = await client6.responses.create(surface6.request({ model: "gpt-6", input: input6 }));
      input6.push(...(await surface6.accept(response)));
    } while (!surface6.isDone);
    expect(first?.bodies).toHaveLength(3);
    expect(first?.bodies.at(-1)).toContain(telling);
    expect(second?.bodies).toEqual(first?.bodies);
  });
});

describe("parameters keep their types on the way through", () => {
  test("literals, tools of the provider's own and streaming, openai 7", async () => {
    const api = playing();
    const client = new OpenAI({ ...options, fetch: api.fetch });
    const surface = openaiSurface(aRuntime());
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Close ticket 7" }];
    for (;;) {
      const events = await client.responses.create(
        surface.request({
          model: "gpt-6",
          input,
          stream: true,
          store: false,
          reasoning: { effort: "low" },
          include: ["reasoning.encrypted_content"],
          tool_choice: "auto",
          tools: [{ type: "web_search" }],
        }),
      );
      for await (const event of events) {
        if (event.type === "response.completed") input.push(...(await surface.accept(event.response)));
      }
      if (surface.isDone) break;
    }
    expectPlayed(api);
    expect(api.body().tools?.[0]).toEqual({ type: "web_search" });
  });
});

describe("a stream that the package puts together goes back as the API sent it", () => {
  test("Responses, openai 7", async () => {
    const [streamed, plain] = [playing(), playing()];
    for (const api of [streamed, plain]) {
      const client = new OpenAI({ ...options, fetch: api.fetch });
      const surface = openaiSurface(aRuntime());
      const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Close ticket 7" }];
      do {
        const request = surface.request({ model: "gpt-6", input });
        const response =
          api === streamed
            ? await client.responses.stream(request).finalResponse()
            : await client.responses.create(request);
        input.push(...(await surface.accept(response)));
      } while (!surface.isDone);
      expectPlayed(api);
    }
    expect(streamed.body().input).toEqual(plain.body().input);
  });

  test("Responses, openai 6", async () => {
    const api = playing();
    const client = new OpenAI6({ ...options, fetch: api.fetch });
    const surface = openaiSurface(aRuntime());
    const input: OpenAI6.Responses.ResponseInput = [{ role: "user", content: "Close ticket 7" }];
    do {
      const stream = client.responses.stream(surface.request({ model: "gpt-6", input }));
      input.push(...(await surface.accept(await stream.finalResponse())));
    } while (!surface.isDone);
    expectPlayed(api);
  });

  test("Chat Completions, openai 7", async () => {
    const api = playing();
    const client = new OpenAI({ ...options, fetch: api.fetch });
    const surface = openaiChatSurface(aRuntime());
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: "Close ticket 7" }];
    do {
      const stream = client.chat.completions.stream(surface.request({ model: "kimi-k3", messages }));
      messages.push(...(await surface.accept(await stream.finalChatCompletion())));
    } while (!surface.isDone);
    expectPlayed(api);
  });

  test("Chat Completions, openai 6", async () => {
    const api = playing();
    const client = new OpenAI6({ ...options, fetch: api.fetch });
    const surface = openaiChatSurface(aRuntime());
    const messages: OpenAI6.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: "Close ticket 7" }];
    do {
      const stream = client.chat.completions.stream(surface.request({ model: "kimi-k3", messages }));
      messages.push(...(await surface.accept(await stream.finalChatCompletion())));
    } while (!surface.isDone);
    expectPlayed(api);
  });
});
