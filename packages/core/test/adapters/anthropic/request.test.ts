import type Anthropic from "@anthropic-ai/sdk";
import {
  createRuntime,
  PlimsollError,
  protectedToolNames,
  type StrategyName,
  type Tool,
} from "@plimsoll/core";
import { type AnthropicSurfaceOptions, anthropicSurface } from "@plimsoll/core/anthropic";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { say, scriptedModel, use } from "./scripted.ts";
import { MODEL } from "./ways.ts";

const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: "user", content: "Go" }];
const params = { model: MODEL, max_tokens: 1024, messages };
const rare = aTool("rare", { lazy: true });

function surfaceFor(
  strategy: StrategyName,
  options: AnthropicSurfaceOptions = {},
  tools: readonly Tool[] = [rare],
) {
  return anthropicSurface(createRuntime({ tools: [aTool("read"), ...tools], strategy }), options);
}

function codeOf(run: () => unknown): unknown {
  try {
    run();
    return "nothing was thrown";
  } catch (error) {
    return PlimsollError.is(error) ? error.code : error;
  }
}

describe("the tools of a request", () => {
  test("the host's own come first and untouched, what is deferred last", () => {
    const webSearch = { type: "web_search_20250305" as const, name: "web_search" as const };
    const toolset = { type: "mcp_toolset" as const, mcp_server_name: "docs" };
    const { tools } = surfaceFor("native").request({ ...params, tools: [webSearch, toolset] });
    expect(tools[0]).toBe(webSearch);
    expect(tools[1]).toBe(toolset);
    expect(tools.slice(2).map((tool) => "name" in tool && tool.name)).toEqual([
      "read",
      "tool_active",
      "tool_call",
      "tool_describe",
      "tool_find",
      "tool_unload",
      "rare",
    ]);
    expect(tools.at(-1)).toEqual({
      name: "rare",
      description: "Does what rare says",
      input_schema: { type: "object" },
      defer_loading: true,
    });
  });

  test.each([
    ["regex", "tool_search_tool_regex"],
    ["bm25", "tool_search_tool_bm25"],
  ] as const)("Anthropic's own search (%s) stands in the place of tool_find", (search, name) => {
    const own = surfaceFor("native").request(params).tools;
    const { tools, betas } = surfaceFor("native", { search }).request(params);
    const at = own.findIndex((tool) => "name" in tool && tool.name === "tool_find");
    expect(tools).toEqual(own.with(at, { type: `${name}_20251119`, name } as (typeof own)[number]));
    expect(betas).toBeUndefined();
  });

  test("a search of Anthropic's own chooses native by itself, and refuses transcript", () => {
    const runtime = createRuntime({ tools: [rare] });
    const surface = anthropicSurface(runtime, { search: "bm25" });
    surface.request(params);
    expect(surface.step?.strategy).toBe("native");
    expect(codeOf(() => surfaceFor("transcript", { search: "bm25" }).request(params))).toBe(
      "STRATEGY_UNAVAILABLE",
    );
  });

  test("schemas have canonical bytes, whatever order a source lists their keys in", () => {
    const properties = { b: { type: "string" }, a: { type: "integer" } };
    const reversed = Object.fromEntries(Object.entries(properties).reverse());
    const bytes = [properties, reversed].map((listed) => {
      const tool = aTool("rare", { lazy: true, inputSchema: { properties: listed, type: "object" } });
      return JSON.stringify(surfaceFor("native", {}, [tool]).request(params).tools);
    });
    expect(bytes[0]).toBe(bytes[1]);
  });

  test("a name that both the host and the runtime declare is an error that says so", () => {
    const own = { name: "read", description: "Mine", input_schema: { type: "object" as const } };
    expect(() => surfaceFor("bridge").request({ ...params, tools: [own] })).toThrow(
      'two tools are called "read". Rename yours',
    );
  });

  test("under transcript by value one deferred placeholder is declared, and called like an unknown tool", async () => {
    const { client } = scriptedModel((at) => (at === 0 ? [use("__placeholder")] : [say("Done")]));
    const surface = surfaceFor("transcript");
    const request = surface.request(params);
    expect(request.tools.filter((tool) => "defer_loading" in tool)).toEqual([request.tools.at(-1)]);
    expect(request.tools.at(-1)).toMatchObject({ name: "__placeholder", defer_loading: true });
    const [, result] = await surface.accept(await client.beta.messages.create(request));
    expect(JSON.stringify(result)).toContain('No tool named \\"__placeholder\\" is available here');
    for (const strategy of ["bridge", "append", "native", "all"] as const) {
      expect(JSON.stringify(surfaceFor(strategy).request(params))).not.toContain("__placeholder");
    }
  });
});

describe("the rest of a request", () => {
  test("the prompt section follows the host's system prompt, in the form the host chose", () => {
    const prompt = surfaceFor("bridge").request(params).system;
    expect(prompt).toContain("More tools exist than are listed");
    expect(surfaceFor("bridge").request({ ...params, system: "Be brief" }).system).toBe(
      `Be brief\n\n${prompt}`,
    );
    const block = { type: "text" as const, text: "Be brief", cache_control: { type: "ephemeral" as const } };
    expect(surfaceFor("bridge").request({ ...params, system: [block] }).system).toEqual([
      block,
      { type: "text", text: prompt },
    ]);
    expect(surfaceFor("all").request(params)).not.toHaveProperty("system");
  });

  test("cache_control is put on the end of the head and of the system prompt, only where asked for", () => {
    const cache = { type: "ephemeral", ttl: "1h" } as const;
    for (const strategy of ["bridge", "native", "transcript", "append"] as const) {
      expect(JSON.stringify(surfaceFor(strategy).request(params))).not.toContain("cache_control");
      const { tools, system } = surfaceFor(strategy, { cache }).request({ ...params, system: "Be brief" });
      const marked = tools.filter((tool) => "cache_control" in tool);
      expect(marked).toEqual([tools.filter((tool) => !("defer_loading" in tool)).at(-1)]);
      expect(system).toMatchObject([{ type: "text", cache_control: cache }]);
    }
  });

  test("betas are the host's own first, then what the strategy needs, each once", () => {
    const own = { ...params, betas: ["mine", "inline-tools-2026-09-15"] };
    expect(surfaceFor("transcript").request(own).betas).toEqual(["mine", "inline-tools-2026-09-15"]);
    expect(surfaceFor("transcript", { additions: "reference" }).request(params).betas).toEqual([
      "mid-conversation-tool-changes-2026-07-01",
    ]);
    for (const strategy of ["bridge", "native", "append", "all"] as const) {
      expect(surfaceFor(strategy).request(params)).not.toHaveProperty("betas");
    }
  });

  test("context editing is told to leave the results alone that loads are read from", () => {
    const edits = [
      { type: "clear_tool_uses_20250919" as const, exclude_tools: ["memory", "tool_find"] },
      { type: "clear_thinking_20251015" as const },
    ];
    const request = surfaceFor("bridge").request({ ...params, context_management: { edits } });
    const others = protectedToolNames().filter((name) => name !== "tool_find");
    expect(request.context_management).toEqual({
      edits: [{ ...edits[0], exclude_tools: ["memory", "tool_find", ...others] }, edits[1]],
    });
  });

  test("everything else is the host's", () => {
    const own = { ...params, tool_choice: { type: "any" as const }, thinking: { type: "disabled" as const } };
    expect(surfaceFor("bridge").request(own)).toMatchObject(own);
  });

  test("a resumed conversation keeps the settings it began with", () => {
    const runtime = createRuntime({ tools: [aTool("read"), rare], strategy: "native" });
    const first = anthropicSurface(runtime, { search: "bm25", cache: { type: "ephemeral" } });
    const records = JSON.parse(JSON.stringify(first.records));
    const resumed = anthropicSurface(runtime, { records, search: "regex" });
    expect(JSON.stringify(resumed.request(params))).toBe(JSON.stringify(first.request(params)));
  });
});

describe("what the API would refuse", () => {
  const deferred = (count: number): Tool[] =>
    Array.from({ length: count }, (_, at) => aTool(`rare_${at}`, { lazy: true }));

  test("more than 10,000 deferred tools are refused before sending, or go by the bridge", () => {
    const many = deferred(10_001);
    expect(codeOf(() => surfaceFor("native", {}, many).request(params))).toBe("STRATEGY_UNAVAILABLE");
    const chosen = anthropicSurface(createRuntime({ tools: many }), { search: "bm25" });
    chosen.request(params);
    expect(chosen.step?.strategy).toBe("bridge");
    const own = { name: "own", input_schema: { type: "object" as const }, defer_loading: true };
    const surface = surfaceFor("native", {}, deferred(10_000));
    expect(surface.request(params).tools).toHaveLength(10_006);
    expect(() => surface.request({ ...params, tools: [own] })).toThrow(
      "The request has 10,001 deferred tools, and Anthropic takes 10,000. Let a policy or a profile narrow the catalog.",
    );
  });

  test("more than 4 MiB of tools in front of the model are refused", () => {
    const own = {
      name: "own",
      description: "x".repeat(4 * 1024 * 1024),
      input_schema: { type: "object" as const },
    };
    expect(codeOf(() => surfaceFor("bridge").request({ ...params, tools: [own] }))).toBe("REQUEST_TOO_LARGE");
    expect(
      codeOf(() => surfaceFor("bridge").request({ ...params, tools: [{ ...own, defer_loading: true }] })),
    ).toBe("nothing was thrown");
  });

  test("more than 4 MiB of definitions inside the messages are refused, with a way out", async () => {
    const large = Array.from({ length: 3 }, (_, at) => {
      const properties = { a: { type: "string", description: String(at).repeat(1.5 * 1024 * 1024) } };
      return aTool(`large_${at}`, { lazy: true, inputSchema: { type: "object", properties } });
    });
    const { client } = scriptedModel((at) => [use("tool_load", { names: [`large_${at}`] })]);
    const surface = surfaceFor("transcript", {}, large);
    const talk = [...messages];
    for (let at = 0; at < 3; at += 1) {
      const response = await client.beta.messages.create(surface.request({ ...params, messages: talk }));
      talk.push(...(await surface.accept(response)));
    }
    expect(() => surface.request({ ...params, messages: talk })).toThrow(
      /bytes of tools defined inside the messages, and Anthropic takes 4,194,304\. Put a summary in place/,
    );
  });

  test("a request in which every tool is deferred is refused", () => {
    const own = { name: "own", input_schema: { type: "object" as const }, defer_loading: true };
    const surface = anthropicSurface(createRuntime({ tools: [] }));
    expect(() => surface.request({ ...params, tools: [own] })).toThrow("every tool is deferred");
  });

  test("a message of no role that there is", () => {
    const wrong = [{ role: "tool" as "user", content: "x" }];
    expect(() => surfaceFor("bridge").request({ ...params, messages: wrong })).toThrow(
      'Message 0 cannot be read: its role is "tool"',
    );
  });
});
