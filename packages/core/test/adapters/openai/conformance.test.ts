import { openaiChatSurface, openaiSurface } from "@plimsoll/core/openai";
import {
  type AdapterDriver,
  adapterConformance,
  type ScriptedReply,
  surfaceDriver,
} from "@plimsoll/core/testing";
import OpenAI from "openai";
import OpenAI6 from "openai-6";
import { describe, test } from "vitest";
import { toWireRequest } from "../to-wire-request.ts";
import { type ScriptedApi, scriptedApi } from "./scripted.ts";

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming & { input: OpenAI.Responses.ResponseInput };
type Params6 = OpenAI6.Responses.ResponseCreateParamsNonStreaming & {
  input: OpenAI6.Responses.ResponseInput;
};
type ChatParams = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type ChatParams6 = OpenAI6.Chat.ChatCompletionCreateParamsNonStreaming;

const model = "gpt-6";
const RESPONSES: AdapterDriver["strategies"] = ["all", "bridge", "append", "native", "transcript"];
const CHAT: AdapterDriver["strategies"] = ["all", "bridge", "append"];

// A hosted search is not among them: it answers by itself, and the script's model asks `tool_find`.
const DRIVERS: readonly AdapterDriver[] = [
  surfaceDriver<Params, Params, OpenAI.Responses.Response, OpenAI.Responses.ResponseInputItem>({
    name: "Responses, openai 7",
    model,
    strategies: RESPONSES,
    open: (runtime, records) => openaiSurface(runtime, { records }),
    toParams: (messages) => ({ model, instructions: "Be brief.", input: [...messages] }),
    toUserMessage: (content) => ({ role: "user", content }),
    send: (request, reply) =>
      sendTo(reply, ({ fetch }) => new OpenAI({ ...KEYS, fetch }).responses.create(request)),
  }),
  surfaceDriver<Params6, Params6, OpenAI6.Responses.Response, OpenAI6.Responses.ResponseInputItem>({
    name: "Responses, openai 6",
    model,
    strategies: RESPONSES,
    open: (runtime, records) => openaiSurface(runtime, { records }),
    toParams: (messages) => ({ model, instructions: "Be brief.", input: [...messages] }),
    toUserMessage: (content) => ({ role: "user", content }),
    send: (request, reply) =>
      sendTo(reply, ({ fetch }) => new OpenAI6({ ...KEYS, fetch }).responses.create(request)),
  }),
  surfaceDriver<ChatParams, ChatParams, OpenAI.Chat.ChatCompletion, OpenAI.Chat.ChatCompletionMessageParam>({
    name: "Chat Completions, openai 7",
    model,
    strategies: CHAT,
    open: (runtime, records) => openaiChatSurface(runtime, { records }),
    toParams: (messages) => ({ model, messages: [{ role: "system", content: "Be brief." }, ...messages] }),
    toUserMessage: (content) => ({ role: "user", content }),
    send: (request, reply) =>
      sendTo(reply, ({ fetch }) => new OpenAI({ ...KEYS, fetch }).chat.completions.create(request)),
  }),
  surfaceDriver<
    ChatParams6,
    ChatParams6,
    OpenAI6.Chat.ChatCompletion,
    OpenAI6.Chat.ChatCompletionMessageParam
  >({
    name: "Chat Completions, openai 6",
    model,
    strategies: CHAT,
    open: (runtime, records) => openaiChatSurface(runtime, { records }),
    toParams: (messages) => ({ model, messages: [{ role: "system", content: "Be brief." }, ...messages] }),
    toUserMessage: (content) => ({ role: "user", content }),
    send: (request, reply) =>
      sendTo(reply, ({ fetch }) => new OpenAI6({ ...KEYS, fetch }).chat.completions.create(request)),
  }),
];

describe.each(DRIVERS)("the conformance of $name", (driver) => {
  for (const { title, run } of adapterConformance(driver)) test(title, run);
});

const KEYS = { apiKey: "none", maxRetries: 0 };

/** One request to an API that gives this reply: a call of `tool_find` as a search where the request offers one. */
async function sendTo<Response>(reply: ScriptedReply, create: (api: ScriptedApi) => PromiseLike<Response>) {
  const key = reply.calls.map(({ id }) => id).join("_") || "said";
  const api = scriptedApi(() => ({ ...reply, key }));
  const response = await create(api);
  return { response, sent: toWireRequest(api.bodies[0] ?? "") };
}
