import type Anthropic from "@anthropic-ai/sdk";
import { createRuntime, type Runtime, type Tool } from "@plimsoll/core";
import { anthropicSurface } from "@plimsoll/core/anthropic";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tools } from "../../arbitraries.ts";
import { aTool } from "../../fixtures.ts";
import type { WireRequest } from "./api-rules.ts";
import { type Block, found, type ScriptedReply, say, scriptedModel, use } from "./scripted.ts";
import { expectExtended, MODEL, WAYS, type Way } from "./ways.ts";

type Messages = Anthropic.Beta.BetaMessageParam[];

/** What a model does: which kind of call, and of which tool, counted among those that there are. */
interface Act {
  readonly kind: "load" | "unload" | "call" | "bridge" | "unknown" | "search";
  readonly pick: number;
  readonly input: unknown;
}

type Event =
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "reply"; readonly acts: readonly Act[]; readonly end: "whole" | "cut" | "paused" }
  | { readonly type: "source"; readonly id: string; readonly tools: readonly Tool[] }
  | { readonly type: "restart" | "again" | "summary" | "cut-back" };

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom("load", "load", "unload", "call", "bridge", "unknown", "search"),
  pick: fc.nat(50),
  input: fc.constantFrom<unknown>({}, { repo: "core", title: "Broken", path: "a", count: 1, state: "open" }),
});

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("user" as const), text: fc.constantFrom("Go", "Now") }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("reply" as const),
      acts: fc.array(act, { maxLength: 3 }),
      end: fc.constantFrom("whole", "whole", "whole", "cut", "paused"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("source" as const),
      id: fc.constantFrom("github", "docs"),
      tools,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom("restart", "again", "summary", "cut-back") }),
  },
);

const scenario = fc.record({ listed: tools, script: fc.array(event, { minLength: 2, maxLength: 14 }) });

describe.each(WAYS)("law 2 on the wire ($title)", (way) => {
  test("no request is refused, and what was sent stays sent", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, ({ listed, script }) => play(way, listed, script)),
      { numRuns: 40 },
    );
  });
});

async function play(way: Way, listed: readonly Tool[], script: readonly Event[]): Promise<void> {
  const { strategy } = way;
  const sources = new Map<string, readonly Tool[]>([["github", [...listed, aTool("always_there")]]]);
  const open = (): Runtime => {
    const opened = createRuntime({ tools: [aTool("read")], strategy, timeoutMs: 5_000 });
    for (const [id, offered] of sources) opened.catalog.replace({ id, kind: "mcp" }, { tools: offered });
    return opened;
  };
  let reply: Extract<Event, { type: "reply" }> = { type: "reply", acts: [], end: "whole" };
  const model = scriptedModel((_, request) => toReply(reply, request, way, runtime));
  let runtime = open();
  let surface = anthropicSurface(runtime, way.options);
  let messages: Messages = [{ role: "user", content: "Begin" }];
  let isCut = false;
  let earlier: WireRequest | undefined;

  const ask = async () => {
    if (messages.at(-1)?.role === "assistant" && !isPaused) messages.push({ role: "user", content: "On" });
    const response = await model.client.beta.messages.create(
      surface.request({ model: MODEL, max_tokens: 1, system: "Be brief", messages }),
    );
    const request = model.requests.at(-1);
    if (request === undefined) throw new Error("nothing was sent");
    const repinned = surface.step?.repinned;
    if (repinned === undefined && earlier !== undefined) {
      expectExtended(isCut ? { ...earlier, messages: [] } : earlier, request, way);
    }
    if (repinned !== undefined) expect(repinned).toBe("definition");
    return { response, request };
  };

  let isPaused = false;
  for (const happened of script) {
    switch (happened.type) {
      case "user":
        messages.push({ role: "user", content: happened.text });
        isPaused = false;
        break;
      case "reply": {
        reply = happened;
        const { response, request } = await ask();
        messages.push(...(await surface.accept(response)));
        // What was not accepted is on no record, and may be said otherwise.
        [earlier, isCut] = [request, false];
        isPaused = response.stop_reason === "pause_turn";
        break;
      }
      case "again":
        await ask();
        break;
      case "source":
        sources.set(happened.id, happened.tools);
        runtime.catalog.replace({ id: happened.id, kind: "mcp" }, { tools: happened.tools });
        break;
      case "restart":
        messages = JSON.parse(JSON.stringify(messages));
        runtime = open();
        surface = anthropicSurface(runtime, { records: JSON.parse(JSON.stringify(surface.records)) });
        break;
      case "summary":
        if (surface.records.opening === undefined) break;
        messages = [...surface.summarise(messages, "It went well"), { role: "user", content: "Go on" }];
        [isCut, isPaused] = [true, false];
        break;
      case "cut-back": {
        const last = messages.findLastIndex(({ role }) => role === "assistant");
        if (last < 0) break;
        messages = [...messages.slice(0, last), { role: "user", content: "No, otherwise" }];
        // With a load, what it appended to the array goes too.
        if (strategy === "append") earlier = undefined;
        [isCut, isPaused] = [true, false];
        break;
      }
    }
  }
  reply = { type: "reply", acts: [], end: "whole" };
  await ask();
}

function toReply(
  { acts, end }: Extract<Event, { type: "reply" }>,
  { tools: declared }: WireRequest,
  { options, strategy }: Way,
  runtime: Runtime,
): ScriptedReply {
  const names = runtime.catalog
    .snapshot()
    .entries()
    .map(({ wireName }) => wireName);
  const deferred = declared.flatMap(({ defer_loading, name }) =>
    defer_loading === true ? String(name) : [],
  );
  const isSearched = options.search === "bm25" || options.search === "regex";
  const blocks = acts.flatMap(({ kind, pick, input }): Block[] => {
    const name = names[pick % names.length] ?? "read";
    switch (kind) {
      case "load":
        return [
          strategy === "native" ? use("tool_find", { query: name }) : use("tool_load", { names: [name] }),
        ];
      case "unload":
        return [use("tool_unload", { names: [name] })];
      case "bridge":
        return [use("tool_call", { name, arguments: input })];
      case "unknown":
        return [use(`no_${name}`.slice(0, 60), input)];
      case "search": {
        const hit = deferred[pick % Math.max(1, deferred.length)];
        return isSearched && hit !== undefined ? found(hit) : [];
      }
      default:
        return [use(name, input)];
    }
  });
  const content = [say("…"), ...blocks];
  const isCalling = blocks.some(({ type }) => type === "tool_use");
  if (end === "cut") return { content, stop_reason: "max_tokens" };
  return end === "paused" && !isCalling ? { content, stop_reason: "pause_turn" } : content;
}
