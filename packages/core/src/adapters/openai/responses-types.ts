/**
 * The parts of the Responses API that the adapter reads and writes. The types of the `openai` package satisfy them, and
 * what is written satisfies its types, so that neither side needs a cast.
 */

/** An item of a conversation; whatever else it holds is passed on as it is. */
export interface ResponsesItem {
  readonly type?: string | null | undefined;
  readonly role?: string | undefined;
}

/**
 * The parameters of `client.responses.create`, as far as they matter here. They allow what the package allows, so that
 * it can say what else may stand there; a request without a model or a list of items is refused when it is made.
 */
export interface ResponsesParams {
  readonly model?: string | undefined;
  /** The whole conversation, as a list of items: the surface reads it. */
  readonly input?: string | readonly ResponsesItem[] | undefined;
  readonly instructions?: string | null | undefined;
  /** The host's own: what the provider runs, and functions that the host answers itself. */
  readonly tools?: readonly { readonly type: string }[] | undefined;
  readonly stream?: boolean | null | undefined;
}

/** What `client.responses.create` answers, also as the last word of a stream. */
export interface ResponsesResponse {
  readonly output: readonly ResponsesItem[];
  readonly status?: string | undefined;
}

/**
 * The items of a response as they are sent back. Two that no model says are left out of the type: the `openai` package
 * has them in what comes and not, in that form, in what goes.
 */
export type ReplyItem<R extends ResponsesResponse> = Exclude<
  R["output"][number],
  { readonly type: "additional_tools" | "computer_call_output" }
>;

/** An item that Plimsoll adds to a conversation. */
export type WrittenItem = TextItem | ResultItem | SearchItem | SearchResultItem | AddedToolsItem;

/** Words: of Plimsoll's own as a developer, of tools and servers as a user. */
export interface TextItem {
  readonly role: "user" | "developer";
  readonly content: string;
}

/** The answer to a function call. */
export interface ResultItem {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string | ResultPart[];
}

/** A part of an answer that is not words alone. */
export type ResultPart =
  | { readonly type: "input_text"; readonly text: string }
  | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" };

/** A search that stands for a call in another shape, so that its findings can be revealed. */
export interface SearchItem {
  readonly type: "tool_search_call";
  readonly call_id: string;
  readonly execution: "client";
  readonly status: "completed";
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The answer to a search: what it reveals. */
export interface SearchResultItem {
  readonly type: "tool_search_output";
  readonly call_id: string;
  readonly execution: "client";
  readonly status: "completed";
  readonly tools: (FunctionItem | NamespaceItem)[];
}

/** Tools that are added inside a conversation. */
export interface AddedToolsItem {
  readonly type: "additional_tools";
  readonly role: "developer";
  readonly tools: FunctionItem[];
}

/** A tool as a function. Schemas are sent as they are, and few would pass as strict ones. */
export interface FunctionItem {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [keyword: string]: unknown };
  readonly strict: false;
  readonly defer_loading?: true;
}

/** The tools of one source. */
export interface NamespaceItem {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: FunctionItem[];
}

/** The search itself, in the array. */
export interface SearchTool {
  readonly type: "tool_search";
  readonly execution?: "client";
  readonly description?: string;
  readonly parameters?: { readonly [keyword: string]: unknown };
}
