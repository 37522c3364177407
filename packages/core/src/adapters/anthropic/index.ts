export {
  type AnthropicSurface,
  type AnthropicSurfaceOptions,
  anthropicSurface,
} from "./anthropic-surface.ts";
export type {
  AnthropicCacheControl,
  AnthropicContentBlock,
  AnthropicImage,
  AnthropicImageType,
  AnthropicInputSchema,
  AnthropicMessage,
  AnthropicResultBlock,
  AnthropicSearchTool,
  AnthropicText,
  AnthropicTool,
  AnthropicToolAddition,
  AnthropicToolChange,
  AnthropicToolName,
  AnthropicToolReference,
  AnthropicToolRemoval,
  AnthropicUserMessage,
} from "./messages.ts";
export type {
  AnthropicAnswer,
  AnthropicParams,
  AnthropicRequest,
  AnthropicResponse,
} from "./request.ts";
export type { AnthropicSettings } from "./settings.ts";
