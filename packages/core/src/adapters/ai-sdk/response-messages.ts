import { isRecord } from "../../internal/is-record.ts";
import { withoutOwn } from "./stamp.ts";
import { whenThere } from "./when-there.ts";

/** Reads what to append to a conversation from a result of the SDK. */
export interface ResponseMessages {
  /** The messages to append: replies and results, with all that a later call needs riding in their parts. */
  messages<Message>(result: { readonly responseMessages: readonly Message[] }): Message[];
  messages<Message>(result: { readonly response: { readonly messages: readonly Message[] } }): Message[];
  messages<Message>(result: {
    readonly responseMessages: PromiseLike<readonly Message[]>;
  }): Promise<Message[]>;
  messages<Message>(result: {
    readonly response: PromiseLike<{ readonly messages: readonly Message[] }>;
  }): Promise<Message[]>;
}

interface Result {
  readonly responseMessages?: Messages | PromiseLike<Messages>;
  readonly response?: Response | PromiseLike<Response>;
}

interface Response {
  readonly messages: Messages;
}

type Messages = readonly unknown[];

// The overloads say what is given and what comes of it; here both are the same lists.
/** Version 7 has the messages of every step in one place, version 6 in the last response; a stream has them later. */
export const readResponse: ResponseMessages["messages"] = (({
  responseMessages,
  response = NO_RESPONSE,
}: Result) =>
  responseMessages === undefined
    ? whenThere(response, ({ messages }) => tidy(messages))
    : whenThere(responseMessages, tidy)) as ResponseMessages["messages"];

const NO_RESPONSE: Response = { messages: [] };

/** The SDK copies the metadata of a call to its result: there, what came before the reply is not needed again. */
function tidy(messages: Messages): unknown[] {
  return messages.map((message) =>
    isRecord(message) && message["role"] === "tool" && Array.isArray(message["content"])
      ? { ...message, content: message["content"].map(withoutOwn) }
      : message,
  );
}
