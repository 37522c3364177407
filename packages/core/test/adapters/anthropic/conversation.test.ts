import type Anthropic from "@anthropic-ai/sdk";
import { createRuntime, type Runtime, type Tool } from "@plimsoll/core";
import { type AnthropicSurface, anthropicSurface } from "@plimsoll/core/anthropic";
import { describe, expect, test } from "vitest";
import { aTool } from "../../fixtures.ts";
import { type Block, found, say, scriptedModel, use } from "./scripted.ts";
import { expectExtended, MODEL, WAYS, type Way } from "./ways.ts";

const LOADS = 12;
const STEPS = 30;
const [RESTART, COMPACTION] = [17, 24];

const inputSchema = { type: "object", required: ["repo"], properties: { repo: { type: "string" } } };
const github: Tool[] = [
  ...Array.from({ length: LOADS }, (_, at) =>
    aTool(`ticket_${at}`, {
      inputSchema,
      ...(at === 5 ? { antiFallback: "Do not use read for tickets" } : {}),
    }),
  ),
  aTool("broken", {
    execution: {
      type: "run",
      run: () => {
        throw new Error("out of order");
      },
    },
  }),
];

function openRuntime({ strategy, gate }: Way, withDocs: boolean): Runtime {
  const runtime = createRuntime({ tools: [aTool("read"), aTool("edit")], strategy, gate });
  runtime.catalog.replace({ id: "github", kind: "mcp" }, { tools: github });
  if (withDocs) addDocs(runtime);
  return runtime;
}

function addDocs(runtime: Runtime): void {
  runtime.catalog.replace({ id: "docs", kind: "mcp" }, { tools: [aTool("search_pages")] });
}

/** A call of a deferred tool: by its name, or through the bridge. */
function reach({ strategy }: Way, name: string, input: unknown): Block {
  return strategy === "bridge" ? use("tool_call", { name, arguments: input }) : use(name, input);
}

/** What the model does at a step: loads one by one, in parallel with other calls, then goes wrong in every way. */
function scriptFor(way: Way): (at: number) => Block[] {
  const ticket = (at: number): Block => reach(way, `github__ticket_${at}`, { repo: "core" });
  return (at) => {
    if (at === 0)
      return [{ type: "thinking", thinking: "hm", signature: "sig" }, ...way.load("github__ticket_0")];
    if (at < LOADS) return [say("On"), ...way.load(`github__ticket_${at}`), ticket(at - 1), use("read")];
    switch (at) {
      case 12:
        return [...way.load("github__broken"), ticket(11)];
      case 13:
        return [reach(way, "github__broken", {}), ticket(2)];
      case 14:
        return [reach(way, "github__tikcet_3", { repo: "core" }), reach(way, "no_such_tool", {})];
      case 15:
        return [reach(way, "github__ticket_3", { repository: 7 })];
      case STEPS - 1:
      case 16:
      case COMPACTION - 1:
        return [say("Done")];
      default:
        return [ticket(at % LOADS)];
    }
  };
}

type Messages = Anthropic.Beta.BetaMessageParam[];

/** A conversation in progress: everything that a restart, or a host, may put another thing in place of. */
interface Talk {
  runtime: Runtime;
  surface: AnthropicSurface;
  messages: Messages;
}

/** What happens between two steps: servers come and go, a process ends, a host compacts. */
const EVENTS: Readonly<Record<number, (talk: Talk, way: Way) => void>> = {
  15: ({ runtime }) => addDocs(runtime),
  [RESTART]: (talk, way) => {
    talk.messages.push({ role: "user", content: [{ type: "text", text: "Go on" }] });
    talk.messages = JSON.parse(JSON.stringify(talk.messages));
    talk.runtime = openRuntime(way, true);
    const records = JSON.parse(JSON.stringify(talk.surface.records));
    talk.surface = anthropicSurface(talk.runtime, { records });
  },
  20: ({ runtime }) => void runtime.catalog.remove("docs"),
  [COMPACTION]: (talk) => {
    const summary = talk.surface.summarise(talk.messages, "Tickets were sorted");
    talk.messages = [...summary, { role: "user", content: "And the rest" }];
  },
};

describe.each(WAYS)("a conversation of 30 steps and 12 loads ($title)", (way) => {
  test.each(["create", "stream"] as const)("keeps every byte it sent (%s)", async (endpoint) => {
    const script = scriptFor(way);
    const { client, requests, betas } = scriptedModel((at) => script(at));
    const ask = (request: Anthropic.Beta.MessageCreateParamsNonStreaming) =>
      endpoint === "create"
        ? client.beta.messages.create(request)
        : client.beta.messages.stream(request).finalMessage();
    const runtime = openRuntime(way, false);
    const messages: Messages = [{ role: "user", content: "Sort the tickets" }];
    const talk: Talk = { runtime, surface: anthropicSurface(runtime, way.options), messages };

    for (let at = 0; at < STEPS; at += 1) {
      EVENTS[at]?.(talk, way);
      const { surface, messages } = talk;
      const response = await ask(
        surface.request({ model: MODEL, max_tokens: 1024, system: "Be brief", messages }),
      );
      expect(surface.step?.repinned).toBeUndefined();
      messages.push(...(await surface.accept(response)));
    }

    expect(requests).toHaveLength(STEPS);
    expect(new Set(betas)).toEqual(new Set([way.beta]));
    for (const [at, later] of requests.slice(1).entries()) {
      const earlier = requests[at] ?? later;
      expectExtended(at + 1 === COMPACTION ? { ...earlier, messages: [] } : earlier, later, way);
    }
    const before = JSON.stringify(requests[COMPACTION - 1]?.messages);
    expect(before.match(/ran ticket_\d+/g)?.length).toBeGreaterThan(15);
    for (const told of ["out of order", "Nearest: github__ticket_3", "No tool named", "docs", '"thinking"']) {
      expect(before).toContain(told);
    }
    // What Anthropic finds by itself calls for no reminder: no result of Plimsoll's speaks of it.
    if (way.load !== found) expect(before).toContain("Do not use read for tickets");
    // What was loaded before the summary is called after it, under the strict gate.
    const after = JSON.stringify(requests.at(-1)?.messages);
    expect(after.match(/ran ticket_\d+/g)).toHaveLength(STEPS - COMPACTION - 1);
  });
});
