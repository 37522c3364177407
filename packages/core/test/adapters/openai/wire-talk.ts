import {
  type AdapterRecords,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type Tool,
} from "@plimsoll/core";
import { type OpenaiSurfaceOptions, openaiChatSurface, openaiSurface } from "@plimsoll/core/openai";
import OpenAI from "openai";
import { expect } from "vitest";
import { type Body, type ScriptedReply, scriptedApi } from "./scripted.ts";

/** A conversation over the wire: each reply is one request, and what came of it is in the conversation. */
export interface WireTalk {
  readonly bodies: readonly string[];
  body(at?: number): Body;
  say(text: string): void;
  reply(reply: ScriptedReply): Promise<void>;
  /** Throws the process away: another runtime and another surface go on from JSON. */
  restart(): void;
  /** Puts a summary in place of everything so far. */
  compact(text: string): void;
  readonly records: AdapterRecords;
}

/** What a conversation is made with. */
export interface WireOptions extends Pick<OpenaiSurfaceOptions, "search" | "namespaces"> {
  readonly api: "responses" | "chat";
  /** Makes the same runtime again, in another process so to speak. */
  readonly open: () => Runtime;
  readonly model?: string;
}

/** Runtimes that all have the same tools and servers, whenever they were opened. */
export interface World {
  open(): Runtime;
  setSource(id: string, tools: readonly Tool[]): void;
  removeSource(id: string): void;
}

/** A world with no servers yet. */
export function aWorld(options: RuntimeOptions): World {
  const sources = new Map<string, readonly Tool[]>();
  const runtimes: Runtime[] = [];
  return {
    open: () => {
      const runtime = createRuntime({ budget: { headTokens: 100_000 }, ...options });
      for (const [id, tools] of sources) runtime.catalog.replace({ id, kind: "mcp" }, { tools });
      runtimes.push(runtime);
      return runtime;
    },
    setSource: (id, tools) => {
      sources.set(id, tools);
      for (const { catalog } of runtimes) catalog.replace({ id, kind: "mcp" }, { tools });
    },
    removeSource: (id) => {
      if (!sources.delete(id)) return;
      for (const { catalog } of runtimes) catalog.remove(id);
    },
  };
}

/** Begins a conversation with the user's message. */
export function wireTalk({ api, open, model = "gpt-6", ...reveal }: WireOptions): WireTalk {
  let next: ScriptedReply = {};
  const server = scriptedApi(() => next);
  const client = new OpenAI({ apiKey: "x", maxRetries: 0, fetch: server.fetch });
  const talk = api === "chat" ? chatTalk(client, open, model) : responsesTalk(client, open, model, reveal);
  return {
    bodies: server.bodies,
    body: server.body,
    ...talk,
    reply: async (reply) => {
      next = reply;
      await talk.ask();
    },
    get records() {
      return talk.kept();
    },
  };
}

interface Talking extends Pick<WireTalk, "say" | "restart" | "compact"> {
  ask(): Promise<void>;
  kept(): AdapterRecords;
}

function responsesTalk(
  client: OpenAI,
  open: () => Runtime,
  model: string,
  reveal: Pick<OpenaiSurfaceOptions, "search" | "namespaces">,
): Talking {
  let input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Begin" }];
  let surface = openaiSurface(open(), reveal);
  const again = () => openaiSurface(open(), { records: copy(surface.records), ...reveal });
  return {
    say: (text) => void input.push({ role: "user", content: text }),
    ask: async () => {
      const params = { model, input, instructions: "Be brief." };
      const request = surface.request(params);
      expect(JSON.stringify(again().request(copy(params)))).toBe(JSON.stringify(request));
      input.push(...(await surface.accept(await client.responses.create(request))));
    },
    restart: () => {
      surface = again();
      input = copy(input);
    },
    compact: (text) => {
      input = [...surface.summarise(input, text)];
    },
    kept: () => surface.records,
  };
}

function chatTalk(client: OpenAI, open: () => Runtime, model: string): Talking {
  let messages: OpenAI.Chat.ChatCompletionMessageParam[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Begin" },
  ];
  let surface = openaiChatSurface(open());
  const again = () => openaiChatSurface(open(), { records: copy(surface.records) });
  return {
    say: (text) => void messages.push({ role: "user", content: text }),
    ask: async () => {
      const params = { model, messages };
      const request = surface.request(params);
      expect(JSON.stringify(again().request(copy(params)))).toBe(JSON.stringify(request));
      messages.push(...(await surface.accept(await client.chat.completions.create(request))));
    },
    restart: () => {
      surface = again();
      messages = copy(messages);
    },
    compact: (text) => {
      messages = [{ role: "system", content: "Be brief." }, ...surface.summarise(messages.slice(1), text)];
    },
    kept: () => surface.records,
  };
}

/** Law 2 on the wire: what a request had, the next one has too, to the byte, and only more behind it. */
export function expectKept(bodies: readonly string[], isGrowing: boolean): void {
  for (const [at, text] of bodies.entries()) {
    const before = bodies[at - 1];
    if (before === undefined) continue;
    const [earlier, later] = [bytesOf(before), bytesOf(text)];
    if (isGrowing) expect(later.tools.startsWith(earlier.tools.slice(0, -1))).toBe(true);
    else expect(later.tools).toBe(earlier.tools);
    expect(later.instructions).toBe(earlier.instructions);
    expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
  }
}

function bytesOf(text: string) {
  const { tools = [], instructions = "", input, messages = input }: Body = JSON.parse(text);
  return {
    tools: JSON.stringify(tools),
    instructions,
    messages: messages.map((message) => JSON.stringify(message)),
  };
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
