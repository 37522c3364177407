import type {
  AnthropicMessage,
  AnthropicSearchTool,
  AnthropicText,
  AnthropicTool,
  AnthropicToolChange,
  AnthropicUserMessage,
} from "./messages.ts";

/**
 * The host's own parameters of a request: whatever the SDK takes. Named here is what is looked at, and what a literal
 * would lose its exact type without.
 */
export interface AnthropicParams {
  readonly model: string;
  readonly messages: readonly HostMessage[];
  readonly system?: string | readonly SystemText[] | undefined;
  /** Tools that the host declares itself: provider-defined ones, and what it runs without Plimsoll. */
  readonly tools?: readonly HostTool[] | undefined;
  readonly betas?: readonly string[] | undefined;
  readonly context_management?: { readonly edits?: readonly ContextEdit[] | undefined } | null | undefined;
  readonly stream?: boolean | undefined;
  readonly tool_choice?: Typed | undefined;
  readonly thinking?: (Typed & { readonly display?: Word | null | undefined }) | undefined;
  readonly output_config?: OutputConfig | null | undefined;
  readonly cache_control?: CacheControl | null | undefined;
  readonly mcp_servers?: readonly Typed[] | undefined;
  readonly service_tier?: Word | undefined;
  readonly speed?: Word | null | undefined;
}

/** A text of which a literal keeps its exact type. */
type Word = (string & {}) | "";

interface Typed {
  readonly type?: Word | null | undefined;
}

interface Cached extends Typed {
  readonly cache_control?: CacheControl | null | undefined;
}

interface CacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "5m" | "1h" | undefined;
}

interface HostMessage extends AnthropicMessage {
  readonly content?: string | readonly Cached[];
}

interface HostTool extends Cached {
  readonly name?: Word | undefined;
  readonly input_schema?: Typed | undefined;
}

interface SystemText extends Cached {
  readonly type: "text";
  readonly text: string;
}

interface ContextEdit extends Typed {
  readonly keep?: Word | Typed | undefined;
  readonly trigger?: Typed | null | undefined;
  readonly clear_at_least?: Typed | null | undefined;
}

interface OutputConfig {
  readonly effort?: Word | null | undefined;
  readonly format?: Typed | null | undefined;
}

/** The same with what Plimsoll adds. Messages have the type of the host's own. */
export type AnthropicRequest<Params extends AnthropicParams = AnthropicParams> = Omit<
  Params,
  "messages" | "system" | "tools" | "betas"
> & {
  messages: Params["messages"][number][];
  tools: (MemberOf<Params, "tools"> | AnthropicTool | AnthropicSearchTool)[];
  system?: string | (Exclude<MemberOf<Params, "system">, string> | AnthropicText)[];
  betas?: string[];
};

type MemberOf<Params, Key extends string> = Key extends keyof Params
  ? Extract<Params[Key], readonly unknown[]>[number]
  : never;

/** Parameters as the adapter hands them from one place to the other. */
export type WireParams = Omit<AnthropicParams, "messages" | "tools"> & {
  readonly messages: readonly AnthropicMessage[];
  readonly tools?: readonly object[] | undefined;
};

/** A response, of `create` or of a stream's `finalMessage`. */
export interface AnthropicResponse {
  readonly content: readonly { readonly type: string }[];
  readonly stop_reason: string | null;
}

/** What to append after a response. Only the beta endpoint knows tool changes, and only its responses carry that key. */
export type AnthropicAnswer<Response extends AnthropicResponse> =
  | { role: "assistant"; content: Response["content"] }
  | AnthropicUserMessage
  | (Response extends { readonly context_management: unknown } ? AnthropicToolChange : never);
