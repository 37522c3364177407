import { createAnthropic } from "@ai-sdk/anthropic";
import { createAnthropic as createAnthropic3 } from "@ai-sdk/anthropic-3";
import { PlimsollError } from "@plimsoll/core";
import { withPlimsoll } from "@plimsoll/core/ai-sdk";
import {
  customProvider,
  dynamicTool,
  generateText,
  isStepCount,
  jsonSchema,
  type ModelMessage,
  streamText,
  tool,
} from "ai";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import {
  generateText as generateText6,
  jsonSchema as jsonSchema6,
  stepCountIs as stepCountIs6,
  tool as tool6,
} from "ai-6";
import { MockLanguageModelV3 as MockModel6 } from "ai-6/test";
import { type } from "arktype";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { scriptedFetch } from "../../../../../benchmarks/prefix/scripted-fetch.ts";
import { generate, toRun } from "./generate.ts";
import { answerWith } from "./scripted.ts";

const messages: ModelMessage[] = [{ role: "user", content: "Go" }];
const read = tool({
  description: "Read a file",
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => `read ${path}`,
});

describe("the host's own settings", () => {
  test("are kept: prepareStep is merged, callbacks are called, a system prompt stands before the prompt section", async () => {
    const model = new MockLanguageModelV4(answerWith([[{ name: "read", input: { path: "a" } }], "Done."]));
    const finished: number[] = [];
    const surface = withPlimsoll({ tools: { read }, strategy: "bridge" });
    await generateText({
      ...surface.for({
        model,
        messages,
        prepareStep: ({ stepNumber }) => ({ temperature: stepNumber === 0 ? 0.5 : 0.25 }),
      }),
      instructions: "Be brief.",
      onStepEnd: ({ stepNumber }) => {
        finished.push(stepNumber);
      },
      stopWhen: isStepCount(5),
    });
    expect(model.doGenerateCalls.map(({ temperature }) => temperature)).toEqual([0.5, 0.25]);
    expect(finished).toEqual([0, 1]);
    const [system] = model.doGenerateCalls[1]?.prompt ?? [];
    expect(system?.content).toMatch(/^Be brief\.\n\nMore tools exist/);
  });

  test("count for the model of a step, and for tools that are switched off", async () => {
    const [model, other] = [new MockLanguageModelV4(), new MockLanguageModelV4(answerWith(["Done."]))];
    const surface = withPlimsoll({ tools: { read }, strategy: "bridge" });
    const settings = surface.for({
      model,
      messages,
      prepareStep: () => ({ model: other, activeTools: ["read"] }),
    });
    await generateText(settings);
    expect(other.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toEqual(["read"]);
    const named = surface.for({ model, messages, prepareStep: () => ({ model: "vendor/model" }) });
    await expect(generateText(named)).rejects.toSatisfy((error) => PlimsollError.is(error, "OPTION_INVALID"));
  });

  test("may be a prompt in place of messages", async () => {
    const model = new MockLanguageModelV4(answerWith([[{ name: "read", input: { path: "a" } }], "Done."]));
    const surface = withPlimsoll({ tools: { read }, strategy: "bridge" });
    const result = await generateText({ ...surface.for({ model, prompt: "Go" }), stopWhen: isStepCount(5) });
    expect(toRun(surface.messages(result), []).results).toEqual(["read a"]);
  });

  test("cancel calls that run", async () => {
    const controller = new AbortController();
    const wait = tool({
      description: "Wait",
      inputSchema: z.object({}),
      execute: async (_input, { abortSignal }) => {
        controller.abort(new Error("Enough"));
        await new Promise((_resolve, reject) =>
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason)),
        );
      },
    });
    const model = new MockLanguageModelV4(answerWith([[{ name: "wait", input: {} }], "Done."]));
    const surface = withPlimsoll({ tools: { wait }, strategy: "bridge" });
    const asked = generateText({
      ...surface.for({ model, messages }),
      stopWhen: isStepCount(5),
      abortSignal: controller.signal,
    });
    await expect(asked).rejects.toThrow("Enough");
  });
});

describe("a tool of the SDK", () => {
  test("may have any schema that the SDK takes, also one that has to be waited for", async () => {
    const later = Promise.resolve({
      type: "object" as const,
      properties: { path: { type: "string" as const } },
    });
    const surface = withPlimsoll({
      tools: {
        read,
        lazily: tool({
          description: "Lazy",
          inputSchema: jsonSchema<{ path: string }>(() => later),
          execute: ({ path }) => path,
        }),
        plain: dynamicTool({
          description: "Plain",
          inputSchema: jsonSchema({ type: "object", properties: { n: { type: "number" } } }),
          execute: (input) => JSON.stringify(input),
        }),
        ark: tool({ description: "Ark", inputSchema: type({ n: "number" }), execute: ({ n }) => n + 1 }),
      },
      strategy: "bridge",
    });
    const { asked, results } = await generate(
      7,
      surface,
      [
        [{ name: "lazily", input: { path: "a" } }],
        [{ name: "plain", input: { n: 1 } }],
        [{ name: "ark", input: { n: 1 } }],
        "Done.",
      ],
      messages,
    );
    expect(asked[0]?.tools?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["lazily", "plain", "ark"]),
    );
    expect(results).toEqual(["a", '{"n":1}', "2"]);
  });

  test("is refused where its description depends on a context", () => {
    const moody = tool({ description: () => "today", inputSchema: z.object({}), execute: () => "" });
    expect(() => withPlimsoll({ tools: { moody } })).toThrow(/depends on a context/);
  });

  test("is given what the SDK gives, gives values as it goes, and says them in its own words", async () => {
    const seen: object[] = [];
    const count = tool({
      description: "Count",
      inputSchema: z.object({ to: z.number().default(2) }),
      async *execute({ to }, options) {
        seen.push(options);
        for (let at = 1; at <= to; at += 1) yield { at };
      },
      toModelOutput: ({ output }) => ({ type: "text", value: `counted to ${output.at}` }),
    });
    const model = new MockLanguageModelV4(
      answerWith([
        [{ name: "count", input: {} }],
        [{ name: "tool_call", input: { name: "count", arguments: { to: 1 } } }],
        "Done.",
      ]),
    );
    const surface = withPlimsoll({ tools: { count }, strategy: "bridge" });
    const result = streamText({ ...surface.for({ model, messages }), stopWhen: isStepCount(5) });
    const outputs: unknown[] = [];
    for await (const part of result.fullStream) {
      if (part.type === "tool-result") outputs.push([part.preliminary ?? false, part.output]);
    }
    expect(outputs.slice(0, 3)).toEqual([
      [true, { at: 1 }],
      [true, { at: 2 }],
      [false, { at: 2 }],
    ]);
    const { results } = toRun(await surface.messages(result), []);
    expect(results).toEqual(["counted to 2", "counted to 1"]);
    expect(seen[0]).toMatchObject({
      toolCallId: expect.stringMatching(/^call-/),
      messages: [{ role: "user" }],
    });
  });

  test("of version 6 is given the context of the call, also behind the bridge", async () => {
    const seen: unknown[] = [];
    const look = tool6({
      description: "Look",
      inputSchema: jsonSchema6<{ path?: string }>({
        type: "object",
        properties: { path: { type: "string" } },
      }),
      execute: (_input, { experimental_context }) => {
        seen.push(experimental_context);
        return "seen";
      },
    });
    const model = new MockModel6(
      answerWith([
        [{ name: "look", input: {} }],
        [{ name: "tool_call", input: { name: "look", arguments: {} } }],
        "Done.",
      ]),
    );
    const surface = withPlimsoll({ tools: { look }, strategy: "bridge" });
    await generateText6({
      ...surface.for({ model, messages: [{ role: "user" as const, content: "Go" }] }),
      experimental_context: { user: 7 },
      stopWhen: stepCountIs6(5),
    });
    expect(seen).toEqual([{ user: 7 }, { user: 7 }]);
  });

  test("that the provider defines is carried through, before all others, with both versions", async () => {
    const played = scriptedFetch(["Done.", "Done."]);
    const keys = { apiKey: "none", fetch: played.fetch };
    const anthropic = createAnthropic(keys);
    const search = anthropic.tools.webSearch_20250305({ maxUses: 1 });
    const surface = withPlimsoll({ tools: { read, search }, strategy: "append" });
    await generateText(surface.for({ model: anthropic("claude-opus-4-8"), messages }));
    const anthropic3 = createAnthropic3(keys);
    const tools = { read, search: anthropic3.tools.webSearch_20250305({ maxUses: 1 }) };
    const surface6 = withPlimsoll({ tools, strategy: "append" });
    await generateText6(
      surface6.for({
        model: anthropic3("claude-opus-4-8"),
        messages: [{ role: "user" as const, content: "Go" }],
      }),
    );
    for (const body of played.bodies) {
      const { tools: sent } = JSON.parse(body) as { tools: { type?: string; name: string }[] };
      expect(sent[0]).toMatchObject({ type: "web_search_20250305", max_uses: 1 });
      expect(sent.map(({ name }) => name)).toContain("read");
    }
  });
});

describe("a model", () => {
  afterEach(() => {
    globalThis.AI_SDK_DEFAULT_PROVIDER = undefined;
  });

  test("that is only named is found by the SDK, and led over the bridge", async () => {
    const model = new MockLanguageModelV4(
      answerWith([[{ name: "tool_find", input: { query: "read" } }], "Done."]),
    );
    globalThis.AI_SDK_DEFAULT_PROVIDER = customProvider({ languageModels: { "vendor/some-model": model } });
    const surface = withPlimsoll({ tools: { read } });
    const lazy = { version: "1", provides: { tools: [{ name: "read", lazy: true }] } };
    const deferring = withPlimsoll({ tools: { read }, manifest: lazy });
    const result = await generateText({
      ...deferring.for({ model: "vendor/some-model", messages }),
      stopWhen: isStepCount(5),
    });
    expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toContain("tool_call");
    expect(JSON.stringify(surface.messages(result))).toContain('"strategy":"bridge"');
  });

  test("of the older specification under version 7 is told what its own provider can send", async () => {
    const model = new MockLanguageModelV3({
      ...answerWith(["Done."]),
      provider: "anthropic.messages",
      modelId: "claude-opus-4-8",
    });
    const lazy = { version: "1", provides: { tools: [{ name: "edit", lazy: true }] } };
    const surface = withPlimsoll({ tools: { read, edit: read }, manifest: lazy, strategy: "transcript" });
    await generateText(surface.for({ model, messages }));
    const [, ...deferred] = model.doGenerateCalls[0]?.tools?.filter(({ name }) => name === "edit") ?? [];
    expect(deferred).toEqual([]);
    expect(JSON.stringify(model.doGenerateCalls[0]?.tools)).toContain('"deferLoading":true');
  });
});

describe("a summary", () => {
  test.each(["append", "bridge"] as const)("keeps what was loaded, under %s", async (strategy) => {
    const surfaceOf = () =>
      withPlimsoll({
        tools: { read, edit: read },
        manifest: { version: "1", provides: { tools: [{ name: "edit", lazy: true }] } },
        strategy,
        gate: "strict",
      });
    const first = await generate(
      7,
      surfaceOf(),
      [[{ name: "tool_load", input: { names: ["edit"] } }], "Loaded."],
      messages,
    );
    const summary = surfaceOf().summarise(
      [...messages, ...(first.messages as ModelMessage[])],
      "They loaded edit.",
    );
    const stored = JSON.parse(JSON.stringify(summary)) as ModelMessage[];
    const call =
      strategy === "append"
        ? { name: "edit", input: { path: "a" } }
        : { name: "tool_call", input: { name: "edit", arguments: { path: "a" } } };
    const next = await generate(
      7,
      surfaceOf(),
      [[call], "Done."],
      [...stored, { role: "user", content: "Use it" }],
    );
    expect(next.results).toEqual(["read a"]);
    expect(next.asked[0]?.tools).toEqual(first.asked[1]?.tools);
    expect(next.asked[0]?.prompt[1]).toMatchObject({
      role: "user",
      content: [{ type: "text", text: "They loaded edit." }],
    });
  });
});
