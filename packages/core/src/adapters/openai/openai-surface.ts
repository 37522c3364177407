import type { AcceptOptions, PendingAnswer, Runtime } from "../../runtime/runtime.ts";
import {
  createProviderSurface,
  type ProviderSurface,
  type ProviderSurfaceOptions,
} from "../provider-surface.ts";
import { responsesAdapter } from "./responses-adapter.ts";
import { isDone } from "./responses-reply.ts";
import type { SearchedBy } from "./responses-tools.ts";
import type {
  ReplyItem,
  ResponsesItem,
  ResponsesParams,
  ResponsesResponse,
  WrittenItem,
} from "./responses-types.ts";
import { withIsDone } from "./with-is-done.ts";

/** What a surface for the Responses API is made with. */
export interface OpenaiSurfaceOptions extends ProviderSurfaceOptions {
  /**
   * Who searches under `native`: `client`, Plimsoll, and nothing deferred is in the request; `hosted`, the provider,
   * and every deferred tool is.
   */
  readonly search?: SearchedBy;
  /** Whether revealed tools are grouped by source; with a hosted search they are, unless this says no. */
  readonly namespaces?: boolean;
}

/** One conversation over OpenAI's Responses API. */
export interface OpenaiSurface
  extends Pick<
    ProviderSurface<ResponsesParams, ResponsesParams, ResponsesResponse, ResponsesItem>,
    "pending" | "step" | "records"
  > {
  /** The host's parameters, with the tools, the prompt section and whatever the conversation needs beside. */
  request<Params extends ResponsesParams>(params: Params): Params;
  /** Runs the response's calls, and answers the items to append: the reply, the results, what goes with them. */
  accept<Response extends ResponsesResponse>(
    response: Response,
    options?: AcceptOptions,
  ): Promise<(ReplyItem<Response> | WrittenItem)[]>;
  /** Goes on with calls that wait, and answers the items to append once none waits any more. */
  resume(
    params: ResponsesParams,
    answers: Readonly<Record<string, PendingAnswer>>,
    options?: AcceptOptions,
  ): Promise<WrittenItem[]>;
  /** An item to put in place of these, in a host's own words: what they loaded stays loaded. */
  summarise(items: readonly ResponsesItem[], text: string): WrittenItem[];
  /** Whether the last response that was accepted made no calls, so that there is nothing to ask again for. */
  readonly isDone: boolean;
}

/** The surface of one conversation over OpenAI's Responses API. */
export function openaiSurface(
  runtime: Runtime,
  { search = "client", namespaces = search === "hosted", ...options }: OpenaiSurfaceOptions = {},
): OpenaiSurface {
  const adapter = responsesAdapter({ search, namespaces });
  const surface = createProviderSurface(runtime, adapter, options);
  // What a host hands over comes back in the host's own types: the adapter only knows that it leaves it as it is.
  return withIsDone(surface, isDone) as OpenaiSurface;
}
