import type { PlimsollSurface, SurfaceAsker } from "@plimsoll/core/ai-sdk";
import { generateText, isStepCount, type ModelMessage, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import {
  generateText as generateText6,
  type ModelMessage as ModelMessage6,
  stepCountIs as stepCountIs6,
  streamText as streamText6,
} from "ai-6";
import { MockLanguageModelV3 as MockModel6 } from "ai-6/test";
import { answerWith, type ScriptedReply } from "./scripted.ts";

/** What a run is looked at by. */
export interface Run {
  /** The messages to append, after JSON. */
  readonly messages: readonly Appended[];
  /** What the model was asked with, step by step. */
  readonly asked: readonly Asked[];
  /** The words of every result, in order. */
  readonly results: readonly string[];
}

export interface Appended {
  readonly role: string;
  readonly content: string | readonly AppendedPart[];
}

export interface AppendedPart {
  readonly type: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly approvalId?: string;
  readonly input?: unknown;
  readonly output?: { readonly type: string; readonly value?: unknown; readonly reason?: string };
}

export interface Asked {
  readonly prompt: readonly unknown[];
  readonly tools?: readonly { readonly name: string }[] | undefined;
}

export interface GenerateOptions {
  readonly streams?: boolean;
  /** Whose model it is. */
  readonly identity?: { readonly provider?: string; readonly modelId?: string };
}

/** One call of `generateText` or `streamText`, over the SDK's own mock model. */
export async function generate(
  version: 6 | 7,
  surface: PlimsollSurface,
  script: readonly ScriptedReply[],
  messages: readonly object[],
  { streams = false, identity = {}, ...asker }: SurfaceAsker & GenerateOptions = {},
): Promise<Run> {
  if (version === 7) {
    const model = new MockLanguageModelV4({ ...answerWith(script), ...identity });
    const given = messages as ModelMessage[];
    const settings = { ...surface.for({ model, messages: given }, asker), stopWhen: isStepCount(20) };
    const appended = streams
      ? await surface.messages(streamText(settings))
      : surface.messages(await generateText(settings));
    return toRun(appended, streams ? model.doStreamCalls : model.doGenerateCalls);
  }
  const model = new MockModel6({ ...answerWith(script), ...identity });
  const given = messages as ModelMessage6[];
  const settings = { ...surface.for({ model, messages: given }, asker), stopWhen: stepCountIs6(20) };
  const appended = streams
    ? await surface.messages(streamText6(settings))
    : surface.messages(await generateText6(settings));
  return toRun(appended, streams ? model.doStreamCalls : model.doGenerateCalls);
}

/** What was appended, as a store gives it back, and what is to be seen of it. */
export function toRun(appended: readonly object[], asked: readonly Asked[]): Run {
  const messages = JSON.parse(JSON.stringify(appended)) as Appended[];
  const results = partsOf(messages).flatMap(({ type, output }) =>
    type === "tool-result" ? [wordsOf(output?.value ?? output?.reason)] : [],
  );
  return { messages, asked, results };
}

/** All parts of messages, in order. */
export function partsOf(messages: readonly Appended[]): AppendedPart[] {
  return messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
