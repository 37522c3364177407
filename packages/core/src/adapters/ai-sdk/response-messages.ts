import { isRecord } from "../../internal/is-record.ts";
import { withoutOwn } from "./stamp.ts";

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
  readonly responseMessages?: readonly unknown[] | PromiseLike<readonly unknown[]>;
  readonly response?: Response | PromiseLike<Response>;
}

interface Response {
  readonly messages: readonly unknown[];
}

// The overloads say what is given and what comes of it; here both are the same lists.
/** Version 7 has the messages of every step in one place, version 6 in the last response; a stream has them later. */
export const readResponse: ResponseMessages["messages"] = ((result: Result): unknown => {
  const { responseMessages } = result;
  if (responseMessages !== undefined) {
    return isLater(responseMessages) ? responseMessages.then(tidy) : tidy(responseMessages);
  }
  const { response } = result;
  if (response === undefined) return [];
  return isLater(response) ? response.then(({ messages }) => tidy(messages)) : tidy(response.messages);
}) as ResponseMessages["messages"];

function isLater<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}

/** The SDK copies the metadata of a call to its result: there, what came before the reply is not needed again. */
function tidy(messages: readonly unknown[]): unknown[] {
  return messages.map((message) => {
    if (!isRecord(message) || message["role"] !== "tool" || !Array.isArray(message["content"]))
      return message;
    return { ...message, content: message["content"].map(withoutOwn) };
  });
}
