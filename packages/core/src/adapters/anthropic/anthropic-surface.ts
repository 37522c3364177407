import type { AcceptOptions, PendingAnswer, Runtime } from "../../runtime/runtime.ts";
import {
  createProviderSurface,
  type ProviderSurface,
  type ProviderSurfaceOptions,
} from "../provider-surface.ts";
import { createAnthropicAdapter } from "./anthropic-adapter.ts";
import type { AnthropicMessage, AnthropicUserMessage } from "./messages.ts";
import type {
  AnthropicAnswer,
  AnthropicParams,
  AnthropicRequest,
  AnthropicResponse,
  WireParams,
} from "./request.ts";
import { type AnthropicSettings, toSettings } from "./settings.ts";

/** What a surface for Anthropic is made with. A conversation that is resumed keeps the settings it began with. */
export interface AnthropicSurfaceOptions extends ProviderSurfaceOptions, Partial<AnthropicSettings> {}

/** One conversation with Anthropic's Messages API: what to send, and where to hand the response. */
export interface AnthropicSurface
  extends Pick<
    ProviderSurface<WireParams, WireParams, AnthropicResponse, AnthropicMessage>,
    "pending" | "step" | "records"
  > {
  /** Your own parameters, with the tools, the prompt section and whatever the conversation needs beside. */
  request<Params extends AnthropicParams>(params: Params): AnthropicRequest<Params>;
  /**
   * Runs the response's calls, and answers the messages to append: the reply as it came, the results, what goes with
   * them. A reply that was paused is answered alone: ask again with it at the end.
   */
  accept<Response extends AnthropicResponse>(
    response: Response,
    options?: AcceptOptions,
  ): Promise<AnthropicAnswer<Response>[]>;
  /** Goes on with calls that wait, and answers the messages to append once none waits any more. */
  resume(
    params: AnthropicParams,
    answers: Readonly<Record<string, PendingAnswer>>,
    options?: AcceptOptions,
  ): Promise<AnthropicUserMessage[]>;
  /** A message to put in place of these, in a host's own words: what they loaded stays loaded. */
  summarise(messages: readonly AnthropicMessage[], text: string): AnthropicUserMessage[];
}

/** A surface for one conversation, over a client of `@anthropic-ai/sdk` that the host calls itself. */
export function anthropicSurface(
  runtime: Runtime,
  { search, additions, cache, records = {}, ...asker }: AnthropicSurfaceOptions = {},
): AnthropicSurface {
  const asked = {
    ...(search === undefined ? {} : { search }),
    ...(additions === undefined ? {} : { additions }),
    ...(cache === undefined ? {} : { cache }),
  };
  const settings = toSettings(asked, records);
  const surface = createProviderSurface(runtime, createAnthropicAdapter(settings, runtime), {
    ...asker,
    records: { ...records, settings: { ...settings } },
  });
  // What is sent and answered has the types of what was handed over, which no adapter can know.
  return surface as unknown as AnthropicSurface;
}
