import type { Message } from "../activation/message.ts";

/** A recorded conversation, read from whatever shape it was recorded in. */
export interface Transcript extends ReadMessages {
  readonly shape: TranscriptShape;
}

/** The shapes that recordings are read from. */
export type TranscriptShape =
  | "neutral" // Plimsoll's own history
  | "anthropic" // Anthropic Messages
  | "openai-chat" // OpenAI Chat Completions
  | "openai-responses" // OpenAI Responses
  | "ai-sdk"; // the Vercel AI SDK: model messages, or UI messages

/** What the entries of a recording come to. */
export interface ReadMessages {
  readonly messages: readonly Message[];
  /** The entry that each message comes from, counted from 0. */
  readonly origins: readonly number[];
  /** How much was passed over, by its type: thinking, system messages, calls that the provider ran itself. */
  readonly skipped: Readonly<Record<string, number>>;
}
