/**
 * The parts of Chat Completions that the adapter reads and writes. The types of the `openai` package satisfy them, and
 * what is written satisfies its types, so that neither side needs a cast.
 */

/** A message of a conversation; whatever else it holds is passed on as it is. */
export interface ChatMessage {
  readonly role: string;
}

/** The parameters of `client.chat.completions.create`, as far as they matter here. */
export interface ChatParams {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** The host's own functions, which it answers itself. */
  readonly tools?: readonly { readonly type: string }[] | undefined;
  readonly stream?: boolean | null | undefined;
}

/** What `client.chat.completions.create` answers, also as the last word of a stream. The first choice is the reply. */
export interface ChatResponse {
  readonly id?: string | undefined;
  readonly choices: readonly { readonly message: ChatMessage }[];
}

/** The reply of a completion. */
export type ReplyMessage<R extends ChatResponse> = R["choices"][number]["message"];

/** A message that Plimsoll adds to a conversation. */
export type WrittenMessage = ChatText | ChatResult;

/** Words, or the pictures of a result: a result can carry words only. */
export interface ChatText {
  readonly role: "user";
  readonly content: string | ChatPart[];
}

/** The answer to a call. */
export interface ChatResult {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

/** A part of a message that is not words alone. */
export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** A tool as a function. There is nothing in it that only some endpoints know. */
export interface ChatFunction {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: { readonly [keyword: string]: unknown };
  };
}
