import type { AcceptOptions, PendingAnswer, Runtime } from "../../runtime/runtime.ts";
import {
  createProviderSurface,
  type ProviderSurface,
  type ProviderSurfaceOptions,
} from "../provider-surface.ts";
import { chatAdapter } from "./chat-adapter.ts";
import { isChatDone } from "./chat-reply.ts";
import type { ChatMessage, ChatParams, ChatResponse, ReplyMessage, WrittenMessage } from "./chat-types.ts";
import { withIsDone } from "./with-is-done.ts";

/** What a surface for Chat Completions is made with. */
export interface OpenaiChatSurfaceOptions extends ProviderSurfaceOptions {
  /**
   * Whether pictures in results are sent, as a user's message behind the results, because a result can carry words
   * only. Off if absent: a model that cannot see refuses the whole request.
   */
  readonly images?: boolean;
}

/** One conversation over Chat Completions. */
export interface OpenaiChatSurface
  extends Pick<
    ProviderSurface<ChatParams, ChatParams, ChatResponse, ChatMessage>,
    "pending" | "step" | "records"
  > {
  /** The host's parameters, with the tools, the prompt section and whatever the conversation needs beside. */
  request<Params extends ChatParams>(params: Params): Params;
  /** Runs the completion's calls, and answers the messages to append: the reply, the results, what goes with them. */
  accept<Response extends ChatResponse>(
    response: Response,
    options?: AcceptOptions,
  ): Promise<(ReplyMessage<Response> | WrittenMessage)[]>;
  /** Goes on with calls that wait, and answers the messages to append once none waits any more. */
  resume(
    params: ChatParams,
    answers: Readonly<Record<string, PendingAnswer>>,
    options?: AcceptOptions,
  ): Promise<WrittenMessage[]>;
  /** A message to put in place of these, in a host's own words: what they loaded stays loaded. */
  summarise(messages: readonly ChatMessage[], text: string): WrittenMessage[];
  /** Whether the last completion that was accepted made no calls, so that there is nothing to ask again for. */
  readonly isDone: boolean;
}

/** The surface of one conversation over Chat Completions: OpenAI's own, and every endpoint that is compatible with it. */
export function openaiChatSurface(
  runtime: Runtime,
  { images = false, ...options }: OpenaiChatSurfaceOptions = {},
): OpenaiChatSurface {
  const surface = createProviderSurface(runtime, chatAdapter({ images }), options);
  // What a host hands over comes back in the host's own types: the adapter only knows that it leaves it as it is.
  return withIsDone(surface, isChatDone) as OpenaiChatSurface;
}
