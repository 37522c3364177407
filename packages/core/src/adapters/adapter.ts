import type { Message, Reply, SentMessage } from "../activation/message.ts";
import type { OpeningRecord } from "../activation/record.ts";
import type { Step } from "../runtime/runtime.ts";
import type { Provider } from "../surface/provider.ts";

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
  read(messages: readonly ProviderMessage[]): readonly ReadEntry[];
  /** Writes entries other than replies: results, texts, tools added inside. A result that reveals has no other content. */
  write(entries: readonly SentMessage[], opening: OpeningRecord): readonly ProviderMessage[];
  toReply(response: Response): Reply;
  /** The reply as the provider wants it back: unchanged, whatever is in it. */
  toReplyMessages(response: Response): readonly ProviderMessage[];
  /** What a reply is found again by in which the provider revealed tools by itself. */
  replyKeyOf(response: Response): string | undefined;
  /**
   * Messages of before an opening record: what they add or reveal inside the history, and that record does not know, is
   * taken out of them.
   */
  toPlain(messages: readonly ProviderMessage[], opening: OpeningRecord): readonly ProviderMessage[];
  /** The whole request: the host's parameters with the array, the prompt section and these messages. */
  toRequest(params: Params, messages: readonly ProviderMessage[], step: Step): Request;
}

/** An entry as it was read. */
export interface ReadEntry {
  readonly entry: Message;
  /** The message it comes from, counted from 0. */
  readonly at: number;
  /** Of a reply in which the provider revealed tools by itself: the same as `replyKeyOf` said of its response. */
  readonly key?: string;
}
