import { createAnthropic } from "@ai-sdk/anthropic";
import { createAnthropic as createAnthropic3 } from "@ai-sdk/anthropic-3";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI3 } from "@ai-sdk/openai-3";
import { defineTool, type StrategyName, type Tool } from "@plimsoll/core";
import { type PlimsollSurface, withPlimsoll } from "@plimsoll/core/ai-sdk";
import { generateText, isStepCount, type ModelMessage, streamText } from "ai";
import {
  generateText as generateText6,
  type ModelMessage as ModelMessage6,
  stepCountIs as stepCountIs6,
  streamText as streamText6,
} from "ai-6";
import {
  type Action,
  runScripted,
  SCRIPT,
  type ScriptTool,
  schemaOf,
} from "../../../../../benchmarks/prefix/script.ts";
import {
  type ScriptedFetch,
  type ScriptedReply,
  scriptedFetch,
} from "../../../../../benchmarks/prefix/scripted-fetch.ts";

export type Version = 6 | 7;
export type ProviderName = "anthropic" | "openai";

/** Which conversation is led, over what. */
export interface Way {
  readonly version: Version;
  readonly provider: ProviderName;
  readonly strategy: StrategyName;
  readonly streams?: boolean;
}

export const MODELS = { anthropic: "claude-opus-4-8", openai: "gpt-6" } as const;

/** The tools of the script; one of those that are loaded has something to remind of. */
export function scriptTools(): Tool[] {
  const toTool = (tool: ScriptTool, more: Partial<Tool>): Tool => ({
    ...defineTool({
      name: tool.name,
      description: tool.description,
      input: schemaOf(tool),
      run: (input) => runScripted(tool.name, input),
    }),
    ...more,
  });
  const reminded = new Set(["mail_list", "deploy_create"]);
  return [
    ...SCRIPT.pins.map((tool) => toTool(tool, {})),
    ...SCRIPT.deferred.map((tool) =>
      toTool(tool, {
        lazy: true,
        ...(reminded.has(tool.name) ? { antiFallback: "Do not fall back to bash." } : {}),
      }),
    ),
  ];
}

export function newSurface({ strategy }: Pick<Way, "strategy">): PlimsollSurface {
  const pins = SCRIPT.pins.map(({ name }) => name);
  return withPlimsoll({
    tools: scriptTools(),
    pins,
    strategy,
    gate: strategy === "bridge" ? "strict" : "open",
  });
}

/** What the model of a strategy writes to do it. */
export function toReplies(strategy: StrategyName): ScriptedReply[] {
  const isByName = strategy !== "bridge";
  const isHead = new Set(SCRIPT.pins.map(({ name }) => name));
  const toCall = (action: Action) => {
    const { tool, type } = action;
    if (type === "load") {
      if (strategy === "native") return { name: "tool_find", input: { query: tool, limit: 1 } };
      return strategy === "all"
        ? { name: tool, input: { id: "first" } }
        : { name: "tool_load", input: { names: [tool] } };
    }
    const { input } = action;
    if (isByName || isHead.has(tool) || type === "wrong") return { name: tool, input };
    return { name: "tool_call", input: { name: tool, arguments: input } };
  };
  return SCRIPT.turns.flatMap(({ batches }, turn) => [
    ...batches.map((batch) => batch.map(toCall)),
    `Part ${turn + 1} is done.`,
  ]);
}

/** One turn over the SDK of a version, with a real provider: answers the messages to append. */
export async function leadTurn(
  { version, provider, streams = false }: Way,
  surface: PlimsollSurface,
  messages: readonly object[],
  { fetch }: ScriptedFetch,
): Promise<object[]> {
  const keys = { apiKey: "none", fetch };
  const providerOptions = { openai: { store: false } };
  if (version === 7) {
    const model =
      provider === "anthropic" ? createAnthropic(keys)(MODELS.anthropic) : createOpenAI(keys)(MODELS.openai);
    const given = messages as ModelMessage[];
    const settings = {
      ...surface.for({ model, messages: given, providerOptions }),
      stopWhen: isStepCount(20),
    };
    const asked = { ...settings, instructions: "You work in an office." };
    return streams ? surface.messages(streamText(asked)) : surface.messages(await generateText(asked));
  }
  const model =
    provider === "anthropic" ? createAnthropic3(keys)(MODELS.anthropic) : createOpenAI3(keys)(MODELS.openai);
  const given = messages as ModelMessage6[];
  const settings = {
    ...surface.for({ model, messages: given, providerOptions }),
    stopWhen: stepCountIs6(20),
  };
  const asked = { ...settings, system: "You work in an office." };
  return streams ? surface.messages(streamText6(asked)) : surface.messages(await generateText6(asked));
}

/** What happens before a turn: to the catalog, or to the messages so far. */
export type Between = (turn: number, surface: PlimsollSurface, messages: object[]) => object[];

/** The whole script, in a fresh surface for every turn, with messages that have been JSON in between. */
export async function leadScript(
  way: Way,
  between: Between = (_turn, _surface, messages) => messages,
): Promise<ScriptedFetch & { readonly messages: readonly object[] }> {
  const played = scriptedFetch(toReplies(way.strategy));
  let messages: object[] = [];
  for (const [turn, { user }] of SCRIPT.turns.entries()) {
    const surface = newSurface(way);
    messages = between(turn, surface, messages);
    messages.push({ role: "user", content: user });
    messages.push(...(await leadTurn(way, surface, messages, played)));
    messages = JSON.parse(JSON.stringify(messages)) as object[];
  }
  return { ...played, messages };
}
