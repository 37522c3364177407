import type Anthropic from "@anthropic-ai/sdk";
import { type AnthropicSurfaceOptions, anthropicSurface } from "@plimsoll/core/anthropic";
import { type AdapterDriver, adapterConformance, surfaceDriver } from "@plimsoll/core/testing";
import { describe, test } from "vitest";
import { toWireRequest } from "../to-wire-request.ts";
import { type Block, scriptedModel } from "./scripted.ts";
import { MODEL } from "./ways.ts";

type Spoken = Pick<AnthropicSurfaceOptions, "search" | "additions" | "cache">;
type Params = Anthropic.Beta.MessageCreateParamsNonStreaming;

// Anthropic's own search is not among them: it answers by itself, and the script's model asks `tool_find`.
const DRIVERS: readonly AdapterDriver[] = [
  anthropicDriver("Anthropic", ["all", "bridge", "append", "native", "transcript"], {}),
  anthropicDriver("Anthropic, with a cache", ["append", "native"], { cache: { type: "ephemeral" } }),
  anthropicDriver("Anthropic, by reference", ["transcript"], { additions: "reference" }),
];

describe.each(DRIVERS)("the conformance of $name", (driver) => {
  for (const { title, run } of adapterConformance(driver)) test(title, run);
});

/** The adapter behind the real SDK. The scripted API refuses what the documented rules of the real one refuse. */
function anthropicDriver(
  name: string,
  strategies: AdapterDriver["strategies"],
  options: Spoken,
): AdapterDriver {
  return surfaceDriver<Params, Params, Anthropic.Beta.BetaMessage, Anthropic.Beta.BetaMessageParam>({
    name,
    model: MODEL,
    strategies,
    open: (runtime, records) => anthropicSurface(runtime, { ...options, records }),
    toParams: (messages) => ({ model: MODEL, max_tokens: 1, system: "Be brief.", messages: [...messages] }),
    toUserMessage: (content) => ({ role: "user", content }),
    async send(request, { text, calls }) {
      const content: Block[] = [
        { type: "text", text },
        ...calls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input })),
      ];
      const { client, bodies } = scriptedModel(() => content);
      const response = await client.beta.messages.create(request);
      return { response, sent: toWireRequest(bodies[0] ?? "") };
    },
  });
}
