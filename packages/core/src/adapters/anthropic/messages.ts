/** A message as Anthropic's SDK has it, in its GA and its beta form: what is in its blocks is looked at one by one. */
export interface AnthropicMessage {
  readonly role: "user" | "assistant" | "system";
  readonly content?: string | readonly object[];
}

/** What Plimsoll appends as a user: results, or a text. */
export interface AnthropicUserMessage {
  readonly role: "user";
  readonly content: string | (AnthropicResultBlock | AnthropicContentBlock)[];
}

/** Tools added or taken away inside the messages. */
export interface AnthropicToolChange {
  readonly role: "system";
  readonly content: (AnthropicToolAddition | AnthropicToolRemoval)[];
}

/** A tool that the model has from here on: by value, or by the name it is declared under. */
export interface AnthropicToolAddition {
  readonly type: "tool_addition";
  readonly tool: AnthropicToolName | { readonly type: "tool_definition"; readonly definition: AnthropicTool };
}

/** A tool that the model no longer has from here on. */
export interface AnthropicToolRemoval {
  readonly type: "tool_removal";
  readonly tool: AnthropicToolName;
}

/** A declared tool by its name. In a result the same is spelt `tool_name`. */
export interface AnthropicToolName {
  readonly type: "tool_reference";
  readonly name: string;
}

/** The answer to one call. */
export interface AnthropicResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: (AnthropicContentBlock | AnthropicToolReference)[];
  readonly is_error?: true;
}

/** Reveals a declared tool where it stands. */
export interface AnthropicToolReference {
  readonly type: "tool_reference";
  readonly tool_name: string;
}

/** Words or a picture. */
export type AnthropicContentBlock = AnthropicText | AnthropicImage;

/** Words. */
export interface AnthropicText {
  readonly type: "text";
  readonly text: string;
  readonly cache_control?: AnthropicCacheControl;
}

/** A picture, base64. */
export interface AnthropicImage {
  readonly type: "image";
  readonly source: {
    readonly type: "base64";
    readonly data: string;
    readonly media_type: AnthropicImageType;
  };
}

/** The pictures that the API takes. */
export type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** Where the provider's cache is to break. */
export interface AnthropicCacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "5m" | "1h";
}

/** A tool of Plimsoll's in the array. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: AnthropicInputSchema;
  readonly defer_loading?: true;
  readonly cache_control?: AnthropicCacheControl;
}

/** The schema of a tool's arguments. */
export interface AnthropicInputSchema {
  readonly type: "object";
  readonly properties?: unknown;
  readonly required?: string[];
  readonly [key: string]: unknown;
}

/** Anthropic's own search over the deferred tools, in the place of Plimsoll's. */
export type AnthropicSearchTool =
  | AnthropicServerTool<"tool_search_tool_regex">
  | AnthropicServerTool<"tool_search_tool_bm25">;

interface AnthropicServerTool<Name extends string> {
  readonly type: `${Name}_20251119`;
  readonly name: Name;
  readonly cache_control?: AnthropicCacheControl;
}
