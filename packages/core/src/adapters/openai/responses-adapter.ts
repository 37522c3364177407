import type { SentResult } from "../../activation/message.ts";
import { PlimsollError } from "../../errors.ts";
import type { Step } from "../../runtime/runtime.ts";
import type { Provider } from "../../surface/provider.ts";
import { STRATEGY_NAMES } from "../../surface/strategy.ts";
import type { Adapter } from "../adapter.ts";
import { checkNames, hostTools } from "./host-tools.ts";
import { toNamespaces } from "./namespaces.ts";
import { toPlainItems } from "./plain-items.ts";
import { hostedKeyOf, readItems } from "./read-items.ts";
import { toReplyItem } from "./reply-items.ts";
import { toReply } from "./responses-reply.ts";
import { type SearchedBy, toArray, toFunction } from "./responses-tools.ts";
import type { ResponsesItem, ResponsesParams, ResponsesResponse } from "./responses-types.ts";
import { searchIdOf } from "./search-call.ts";
import { writeItems } from "./write-items.ts";

/** How tools are revealed under `native`. */
export interface RevealOptions {
  readonly search: SearchedBy;
  readonly namespaces: boolean;
}

/** No limit is documented for what namespaces hold. Every request carries all of it, so there is one here. */
const MOST_IN_NAMESPACES = 1_000;
/** The API takes so many entries in its array. */
const MOST_IN_ARRAY = 128;

/** The adapter of OpenAI's Responses API. */
export function responsesAdapter({
  search,
  namespaces,
}: RevealOptions): Adapter<ResponsesParams, ResponsesParams, ResponsesResponse, ResponsesItem> {
  return {
    provider: toProvider({ search, namespaces }),
    modelOf: ({ model }) => {
      if (typeof model === "string") return model;
      throw invalid("model", model, "is not a name. Tools depend on the model: say which it is");
    },
    messagesOf: inputOf,
    read: readItems,
    write: (entries) => writeItems(entries, { namespaces }),
    isWordless: ({ callId }: SentResult) => searchIdOf(callId) !== undefined,
    toReply,
    toReplyMessages: ({ output }) => output.map(toReplyItem),
    replyKeyOf: ({ output }) => output.map(hostedKeyOf).find((key) => key !== undefined),
    toPlain: toPlainItems,
    toRequest: (params, input, step) => toRequest(params, input, step, { search, namespaces }),
  };
}

function toProvider({ search, namespaces }: RevealOptions): Provider {
  const provider: Provider = {
    name: "OpenAI's Responses API",
    strategies: STRATEGY_NAMES,
  };
  if (search === "client") return provider;
  const most = namespaces ? MOST_IN_NAMESPACES : MOST_IN_ARRAY;
  return { ...provider, declares: { strategies: ["native"], most } };
}

const SEND_ALL = 'Send the items of the whole conversation as "input"';

/** The surface reads what was loaded in the conversation itself: it must be there. */
function inputOf(params: ResponsesParams): readonly ResponsesItem[] {
  const sent: Readonly<Record<string, unknown>> = { ...params };
  for (const option of ["previous_response_id", "conversation"]) {
    if (sent[option] === undefined || sent[option] === null) continue;
    const why = "leaves the conversation with the provider, where what was loaded cannot be read";
    throw invalid(option, sent[option], `${why}. ${SEND_ALL}`);
  }
  const { input } = params;
  if (input !== undefined && typeof input !== "string") return input;
  throw invalid("input", input, `is not a list of items. ${SEND_ALL}`);
}

/** The host's own tools come first: the array may grow at its end. */
function toRequest(
  params: ResponsesParams,
  input: readonly ResponsesItem[],
  { tools, prompt, opening, deferred = [] }: Step,
  { search, namespaces }: RevealOptions,
): ResponsesParams {
  checkNames(
    hostTools(params),
    [...tools, ...deferred].map(({ name }) => name),
  );
  const declared = namespaces
    ? toNamespaces(deferred)
    : deferred.map((definition) => toFunction(definition, { isDeferred: true }));
  const array = [...(params.tools ?? []), ...toArray(tools, opening, search), ...declared];
  const instructions = [params.instructions ?? "", prompt].filter((text) => text !== "").join("\n\n");
  return {
    ...params,
    ...(instructions === "" ? {} : { instructions }),
    input,
    ...(array.length === 0 ? {} : { tools: array }),
  };
}

function invalid(option: string, value: unknown, why: string): PlimsollError<"OPTION_INVALID"> {
  return new PlimsollError("OPTION_INVALID", `The parameter "${option}" ${why}.`, { option, value });
}
