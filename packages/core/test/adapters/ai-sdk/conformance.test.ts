import { createAnthropic } from "@ai-sdk/anthropic";
import { createAnthropic as createAnthropic3 } from "@ai-sdk/anthropic-3";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI3 } from "@ai-sdk/openai-3";
import { type PlimsollSurface, withPlimsoll } from "@plimsoll/core/ai-sdk";
import { type AdapterDriver, adapterConformance, type ScriptedReply } from "@plimsoll/core/testing";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { generateText as generateText6, type ModelMessage as ModelMessage6, stepCountIs } from "ai-6";
import { describe, test } from "vitest";
import { scriptedModel } from "../anthropic/scripted.ts";
import { scriptedApi } from "../openai/scripted.ts";
import { toWireRequest } from "../to-wire-request.ts";
import { MODELS, type ProviderName } from "./lead.ts";

/** One step of a version of the SDK over a provider: answers the messages to append. */
type TakeStep = (surface: PlimsollSurface, messages: readonly object[], api: Api) => Promise<object[]>;

/** Stands in for a provider. */
interface Api {
  readonly fetch: typeof fetch;
  readonly bodies: readonly string[];
}

const instructions = "Be brief.";
// Without it, the provider would keep the conversation itself, and be sent references to it.
const providerOptions = { openai: { store: false } };

const withVersion7 =
  (provider: ProviderName): TakeStep =>
  async (surface, messages, { fetch }) => {
    const keys = { apiKey: "none", fetch };
    const model =
      provider === "anthropic" ? createAnthropic(keys)(MODELS.anthropic) : createOpenAI(keys)(MODELS.openai);
    const settings = surface.for({ model, messages: messages as ModelMessage[], providerOptions });
    return surface.messages(
      await generateText({ ...settings, instructions, stopWhen: isStepCount(1), maxRetries: 0 }),
    );
  };

const withVersion6 =
  (provider: ProviderName): TakeStep =>
  async (surface, messages, { fetch }) => {
    const keys = { apiKey: "none", fetch };
    const model =
      provider === "anthropic"
        ? createAnthropic3(keys)(MODELS.anthropic)
        : createOpenAI3(keys)(MODELS.openai);
    const settings = surface.for({ model, messages: messages as ModelMessage6[], providerOptions });
    return surface.messages(
      await generateText6({ ...settings, system: instructions, stopWhen: stepCountIs(1), maxRetries: 0 }),
    );
  };

const EVERY: AdapterDriver["strategies"] = ["all", "bridge", "append", "native", "transcript"];

const DRIVERS: readonly AdapterDriver[] = [
  sdkDriver("AI SDK 7, Anthropic", "anthropic", EVERY, withVersion7("anthropic")),
  sdkDriver("AI SDK 7, OpenAI", "openai", EVERY, withVersion7("openai")),
  sdkDriver("AI SDK 6, Anthropic", "anthropic", EVERY, withVersion6("anthropic")),
  // This version's provider cannot send tools inside the history.
  sdkDriver("AI SDK 6, OpenAI", "openai", ["all", "bridge", "append"], withVersion6("openai")),
];

describe.each(DRIVERS)("the conformance of $name", (driver) => {
  for (const { title, run } of adapterConformance(driver)) test(title, run);
});

/** A host that takes the SDK's loop one step at a time, and keeps nothing but the messages. */
function sdkDriver(
  name: string,
  provider: ProviderName,
  strategies: AdapterDriver["strategies"],
  takeStep: TakeStep,
): AdapterDriver {
  return {
    name,
    model: MODELS[provider],
    strategies,
    open(runtime, saved = []) {
      const messages = saved as object[];
      const surface = withPlimsoll(runtime);
      return {
        say: (content) => void messages.push({ role: "user", content }),
        async turn(reply) {
          const api = provider === "anthropic" ? anthropicApi(reply) : openaiApi(reply);
          messages.push(...(await takeStep(surface, messages, api)));
          return toWireRequest(api.bodies[0] ?? "");
        },
        save: () => messages,
      };
    },
  };
}

function anthropicApi({ text, calls }: ScriptedReply): Api {
  const uses = calls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input }));
  return scriptedModel(() => [{ type: "text", text }, ...uses]);
}

function openaiApi(reply: ScriptedReply): Api {
  return scriptedApi(() => ({ ...reply, key: reply.calls.map(({ id }) => id).join("_") || "said" }));
}
