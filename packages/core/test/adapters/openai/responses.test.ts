import { createRuntime, PlimsollError, type RuntimeOptions, readTranscript, type Tool } from "@plimsoll/core";
import {
  type OpenaiSurface,
  type OpenaiSurfaceOptions,
  openaiSurface,
  type ResponsesItem,
} from "@plimsoll/core/openai";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { aWorld, expectKept, wireTalk } from "./wire-talk.ts";

const desk = [aTool("archive_ticket"), aTool("assign_owner"), aTool("draft_invoice")];

/** A conversation whose responses are handed over as they are. */
interface Talk {
  readonly surface: OpenaiSurface;
  readonly input: ResponsesItem[];
  send(...output: readonly unknown[]): Promise<readonly unknown[]>;
  request(more?: object): Readonly<Record<string, unknown>>;
}

function talkOf(
  options: RuntimeOptions,
  { params = {}, ...more }: OpenaiSurfaceOptions & { readonly params?: object } = {},
): Talk {
  const runtime = createRuntime(options);
  runtime.catalog.replace({ id: "desk", kind: "mcp" }, { tools: desk });
  const surface = openaiSurface(runtime, more);
  const input: ResponsesItem[] = [{ role: "user", ...{ content: "Begin" } }];
  const request: Talk["request"] = (extra = {}) =>
    surface.request({ model: "gpt-6", input, ...params, ...extra });
  return {
    surface,
    input,
    request,
    send: async (...output) => {
      request();
      const items = await surface.accept({ output: output as ResponsesItem[], status: "completed" });
      input.push(...items);
      return items;
    },
  };
}

function called(name: string, id: string, more: object = {}) {
  return { type: "function_call", call_id: id, name, arguments: "{}", ...more };
}

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe("what a response holds beside calls", () => {
  test("goes back untouched, the same objects", async () => {
    const talk = talkOf({ tools: [aTool("read")] });
    const output = [
      { type: "reasoning", id: "rs", summary: [], encrypted_content: "sealed" },
      { type: "web_search_call", id: "ws", status: "completed" },
      { type: "mcp_call", id: "mcp", name: "read", arguments: "{}", output: "by the provider" },
      { type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
    ];
    const items = await talk.send(...output);
    expect(items).toHaveLength(output.length);
    for (const [at, item] of items.entries()) expect(item).toBe(output[at]);
    expect(talk.surface.isDone).toBe(true);
  });

  test("a call that was cut off is answered with what is wrong with it", async () => {
    const talk = talkOf({ tools: [aTool("read")] });
    talk.request();
    const cut = called("read", "c", { arguments: '{"path":"a', status: "incomplete" });
    const items = await talk.surface.accept({ output: [cut], status: "incomplete" });
    expect(items[1]).toMatchObject({ type: "function_call_output", call_id: "c" });
    expect(JSON.stringify(items[1])).toContain("a text that is not JSON");
    expect(talk.surface.isDone).toBe(false);
  });

  test("a response that is not done yet is refused", async () => {
    const talk = talkOf({ tools: [aTool("read")] });
    talk.request();
    const accepting = talk.surface.accept({ output: [], status: "in_progress" });
    await expect(accepting).rejects.toThrow("client.responses.retrieve(response.id)");
  });

  test("pictures of a result stay pictures", async () => {
    const shot: Tool = aTool("shot", {
      execution: {
        type: "run",
        run: () => ({
          content: [
            { type: "text", text: "The page:" },
            { type: "image", data: "aGk=", mimeType: "image/png" },
          ],
        }),
      },
    });
    const items = await talkOf({ tools: [shot] }).send(called("shot", "c"));
    expect(items[1]).toEqual({
      type: "function_call_output",
      call_id: "c",
      output: [
        { type: "input_text", text: "The page:" },
        { type: "input_image", image_url: "data:image/png;base64,aGk=", detail: "auto" },
      ],
    });
  });
});

describe("what a host has of its own", () => {
  const params = {
    instructions: "Be brief.",
    tools: [
      { type: "web_search" },
      { type: "function", name: "ask_user", parameters: {}, strict: false },
      { type: "namespace", name: "crm", description: "", tools: [{ type: "function", name: "list" }] },
      { type: "custom", name: "grammar" },
    ],
  };

  test("stands first in the array, and its instructions before the prompt section", () => {
    const request = talkOf({ tools: [aTool("read")], strategy: "bridge" }, { params }).request();
    expect(request["tools"]).toMatchObject([
      ...params.tools,
      { name: "read" },
      ...Array(3).fill({ type: "function" }),
    ]);
    expect(request["instructions"]).toMatch(/^Be brief\.\n\nMore tools exist/);
  });

  test("its calls are left for it, beside calls that are answered", async () => {
    const talk = talkOf({ tools: [aTool("read")] }, { params });
    const output = [
      called("ask_user", "1"),
      called("list", "2", { namespace: "crm" }),
      { type: "custom_tool_call", call_id: "3", name: "grammar", input: "x" },
      called("read", "4"),
    ];
    const items = await talk.send(...output);
    expect(items.slice(4)).toEqual([{ type: "function_call_output", call_id: "4", output: "ran read" }]);
    expect(talk.surface.isDone).toBe(false);
    talk.input.push({ type: "function_call_output", ...{ call_id: "1", output: "yes" } });
    expect(talk.request()["input"]).toEqual(talk.input);
  });

  test("a call of its own is no load of a tool with a name like it", async () => {
    const own = { tools: [{ type: "function", name: "archive_ticket" }] };
    const talk = talkOf({ tools: [], strategy: "append" }, { params: own });
    const before = talk.request()["tools"];
    await talk.send(called("archive_ticket", "1"));
    talk.input.push({ type: "function_call_output", ...{ call_id: "1", output: "done by the host" } });
    expect(talk.request()["tools"]).toEqual(before);
    const summary = talk.surface.summarise(talk.input, "Earlier.");
    expect(summary).toEqual([{ role: "user", content: "Earlier." }]);
    expect(JSON.stringify(talk.surface.records)).not.toContain('archive_ticket","schemaHash');
  });

  test("functions that it adds inside the conversation are its own too", async () => {
    const talk = talkOf({ tools: [aTool("read")] });
    talk.input.unshift({
      type: "additional_tools",
      role: "developer",
      ...{ tools: [{ type: "function", name: "ask_user" }] },
    });
    expect(await talk.send(called("ask_user", "1"))).toHaveLength(1);
    expect(talk.request()["input"]).toEqual(talk.input);
  });

  test("a name of the array may not be declared twice", () => {
    const talk = talkOf({ tools: [aTool("read")] });
    const error = errorOf(() => talk.request({ tools: [{ type: "function", name: "read" }] }));
    expect(PlimsollError.is(error, "OPTION_INVALID") && error.data).toEqual({
      option: "tools",
      value: "read",
    });
  });

  test.each([
    ["previous_response_id", { previous_response_id: "resp_1" }],
    ["conversation", { conversation: "conv_1" }],
    ["input", { input: "Begin" }],
    ["model", { model: undefined }],
  ])("%s is refused where the conversation could not be read", (option, more) => {
    const error = errorOf(() => talkOf({ tools: [aTool("read")] }).request(more));
    expect(PlimsollError.is(error, "OPTION_INVALID") && error.data.option).toBe(option);
  });
});

test("an item that is none is refused by its place", () => {
  const talk = talkOf({ tools: [aTool("read")] });
  const error = errorOf(() => talk.request({ input: [...talk.input, null] }));
  expect(PlimsollError.is(error, "HISTORY_INVALID") && error.data.index).toBe(1);
});

describe("native, searched by Plimsoll", () => {
  const search = (id: string, query: string) => ({
    type: "tool_search_call",
    id: `ts_${id}`,
    call_id: id,
    execution: "client",
    status: "completed",
    arguments: { query, limit: 1 },
  });

  test("the search is the provider's own kind of tool, at its place in the array", () => {
    const { tools } = talkOf({ strategy: "native" }).request();
    expect(tools).toMatchObject([
      { name: "tool_active" },
      { name: "tool_call" },
      { name: "tool_describe" },
      { type: "tool_search", execution: "client", parameters: { type: "object" } },
      { name: "tool_unload" },
    ]);
    expect(JSON.stringify(tools)).not.toContain("archive");
  });

  test("what is found is revealed whole, and what there is to say of it is said behind the batch", async () => {
    const talk = talkOf({ strategy: "native" });
    const items = await talk.send(search("1", "archive_ticket"), search("2", "zzz qqq"));
    expect(items.slice(2)).toEqual([
      {
        type: "tool_search_output",
        call_id: "1",
        execution: "client",
        status: "completed",
        tools: [
          {
            type: "function",
            name: "desk__archive_ticket",
            description: "Does what archive_ticket says",
            parameters: { type: "object", properties: {} },
            strict: false,
            defer_loading: true,
          },
        ],
      },
      { type: "tool_search_output", call_id: "2", execution: "client", status: "completed", tools: [] },
      { role: "user", content: "Callable by name from the next step on: desk__archive_ticket." },
      { role: "user", content: expect.stringContaining('No tool matches "zzz qqq"') },
    ]);
  });

  test.each([
    ["alone, under a namespace of its own name", "desk__archive_ticket", "desk__archive_ticket"],
    ["in the namespace of its source", "archive_ticket", "desk"],
    ["with no namespace", "desk__archive_ticket", undefined],
  ])("a call of it comes back %s", async (_how, name, namespace) => {
    const talk = talkOf({ strategy: "native", gate: "strict" });
    await talk.send(search("1", "archive_ticket"));
    const items = await talk.send(called(name, "2", namespace === undefined ? {} : { namespace }));
    expect(items[1]).toMatchObject({ output: "ran archive_ticket" });
  });

  test("a search that the model writes like a function reveals all the same", async () => {
    const talk = talkOf({ strategy: "native" });
    const items = await talk.send(
      called("tool_find", "1", { arguments: '{"query":"archive_ticket","limit":1}' }),
    );
    expect(items.slice(1)).toMatchObject([
      { type: "function_call_output", call_id: "1" },
      { type: "tool_search_call", call_id: "plimsoll_1" },
      { type: "tool_search_output", call_id: "plimsoll_1", tools: [{ name: "desk__archive_ticket" }] },
      { role: "user" },
    ]);
    expect(talk.request()["input"]).toEqual(talk.input);
  });
});

describe("native, searched by the provider", () => {
  const revealing = (id: string, name: string) => [
    {
      type: "tool_search_call",
      id: `c${id}`,
      call_id: null,
      execution: "server",
      arguments: { paths: ["desk"] },
    },
    {
      type: "tool_search_output",
      id,
      call_id: null,
      execution: "server",
      tools: [{ type: "namespace", name: "desk", tools: [{ type: "function", name }] }],
    },
  ];

  test("every deferred tool is declared, by source, and only the search is not a function", () => {
    const lazy = aTool("rare", { lazy: true });
    const { tools } = talkOf({ tools: [lazy], strategy: "native" }, { search: "hosted" }).request();
    expect(tools).toMatchObject([
      { name: "tool_active" },
      { name: "tool_call" },
      { name: "tool_describe" },
      { type: "tool_search" },
      { name: "tool_unload" },
      {
        type: "namespace",
        name: "other_tools",
        description: "Other tools: rare.",
        tools: [{ name: "rare", defer_loading: true }],
      },
      {
        type: "namespace",
        name: "desk",
        description: "Tools of desk: archive_ticket, assign_owner, draft_invoice.",
        tools: [{ name: "archive_ticket" }, { name: "assign_owner" }, { name: "draft_invoice" }],
      },
    ]);
  });

  test("what it reveals counts as loaded, at once and in another process, and nothing else does", async () => {
    const world = aWorld({ strategy: "native", gate: "strict" });
    world.setSource("desk", desk);
    const talk = wireTalk({ api: "responses", open: world.open, search: "hosted" });
    await talk.reply({
      items: [...revealing("1", "archive_ticket"), ...revealing("2", "assign_owner")],
      calls: [{ name: "archive_ticket", namespace: "desk", arguments: {} }],
    });
    talk.restart();
    await talk.reply({ items: revealing("3", "draft_invoice"), text: "Found." });
    talk.restart();
    await talk.reply({
      calls: desk.map(({ name }) => ({ name, namespace: "desk", arguments: {} })),
    });
    await talk.reply({ text: "Done." });
    const results = talk.body().input.filter(({ type }) => type === "function_call_output");
    expect(results.map(({ output }) => output)).toEqual([
      "ran archive_ticket",
      "ran archive_ticket",
      "ran assign_owner",
      "ran draft_invoice",
    ]);
  });

  test("what it has revealed stays so where a declared tool is gone and the conversation starts anew", async () => {
    const world = aWorld({ strategy: "native" });
    world.setSource("desk", desk);
    const talk = wireTalk({ api: "responses", open: world.open, search: "hosted" });
    await talk.reply({ items: revealing("1", "archive_ticket"), text: "Found." });
    world.setSource("desk", desk.slice(1, 2));
    await talk.reply({ text: "Still there." });
    await talk.reply({ text: "Done." });
    const [, second = "", third = ""] = talk.bodies;
    const { input, tools = [] } = talk.body();
    expect(input).toContainEqual(revealing("1", "archive_ticket")[1]);
    expect(tools.at(-1)).toMatchObject({ tools: [{ name: "assign_owner" }, { name: "archive_ticket" }] });
    expectKept([second, third], false);
  });

  test("one that it has not revealed is not loaded", async () => {
    const talk = talkOf({ strategy: "native", gate: "strict" }, { search: "hosted" });
    const items = await talk.send(
      ...revealing("1", "archive_ticket"),
      called("assign_owner", "c", { namespace: "desk" }),
    );
    expect(JSON.stringify(items.at(-1))).toContain("not loaded");
  });

  test("more tools than a request should carry are refused by name of the strategy", () => {
    const many = Array.from({ length: 200 }, (_, at) => aTool(`tool_${at}`, { lazy: true }));
    const talk = talkOf({ tools: many, strategy: "native" }, { search: "hosted", namespaces: false });
    const error = errorOf(() => talk.request());
    expect(PlimsollError.is(error, "STRATEGY_UNAVAILABLE")).toBe(true);
  });
});

describe("transcript", () => {
  test("tools that went are told of once, and read again as gone, also from a recording", async () => {
    const talk = talkOf({ strategy: "transcript" });
    await talk.send(called("tool_load", "1", { arguments: '{"names":["desk/archive_ticket"]}' }));
    await talk.send(called("tool_unload", "2", { arguments: '{"names":["desk/archive_ticket"]}' }));
    const items = await talk.send({ type: "message", role: "assistant", content: [] });
    expect(items).toMatchObject([
      { role: "developer", content: expect.stringContaining("do not call them: desk__archive_ticket.") },
      { type: "message" },
    ]);
    expect(talk.request()["input"]).toEqual(talk.input);
    const { messages } = readTranscript(talk.input);
    expect(messages.filter(({ role }) => role === "tool-change")).toMatchObject([
      { added: [{ name: "desk__archive_ticket" }], removed: [] },
      { added: [], removed: ["desk__archive_ticket"] },
    ]);
  });
});

describe("a model that cannot go on as the conversation began", () => {
  test.each(["native", "transcript"] as const)(
    "starts anew from %s, with nothing of it left",
    async (strategy) => {
      const models = [{ ...PLAIN_MODEL, pattern: "plain" }];
      const runtime = createRuntime({ models });
      runtime.catalog.replace({ id: "desk", kind: "mcp" }, { tools: desk });
      const opened = createRuntime({ models, strategy });
      opened.catalog.replace({ id: "desk", kind: "mcp" }, { tools: desk });
      const first = openaiSurface(opened);
      const input: ResponsesItem[] = [{ role: "user", ...{ content: "Begin" } }];
      first.request({ model: "gpt-6", input });
      const output = [
        { type: "reasoning", id: "rs", summary: [] },
        strategy === "native"
          ? {
              type: "tool_search_call",
              id: "t",
              call_id: "1",
              execution: "client",
              arguments: { query: "archive_ticket" },
            }
          : called("tool_load", "1", { arguments: '{"names":["desk/archive_ticket"]}' }),
      ];
      input.push(...(await first.accept({ output })));
      first.request({ model: "gpt-6", input });
      input.push(...(await first.accept({ output: [called("desk__archive_ticket", "2")] })));

      const surface = openaiSurface(runtime, { records: first.records });
      const request: object = surface.request({ model: "plain", input });
      expect(surface.step?.repinned).toBe("model");
      const text = JSON.stringify(request);
      expect(text).not.toMatch(/tool_search_|additional_tools|incremental update/);
      expect(text).toContain('"call_id":"1"');
      input.push(...(await surface.accept({ output: [called("read", "3")] })));
      const next: { readonly input?: unknown } = surface.request({ model: "plain", input });
      const sent: { readonly input?: readonly unknown[] } = request;
      expect(Array.isArray(next.input) && next.input.slice(0, sent.input?.length)).toEqual(sent.input);
    },
  );
});

const PLAIN_MODEL = {
  strategies: ["bridge", "all"],
  contextWindow: 100_000,
  bindsThinking: false,
  checked: { date: "2026-11-15", source: "a test" },
} as const;

describe("a call that waits for the host", () => {
  test("holds the results of its batch back until it is answered", async () => {
    const tools = [aTool("read"), aTool("ask", { execution: { type: "host" } })];
    const talk = talkOf({ tools });
    const output = [called("read", "1"), called("ask", "2")];
    expect(await talk.send(...output)).toEqual(output);
    expect(talk.surface.pending).toMatchObject([{ callId: "2", tool: "ask" }]);
    const answers = { "2": { type: "result", value: "blue" } } as const;
    const kept = JSON.parse(JSON.stringify(talk.surface.records));
    const again = openaiSurface(createRuntime({ tools }), { records: kept });
    expect(await again.resume({ model: "gpt-6", input: talk.input }, answers)).toEqual([
      { type: "function_call_output", call_id: "1", output: "ran read" },
      { type: "function_call_output", call_id: "2", output: "blue" },
    ]);
    expect(again.pending).toEqual([]);
  });
});
