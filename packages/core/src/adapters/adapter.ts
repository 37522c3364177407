import type {
  Message,
  PendingMessage,
  Reply,
  ResultMessage,
  SentMessage,
  SentResult,
} from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import type { Step } from "../runtime/runtime.ts";
import type { Provider } from "../surface/provider.ts";
import type { ToolDefinition } from "../tool/tool-definition.ts";

/**
 * Converts between the neutral history and one provider's shapes.
 *
 * Contract:
 * - Shape only: no policy, no search, no decision. Everything is pure.
 * - Imports nothing of its SDK at run time.
 * - The host's own messages are sent as they are. Only what Plimsoll adds is written here, the same way for ever after.
 * - `read` gives back what `write` wrote, but for what is kept beside it: metadata, and who a text is from.
 * - Opening records and metadata never reach the provider.
 */
export interface Adapter<Params, Request, Response, ProviderMessage> {
  readonly provider: Provider;
  modelOf(params: Params): string;
  /** The host's own messages in the parameters of a request. */
  messagesOf(params: Params): readonly ProviderMessage[];
  /** Reads messages as entries: results under the ids of their calls, texts as texts. */
  read(messages: readonly ProviderMessage[], context: ReadContext<Params>): readonly ReadEntry[];
  /** Writes entries other than replies: results, texts, tools added inside. A result that reveals has no other content. */
  write(entries: readonly SentMessage[], opening: OpeningRecord): readonly ProviderMessage[];
  /** Whether a result's shape has no room for words: they are then said after the results of its batch. */
  isWordless?(result: SentResult): boolean;
  toReply(response: Response, context: ReadContext<Params>): Reply;
  /**
   * Calls of a response that the runtime is not asked about, with their entries: those that were cut off, as results
   * that say so, and those of tools that the host declared itself, as calls that wait for it.
   */
  aside?(response: Response, params: Params): readonly (ResultMessage | PendingMessage)[];
  /** The reply as the provider wants it back: unchanged, whatever is in it. */
  toReplyMessages(response: Response): readonly ProviderMessage[];
  /** What a reply is found again by in which the provider revealed tools by itself. */
  replyKeyOf(response: Response): string | undefined;
  /**
   * Messages of before an opening record: what they add or reveal inside the history, and that record does not know, is
   * taken out of them. `declared` is what the request declares for it.
   */
  toPlain(
    messages: readonly ProviderMessage[],
    opening: OpeningRecord,
    declared: readonly ToolDefinition[],
  ): readonly ProviderMessage[];
  /** Whether anything may be appended behind these; absent: always. What is not appended now is at a later step. */
  canAdd?(messages: readonly ProviderMessage[]): boolean;
  /** The whole request: the host's parameters with the array, the prompt section and these messages. */
  toRequest(params: Params, messages: readonly ProviderMessage[], step: Step): Request;
}

/** What the conversation knows beside what is read: for what messages speak of by a name alone. */
export interface ReadContext<Params> {
  /** The host's parameters of the request that is being made, or was made last. */
  readonly params: Params | undefined;
  /** The record that the conversation follows; absent before its first request. */
  readonly opening: OpeningRecord | undefined;
}

/** An entry as it was read. */
export interface ReadEntry {
  readonly entry: Message;
  /** The message it comes from, counted from 0. */
  readonly at: number;
  /** Of a reply in which the provider revealed tools by itself: the same as `replyKeyOf` said of its response. */
  readonly key?: string;
}
